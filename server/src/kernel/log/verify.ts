import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { SealCheck, SealState } from '@millwright/contract/log/seal';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { digestOf, ofDay } from './digest.ts';
import { CLOSED_AFTER, EMPTY_DAYS, logs } from './seal.ts';

interface StoredSeal {
  readonly log: string;
  readonly part: number;
  readonly digest: string;
  readonly before: string | null;
  readonly count: string;
  readonly after: string;
  readonly lastId: string;
  readonly sealedAt: string;
  readonly linked: string | null;
  readonly isFirst: boolean;
  readonly archived: boolean | null;
}

/**
 * Whether the rows of a closed day (in UTC) are those that were sealed, seal by seal. A log without a seal of the day is
 * told when it should have one, and left out otherwise.
 */
export async function verifyDay(trx: Trx, day: string): Promise<SealCheck[]> {
  const seals = await sealsOf(trx, day);
  const checks: SealCheck[] = [];
  for (const log of logs) {
    const own = seals.filter((seal) => seal.log === log.table);
    const facts = await factsOf(trx, log, day);
    if (own.length > 0) checks.push(...(await checksOf(trx, log, day, own, facts)));
    else if (lacksSeal(facts)) checks.push(unsealed(log, day, facts));
  }
  return checks;
}

async function checksOf(
  trx: Trx,
  log: AnyEntity,
  day: string,
  seals: readonly StoredSeal[],
  { counted, held, behind: late }: DayFacts,
): Promise<SealCheck[]> {
  const checks: SealCheck[] = [];
  for (const seal of seals) {
    const state = await stateOf(trx, log, day, seal);
    checks.push({
      log: log.name,
      day,
      part: seal.part,
      rows: Number(seal.count),
      counted,
      sealedAt: seal.sealedAt,
      late,
      state,
      isWhole: state !== 'broken',
      isChained: seal.isFirst ? seal.before === null : seal.linked === seal.before,
    });
  }
  const [first] = checks;
  if (!first || counted === held || checks.some(({ isWhole }) => !isWhole)) return checks;
  return [{ ...first, state: 'miscounted', isWhole: false }, ...checks.slice(1)];
}

function unsealed({ name: log }: AnyEntity, day: string, { counted, held }: DayFacts): SealCheck {
  const none = { part: 0, sealedAt: null, late: 0, isWhole: false, isChained: false } as const;
  return { log, day, rows: held, counted, state: 'unsealed', ...none };
}

async function sealsOf(trx: Trx, day: string): Promise<readonly StoredSeal[]> {
  const { rows } = await sql<StoredSeal>`
    select s.log, s.part, s.digest, s.before, s.row_count as count, s.last_id as "lastId", s.sealed_at as "sealedAt",
      s.link = 1 as "isFirst", b.digest as linked,
      coalesce((select max(p.last_id) from log_seal p where p.log = s.log and p.day = s.day and p.part < s.part), 0)::text as after,
      (select d.is_archived from log_dropped d where d.log = s.log and d.dropped_at > s.sealed_at
        and s.day::timestamp at time zone 'UTC' >= d.begins and s.day::timestamp at time zone 'UTC' < d.ends
        order by d.dropped_at limit 1) as archived
    from log_seal s left join log_seal b on b.log = s.log and b.link = s.link - 1
    where s.day = ${day}::date order by s.log, s.part`.execute(trx);
  return rows;
}

async function stateOf(
  trx: Trx,
  log: AnyEntity,
  day: string,
  { archived, digest: sealed, after, lastId, before }: StoredSeal,
): Promise<SealState> {
  if (archived !== null) return archived ? 'archived' : 'dropped';
  const { digest } = await digestOf(trx, log, { day, after, upTo: lastId, before });
  return digest === sealed ? 'whole' : 'broken';
}

/** What a log knows of a day beside its seals. */
interface DayFacts {
  readonly held: number;
  readonly counted: number;
  /** Of the rows held those that came after the last seal of the day; without one, after the last seal of the log. */
  readonly behind: number;
  /** The day closed so long ago that an hourly run has passed. */
  readonly isDue: boolean;
  /** One of the days that get a seal even without rows, once the log has any seal. */
  readonly isSealedEmpty: boolean;
  /** No later day of the log has a seal: one run makes them all, the oldest first. */
  readonly isLast: boolean;
  /** Numbers of the chain are missing before the next day that has a seal, as many as reach back to this day. */
  readonly isUnderGap: boolean;
}

/** Longest wait for a day's seal after it closed: the runs come hourly and take their time. */
const SEALED_WITHIN = '2 hours';

/** Behind the last seal every day with rows waits for its own; before it only rows that came since may be without. */
function lacksSeal(facts: DayFacts): boolean {
  const { held, counted, behind, isDue, isLast, isSealedEmpty, isUnderGap } = facts;
  if (!isDue) return false;
  if (isLast) return held > 0 || counted > 0 || isSealedEmpty;
  return held > behind || counted > held || isUnderGap;
}

async function factsOf(trx: Trx, { table }: AnyEntity, day: string): Promise<DayFacts> {
  const counts = (
    kind: string,
  ) => sql`select coalesce(sum(t.n), 0) as n from ${sql.table(`${table}_${kind}`)} t
    where ${ofDay(day, 'hour')}`;
  const { rows } = await sql<Record<'held' | 'counted' | 'behind', string> & DayFacts>`
    with asked as (select ${day}::date as day),
    closed as (select ((now() - ${CLOSED_AFTER}::interval) at time zone 'UTC')::date - 1 as day),
    seals as (select s.day, s.part, s.link, s.last_id, s.link - lag(s.link, 1, 0::bigint) over (order by s.link) as step
      from log_seal s where s.log = ${table}),
    last as (select max(day) as day, coalesce(max(last_id) filter (where day = ${day}::date), max(last_id), 0) as id
      from seals),
    found as (select count(*) as held, count(*) filter (where t.id > last.id) as behind
      from ${sql.table(table)} t, last where ${ofDay(day)})
    select found.held, found.behind, (${counts('hour')}) + (${counts('delta')}) as counted,
      now() >= (asked.day + 1)::timestamp at time zone 'UTC' + ${CLOSED_AFTER}::interval + ${SEALED_WITHIN}::interval as "isDue",
      last.day is not null and asked.day > closed.day - ${EMPTY_DAYS}::integer as "isSealedEmpty",
      coalesce(asked.day > last.day, true) as "isLast",
      exists (select from seals s where s.part = 0 and s.day > asked.day and s.day - asked.day < s.step) as "isUnderGap"
    from asked, closed, last, found`.execute(trx);
  const [facts] = rows;
  if (!facts) throw new Error(`The check of ${table} gave no facts.`);
  const { held, counted, behind } = facts;
  return { ...facts, held: Number(held), counted: Number(counted), behind: Number(behind) };
}
