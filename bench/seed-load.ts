// Fills the operate and communication logs of an installed database for measuring: `npm run seed:load -- --rows 50000000`.
// Writes chunk by chunk and goes on where it was stopped. The server must not run on the same data folder meanwhile.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { readConfig } from '../server/src/kernel/config.ts';
import { lockDataFolder } from '../server/src/kernel/database/data-lock.ts';
import { openDatabase } from '../server/src/kernel/database/database.ts';

const CHUNK = 250_000;
const DAYS = 60;

/**
 * Half of the rows in each log, oldest first, so that indexes grow at their end as they do in life. The logs are
 * written side by side, each over a connection of its own.
 */
async function load(clients: readonly pg.Client[], rows: number): Promise<void> {
  const [owner] = clients;
  if (!owner) return;
  await owner.query(
    `create table if not exists seed_load_part (log text, chunk integer, started timestamptz not null, primary key (log, chunk))`,
  );
  const { rows: known } = await owner.query<{ log: string; chunk: number; started: Date }>(
    'select log, chunk, min(started) over () as started from seed_load_part',
  );
  const started = known[0]?.started ?? new Date();
  await owner.query(
    `select ensure_log_partition(l.name, m) from log_table l, generate_series($1::timestamptz - interval '${DAYS + 1} days', $1::timestamptz, interval '1 day') m
     where l.name = any($2)`,
    [started, LOGS.map(({ log }) => log)],
  );
  const progress = { begun: performance.now(), written: 0, rows };
  await Promise.all(
    LOGS.map(({ log, statement }, place) => {
      const done = new Set(known.filter((part) => part.log === log).map(({ chunk }) => chunk));
      const client = clients[place] ?? owner;
      return fill(client, { log, statement, started, done }, progress);
    }),
  );
  await owner.query('select fold_log_counts()');
  for (const { log } of LOGS) await owner.query(`vacuum analyze ${log}, ${log}_hour`);
}

interface Filling {
  readonly log: string;
  readonly statement: string;
  readonly started: Date;
  readonly done: ReadonlySet<number>;
}

async function fill(
  client: pg.Client,
  { log, statement, started, done }: Filling,
  progress: { readonly begun: number; written: number; readonly rows: number },
): Promise<void> {
  await client.query('set synchronous_commit = off');
  const chunks = Math.ceil(progress.rows / CHUNK);
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    if (done.has(chunk)) continue;
    const count = Math.ceil(Math.min(CHUNK, progress.rows - chunk * CHUNK) / 2);
    await client.query('begin');
    await client.query(statement, [started, chunk * CHUNK, count, progress.rows]);
    await client.query('insert into seed_load_part values ($1, $2, $3)', [log, chunk, started]);
    await client.query('commit');
    progress.written += count;
    const seconds = (performance.now() - progress.begun) / 1000;
    console.log(
      `${log} ${chunk + 1}/${chunks} chunks, ${Math.round(progress.written / seconds).toLocaleString('en-US')} rows/s`,
    );
  }
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

const LOGS = [
  { log: 'log_operate', statement: OPERATE },
  { log: 'log_communication', statement: COMMUNICATION },
];

const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000000' } } });
const rows = Number(values.rows);
if (!Number.isSafeInteger(rows) || rows < 1) throw new Error('--rows takes a whole number.');

const config = readConfig();
if (!config.databaseUrl) process.once('exit', lockDataFolder(config.dataFolder));
const database = await openDatabase(config, (error) => error && console.error(error.message));
const clients = LOGS.map(() => new pg.Client(database.owner));
for (const client of clients) client.on('error', () => undefined);
await Promise.all(clients.map((client) => client.connect()));
// What was asked for is stopped with its PostgreSQL; chunks that were being written are written again the next time.
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (isStopped) return;
    isStopped = true;
    console.log('Stopping; the same command goes on from here.');
    void Promise.all(clients.map(cancel)).then(() => undefined);
  });
try {
  await load(clients, rows);
} catch (error) {
  if (!isStopped) throw error;
} finally {
  await Promise.allSettled(clients.map((client) => client.end()));
  await database.close();
}
process.exit(isStopped ? 130 : 0);

/** Ends the connection from another one: what it was writing is rolled back. */
async function cancel({ processID }: pg.Client & { readonly processID?: number }): Promise<void> {
  const other = new pg.Client(database.owner);
  await other.connect();
  await other.query('select pg_terminate_backend($1)', [processID]);
  await other.end();
}
