import { createHash } from 'node:crypto';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entities } from '@millwright/contract/registry';
import { sql } from 'kysely';
import type { Pool } from '../database/pool.ts';
import { inScope, type Trx } from '../database/transaction.ts';
import { systemColumns, snake, storedFields } from '../store/columns.ts';

/** What a check says of one log on one day. */
export interface SealCheck {
  readonly log: string;
  readonly day: string;
  readonly rows: number;
  readonly sealedAt: string;
  /** Rows of the day that machines handed in after it was sealed. */
  readonly late: number;
  /** The rows are those that were sealed. */
  readonly isWhole: boolean;
  /** The seal hangs on the seal of the day before. */
  readonly isChained: boolean;
}

/** Every log of the product. */
export const logs: readonly AnyEntity[] = entities.filter(({ scope }) => scope === 'log');

/** Two hours after its end a day (in UTC) is closed: buffers are long empty by then. */
const CLOSED_AFTER = '2 hours';

/** Most days of one log that a run seals; a fresh installation catches up in a few. */
const AT_ONCE = 40;

/**
 * Seals the closed days of every log that have no seal yet: SHA-256 over the rows in their order, without the columns
 * that may change later, and over the seal of the day before. Of several processes one does it. Gives the number of seals.
 */
export async function sealDays(pool: Pool): Promise<number> {
  let made = 0;
  for (const log of logs) {
    made += await inScope(pool, { site: '*', timeoutMs: 600_000 }, async (trx) => {
      const { rows: locked } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(4170005) as free`.execute(trx);
      return locked[0]?.free ? sealLog(trx, log) : 0;
    });
  }
  return made;
}

async function sealLog(trx: Trx, log: AnyEntity): Promise<number> {
  const { rows: open } = await sql<{ day: string }>`
    select to_char(d, 'YYYY-MM-DD') as day from generate_series(
      coalesce((select max(s.day) + 1 from log_seal s where s.log = ${log.table}),
        (select (min(t.at) at time zone 'UTC')::date from ${sql.table(log.table)} t))::timestamp,
      ((now() - ${CLOSED_AFTER}::interval) at time zone 'UTC')::date - 1, interval '1 day') d limit ${AT_ONCE}`.execute(
    trx,
  );
  let before = await sealBefore(trx, log, null);
  for (const { day } of open) {
    const { digest, count, lastId } = await digestOf(trx, log, day, before, null);
    await sql`insert into log_seal (log, day, row_count, digest, before, last_id)
      values (${log.table}, ${day}, ${count}, ${digest}, ${before}, ${lastId})`.execute(trx);
    before = digest;
  }
  return open.length;
}

/** Whether the sealed rows of a day are untouched, log by log; logs without a seal for it are left out. */
export async function verifyDay(trx: Trx, day: string): Promise<SealCheck[]> {
  const { rows: seals } = await sql<{
    log: string;
    digest: string;
    before: string | null;
    count: string;
    lastId: string;
    sealedAt: string;
  }>`select log, digest, before, row_count as count, last_id as "lastId", sealed_at as "sealedAt" from log_seal where day = ${day} order by log`.execute(
    trx,
  );
  const checks: SealCheck[] = [];
  for (const seal of seals) {
    const log = logs.find(({ table }) => table === seal.log);
    if (!log) continue;
    const { digest } = await digestOf(trx, log, day, seal.before, seal.lastId);
    const late = await lateRows(trx, log, day, seal.lastId);
    const isChained = (await sealBefore(trx, log, day)) === seal.before;
    checks.push({
      log: log.name,
      day,
      rows: Number(seal.count),
      late,
      sealedAt: seal.sealedAt,
      isWhole: digest === seal.digest,
      isChained,
    });
  }
  return checks;
}

async function sealBefore(
  trx: Trx,
  { table }: AnyEntity,
  day: string | null,
): Promise<string | null> {
  const until = day === null ? sql`true` : sql`day < ${day}::date`;
  const { rows } = await sql<{
    digest: string;
  }>`select digest from log_seal where log = ${table} and ${until} order by day desc limit 1`.execute(
    trx,
  );
  return rows[0]?.digest ?? null;
}

/** Reads a day by a cursor, so that memory stays flat, and takes each row as the text that PostgreSQL gives of it. */
async function digestOf(
  trx: Trx,
  log: AnyEntity,
  day: string,
  before: string | null,
  upTo: string | null,
): Promise<{ digest: string; count: number; lastId: string }> {
  const hash = createHash('sha256').update(before ?? '');
  const later = new Set(log.log?.later ?? []);
  const columns = [
    ...systemColumns(log).map(([, column]) => column),
    ...storedFields(log.fields)
      .filter(([name]) => !later.has(name))
      .map(([name]) => snake(name)),
  ];
  const row = sql`row(${sql.join(columns.map((column) => sql.ref(`t.${column}`)))})::text`;
  await sql`set local timezone = 'UTC'`.execute(trx);
  await sql`declare sealed no scroll cursor for select ${row} as line, t.id from ${sql.table(log.table)} t
    where ${ofDay(day)} and ${upTo === null ? sql`true` : sql`t.id <= ${upTo}::bigint`}
    order by t.at, t.id`.execute(trx);
  let count = 0;
  let lastId = 0n;
  for (;;) {
    const { rows } = await sql<{ line: string; id: string }>`fetch 2000 from sealed`.execute(trx);
    for (const { line, id } of rows) {
      hash.update(line).update('\n');
      if (BigInt(id) > lastId) lastId = BigInt(id);
    }
    count += rows.length;
    if (rows.length < 2000) break;
  }
  await sql`close sealed`.execute(trx);
  return { digest: hash.digest('hex'), count, lastId: String(lastId) };
}

async function lateRows(trx: Trx, log: AnyEntity, day: string, lastId: string): Promise<number> {
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from ${sql.table(log.table)} t where ${ofDay(day)} and t.id > ${lastId}::bigint`.execute(
    trx,
  );
  return Number(rows[0]?.n ?? 0);
}

function ofDay(day: string) {
  const opens = `${day}T00:00:00Z`;
  return sql`t.at >= ${opens}::timestamptz and t.at < ${opens}::timestamptz + interval '1 day'`;
}
