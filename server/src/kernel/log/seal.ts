import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { entities } from '@millwright/contract/registry';
import { sql } from 'kysely';
import type { Pool } from '../database/pool.ts';
import { inScope, type Trx } from '../database/transaction.ts';
import { digestOf } from './digest.ts';

/** Every log of the product. */
export const logs: readonly AnyEntity[] = entities.filter(({ scope }) => scope === 'log');

/** Two hours after its end a day (in UTC) is closed: buffers are long empty by then. */
export const CLOSED_AFTER = '2 hours';

/** Most days of one log that are sealed in one transaction, beside those of late rows. */
const AT_ONCE = 40;

/** Closed days of so long ago get a seal though they have no rows: somebody might have taken them all. */
export const EMPTY_DAYS = 30;

/**
 * Seals the closed days of every log that have no seal yet, and in further seals the rows that came for days behind
 * them: SHA-256 over the rows in their order, without the columns that may change later, and over the seal before.
 * Of several processes one does it. Gives the number of seals.
 */
export async function sealDays(pool: Pool): Promise<number> {
  let made = 0;
  for (const log of logs) {
    const settled = await settledId(pool, log);
    for (let now = AT_ONCE; now >= AT_ONCE; made += now) now = await sealSome(pool, log, settled);
  }
  return made;
}

/** The next of them, over rows up to an id behind which no row comes any more. Nothing while another process does it. */
export function sealSome(pool: Pool, log: AnyEntity, settled: string): Promise<number> {
  return inScope(pool, { site: '*', timeoutMs: 600_000 }, async (trx) => {
    const { rows: locked } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(4170005) as free`.execute(trx);
    return locked[0]?.free ? sealLog(trx, log, settled) : 0;
  });
}

/** In a transaction of its own, so that writers wait for an instant only. */
async function settledId(pool: Pool, { table }: AnyEntity): Promise<string> {
  const { rows } = await inScope(pool, { site: '*' }, (trx) =>
    sql<{ id: string }>`select settled_log_id(${table}) as id`.execute(trx),
  );
  return rows[0]?.id ?? '0';
}

async function sealLog(trx: Trx, log: AnyEntity, known: string): Promise<number> {
  let last = await lastSeal(trx, log);
  // Another process may have sealed up to a later row while this one waited for its turn.
  const settled = BigInt(last.lastId) > BigInt(known) ? last.lastId : known;
  const late = await lateDays(trx, log, settled);
  const open = await openDays(trx, log);
  for (const { day, part, after } of [...late, ...open]) {
    const { digest, count } = await digestOf(trx, log, {
      day,
      after,
      upTo: settled,
      before: last.digest,
    });
    await sql`insert into log_seal (log, day, part, link, row_count, digest, before, last_id)
      values (${log.table}, ${day}, ${part}, ${last.link + 1}, ${count}, ${digest}, ${last.digest}, ${settled}::bigint)`.execute(
      trx,
    );
    last = { digest, link: last.link + 1, lastId: settled };
  }
  return late.length + open.length;
}

/** What a seal is to cover: rows of a day with ids behind `after`. */
interface Unsealed {
  readonly day: string;
  readonly part: number;
  readonly after: string;
}

/** Closed days behind the last seal; of those long ago the ones with counted rows, so that a replayed year is no hole to fill. */
async function openDays(trx: Trx, { table }: AnyEntity): Promise<Unsealed[]> {
  const counted = (kind: string) =>
    sql`select (c.hour at time zone 'UTC')::date as day from ${sql.table(`${table}_${kind}`)} c, last
      where c.hour >= coalesce(last.day::timestamp at time zone 'UTC', '-infinity')`;
  const { rows } = await sql<Unsealed>`
    with closed as (select ((now() - ${CLOSED_AFTER}::interval) at time zone 'UTC')::date - 1 as day),
    last as (select max(s.day) + 1 as day from log_seal s where s.log = ${table}),
    filled as (${counted('hour')} union ${counted('delta')}),
    since as (select coalesce(last.day, (select min(day) from filled)) as day from last),
    open as (select day from filled union
      select closed.day - n from closed, since, generate_series(0, ${EMPTY_DAYS} - 1) n)
    select to_char(o.day, 'YYYY-MM-DD') as day, 0 as part, '0' as after from open o, closed, since
      where o.day >= since.day and o.day <= closed.day order by o.day limit ${AT_ONCE}`.execute(
    trx,
  );
  return rows;
}

/** Days up to the last sealed one for which rows came that no seal covers; a day from before the first seal has none. */
async function lateDays(trx: Trx, { table }: AnyEntity, settled: string): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    with known as (select max(day) as day, max(last_id) as id from log_seal where log = ${table}),
    late as (select distinct (t.at at time zone 'UTC')::date as day from ${sql.table(table)} t, known
      where t.id > known.id and t.id <= ${settled}::bigint and t.at < (known.day + 1)::timestamp at time zone 'UTC')
    select to_char(l.day, 'YYYY-MM-DD') as day, coalesce(max(s.part) + 1, 0) as part, coalesce(max(s.last_id), 0)::text as after
    from late l left join log_seal s on s.log = ${table} and s.day = l.day group by l.day order by l.day`.execute(
    trx,
  );
  return rows;
}

interface LastSeal {
  readonly digest: string | null;
  readonly link: number;
  /** Rows up to it were settled when it was made. */
  readonly lastId: string;
}

async function lastSeal(trx: Trx, { table }: AnyEntity): Promise<LastSeal> {
  const { rows } = await sql<LastSeal>`select digest, link::int as link,
      (select max(last_id) from log_seal where log = ${table})::text as "lastId"
    from log_seal where log = ${table} order by link desc limit 1`.execute(trx);
  return rows[0] ?? { digest: null, link: 0, lastId: '0' };
}
