// Fills the operate and communication logs of an installed database for measuring: `npm run seed:load -- --rows 50000000`.
// Writes chunk by chunk and goes on where it was stopped. The server must not run on the same data folder meanwhile.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '../server/src/kernel/config.ts';
import { lockDataFolder } from '../server/src/kernel/database/data-lock.ts';
import { openDatabase } from '../server/src/kernel/database/database.ts';

const CHUNK = 250_000;
const DAYS = 60;

/** Half of the rows in each log, oldest first, so that indexes grow at their end as they do in life. */
async function load(owner: pg.Client, rows: number): Promise<void> {
  await owner.query(
    `create table if not exists seed_load (chunk integer primary key, started timestamptz not null)`,
  );
  await owner.query('set synchronous_commit = off');
  const { rows: known } = await owner.query<{ chunk: number; started: Date }>(
    'select chunk, min(started) over () as started from seed_load',
  );
  const done = new Set(known.map(({ chunk }) => chunk));
  const started = known[0]?.started ?? new Date();
  await owner.query(
    `select ensure_log_partition(l.name, m) from log_table l, generate_series($1::timestamptz - interval '${DAYS + 1} days', $1::timestamptz, interval '1 day') m
     where l.name in ('log_operate', 'log_communication')`,
    [started],
  );
  const chunks = Math.ceil(rows / CHUNK);
  const begun = performance.now();
  let written = 0;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (done.has(chunk)) continue;
    const count = Math.min(CHUNK, rows - chunk * CHUNK);
    await owner.query('begin');
    for (const statement of [OPERATE, COMMUNICATION])
      await owner.query(statement, [started, chunk * CHUNK, Math.ceil(count / 2), rows]);
    await owner.query('insert into seed_load values ($1, $2)', [chunk, started]);
    await owner.query('commit');
    await owner.query('select fold_log_counts()');
    written += count;
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `${chunk + 1}/${chunks} chunks, ${Math.round(written / seconds).toLocaleString('en-US')} rows/s`,
    );
  }
  for (const table of [
    'log_operate',
    'log_communication',
    'log_operate_hour',
    'log_communication_hour',
  ])
    await owner.query(`vacuum analyze ${table}`);
}

/** Row `n` of `$4` lies at its share of the sixty days; sites take turns. */
function from(columns: string): string {
  return `select s.id, $1::timestamptz - interval '${DAYS} days' + (n::float8 / $4::float8) * interval '${DAYS} days', ${columns}
    from generate_series($2::bigint, $2::bigint + 2 * $3::bigint - 1, 2) n
    join (select id, row_number() over (order by id) - 1 as place from base_site where depart_type = 'site') s
      on s.place = (n / 2) % (select count(*) from base_site where depart_type = 'site')`;
}

const OPERATE = `insert into log_operate (site_id, at, module, business_type, status, request_method, url, cost_time, operator, depart_name, host, location, request_id, entity, entity_id)
  ${from(`(array['生产订单','产品','产线','工位'])[1 + (n / 8) % 4], (1 + (n / 8) % 3)::text, case when n % 98 = 0 then '1' else '0' end, 'POST',
    '/api/production/orders', (n % 40)::int, '用户' || n % 60 || ' user' || n % 60, 'LOAD', '10.0.0.' || n % 200, 'intranet', 'r' || n, 'production/order', (n % 1000)::text`)}`;
const COMMUNICATION = `insert into log_communication (site_id, at, queue_name, message, message_id, client_id, device_type, device_number, line_number, direction, result, size, send_time)
  ${from(`(array['device.state','device.pass','device.count'])[1 + (n / 8) % 3], '{"type":"state","data":{"status":"run"}}', 'load-' || n, 'gw-' || n % 4,
    'robot', 'LD-' || (n / 8) % 92, 'L0' || (n / 8) % 6, 'up', case when n % 500 = 0 then 'rejected' else 'accepted' end, 45, now()`)}`;

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000000' } } });
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 1) throw new Error('--rows takes a whole number.');

const config = readConfig();
if (!config.databaseUrl) process.once('exit', lockDataFolder(config.dataFolder));
const database = await openDatabase(config, (error) => error && console.error(error.message));
const client = new pg.Client(database.owner);
await client.connect();
try {
  await load(client, rows);
} finally {
  await client.end();
  await database.close();
}
process.exit(0);
