// Fills the operate and communication logs of an installed database for measuring: `npm run seed:load -- --rows 50000000`,
// or one of them with `--log communication`. Streams chunk by chunk with COPY and goes on where it was stopped or killed.
// The server must not run on the same data folder meanwhile.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '../server/src/kernel/config.ts';
import { lockDataFolder } from '../server/src/kernel/database/data-lock.ts';
import { openDatabase } from '../server/src/kernel/database/database.ts';
import { type DirectSession, openDirect } from '../server/src/kernel/database/direct.ts';
import { copyLines, LOAD_DAYS, type LoadedLog, loadedLogs } from './load-rows.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '50000000' },
    log: { type: 'string' },
    chunk: { type: 'string', default: '125000' },
  },
});
const rows = wholeNumber('rows', values.rows);
const chunk = wholeNumber('chunk', values.chunk);
const logs = loadedLogs.filter(({ name }) => values.log === undefined || name === values.log);
if (logs.length === 0)
  throw new Error(`--log takes one of ${loadedLogs.map(({ name }) => name).join(', ')}.`);

const config = readConfig();
if (!config.databaseUrl) process.once('exit', lockDataFolder(config.dataFolder));
const database = await openDatabase(config, (error) => error && console.error(error.message));
const sessions = await Promise.all(logs.map(() => openDirect(database.owner)));
// The chunk that is being written ends first; a second signal ends at once, and that chunk is written again.
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(130);
    stop.abort();
    console.log('Stopping after this chunk; the same command goes on from here.');
  });
try {
  await load(sessions);
} finally {
  await Promise.allSettled(sessions.map((session) => session.end()));
  await database.close();
}
process.exit(stop.signal.aborted ? 130 : 0);

/** An equal share of the rows for each log, oldest first, so that indexes grow at their end as they do in life. */
async function load([owner, ...others]: readonly DirectSession[]): Promise<void> {
  if (!owner) return;
  // A chunk stands here from the transaction on that wrote it; another number of rows is another load.
  await owner.query(
    `create table if not exists seed_load_chunk (log text, total bigint, first bigint, count bigint, ended timestamptz, primary key (log, total, first))`,
  );
  const sites = await owner.query<{ id: string }>(
    `select id from base_site where depart_type = 'site' order by id`,
  );
  if (sites.length === 0) throw new Error('There is no site; start the server on it once.');
  const siteIds = sites.map(({ id }) => id);
  const progress = { begun: performance.now(), written: 0 };
  await Promise.all(
    logs.map((log, place) => fill([owner, ...others][place] ?? owner, log, siteIds, progress)),
  );
  await owner.query('select fold_log_counts()');
  for (let left = 1; left > 0;)
    left = (await owner.query<{ n: number }>('select count_log_words(5) as n'))[0]?.n ?? 0;
  for (const { table } of logs) await owner.query(`vacuum analyze ${table}, ${table}_hour`);
}

async function fill(
  session: DirectSession,
  log: LoadedLog,
  siteIds: readonly string[],
  progress: { readonly begun: number; written: number },
): Promise<void> {
  // What a killed load left behind in PostgreSQL ends before this one reads how far it came.
  await session.query('select pg_advisory_lock(hashtext($1))', [log.table]);
  const total = Math.ceil(rows / logs.length);
  const known = await session.query<{ first: string; count: string; ended: Date }>(
    'select first, count, ended from seed_load_chunk where log = $1 and total = $2 order by first',
    [log.table, total],
  );
  const end = known[0]?.ended.getTime() ?? Date.now();
  await session.query('set synchronous_commit = off');
  await session.query(
    `select ensure_log_partition($1, m) from generate_series($2::timestamptz - interval '${LOAD_DAYS + 1} days', $2::timestamptz, interval '1 day') m`,
    [log.table, new Date(end)],
  );
  let first = known.reduce(
    (most, part) => Math.max(most, Number(part.first) + Number(part.count)),
    0,
  );
  while (first < total && !stop.signal.aborted) {
    const count = Math.min(chunk, total - first);
    await session.query('begin');
    await pipeline(
      Readable.from(copyLines({ log, siteIds, end, first, count, total })),
      session.copyIn(`copy ${log.table} (site_id, at, ${log.columns.join(', ')}) from stdin`),
    );
    await session.query('insert into seed_load_chunk values ($1, $2, $3, $4, $5)', [
      log.table,
      total,
      first,
      count,
      new Date(end),
    ]);
    await session.query('commit');
    first += count;
    progress.written += count;
    tell(log, first, total, progress);
  }
}

function tell(
  { table }: LoadedLog,
  done: number,
  total: number,
  { begun, written }: { readonly begun: number; readonly written: number },
): void {
  const pace = Math.round(written / ((performance.now() - begun) / 1000));
  console.log(
    [`${table} ${done} of ${total}`, `${pace.toLocaleString('en-US')} rows/s`].join(', '),
  );
}

function wholeNumber(name: string, given: string): number {
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number.`);
  return number;
}
