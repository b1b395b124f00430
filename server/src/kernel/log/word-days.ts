import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Pool } from '../database/pool.ts';
import { inScope } from '../database/transaction.ts';
import { where } from '../store/filter.ts';
import type { Stretch } from './hours.ts';
import { isoOf } from './search.ts';
import { HOUR, type Window } from './window.ts';

const DAY = 24 * HOUR;

/** Most days of one log that are counted in one transaction. */
const AT_ONCE = 5;

/**
 * Counts the words of the closed days of every log, per hour, where they are not counted or rows came since. Of several
 * processes one does it. Gives the number of days.
 */
export async function countWords(pool: Pool): Promise<number> {
  let days = 0;
  for (;;) {
    const { rows } = await inScope(pool, { site: '*', timeoutMs: 600_000 }, (trx) =>
      sql<{ n: number }>`select count_log_words(${AT_ONCE}) as n`.execute(trx),
    );
    const counted = rows[0]?.n ?? 0;
    if (counted === 0) return days;
    days += counted;
  }
}

/** What is known of the days of a window: the hours that hold the words, and the time between that must be read. */
export interface CountedDays {
  readonly hours: readonly Stretch[];
  readonly gaps: readonly Window[];
}

/**
 * The hours of whole days (in UTC) whose words were counted when the log had as many rows in them as it has now; `words`
 * are conditions over these counts, as the alias `t`.
 * `counted` are the rows of the whole log per hour of the same window, which must have two ends.
 */
export async function countedDays(
  context: Context,
  entity: AnyEntity,
  words: readonly RawBuilder<boolean>[],
  window: Window,
  counted: readonly Stretch[],
): Promise<CountedDays> {
  const [known, held] = await Promise.all([
    rowsOfDays(context, entity, window),
    hoursOfWords(context, entity, words, window),
  ]);
  const now = new Map<number, number>();
  for (const { begin, count } of counted) {
    const day = dayOf(begin);
    now.set(day, (now.get(day) ?? 0) + count);
  }
  const isCounted = (day: number) =>
    day >= window.begin && day + DAY <= window.end && (now.get(day) ?? 0) === (known.get(day) ?? 0);
  const gaps: Window[] = [];
  for (let day = dayOf(window.begin); day < window.end; day += DAY) {
    if (isCounted(day)) continue;
    const gap = { begin: Math.max(day, window.begin), end: Math.min(day + DAY, window.end) };
    const before = gaps.at(-1);
    if (before?.end === gap.begin) gaps.splice(-1, 1, { begin: before.begin, end: gap.end });
    else gaps.push(gap);
  }
  return { hours: held.filter(({ begin }) => isCounted(dayOf(begin))), gaps };
}

async function rowsOfDays(
  { sql: trx }: Context,
  { table }: AnyEntity,
  window: Window,
): Promise<ReadonlyMap<number, number>> {
  const conditions = where([sql<boolean>`t.log = ${table}`, ...daysWithin(window)]);
  const { rows } = await sql<{ day: number; n: string }>`
    select t.day - date '1970-01-01' as day, sum(t.n) as n from log_counted_day t ${conditions} group by t.day`.execute(
    trx,
  );
  return new Map(rows.map(({ day, n }) => [day * DAY, Number(n)]));
}

async function hoursOfWords(
  { sql: trx }: Context,
  { table }: AnyEntity,
  words: readonly RawBuilder<boolean>[],
  window: Window,
): Promise<Stretch[]> {
  const conditions = where([...words, ...daysWithin(window)]);
  const { rows } = await sql<{ hour: number; n: string }>`
    select (t.day - date '1970-01-01') * 24 + h.hour as hour, sum(h.n) as n
    from ${sql.table(`${table}_word_day`)} t cross join lateral unnest(t.hours, t.counts) h(hour, n) ${conditions} group by 1`.execute(
    trx,
  );
  return rows.map(({ hour, n }) => ({
    begin: hour * HOUR,
    end: (hour + 1) * HOUR,
    count: Number(n),
  }));
}

function daysWithin({ begin, end }: Window): RawBuilder<boolean>[] {
  return [
    sql<boolean>`t.day >= ${isoOf(begin).slice(0, 10)}::date`,
    sql<boolean>`t.day <= ${isoOf(end).slice(0, 10)}::date`,
  ];
}

/** The beginning of a day in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY) * DAY;
}
