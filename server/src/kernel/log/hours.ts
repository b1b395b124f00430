import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { remembered } from '../database/remembered.ts';
import { where } from '../store/filter.ts';
import { isoOf, type LogSearch, searchOf, within } from './search.ts';
import { HOUR, type Window } from './window.ts';

/** So many rows in a stretch of at most an hour; times in milliseconds since 1970. */
export interface Stretch extends Window {
  readonly count: number;
}

/**
 * The rows of a search counted per hour, newest first, hours without rows left out: the counts that the log keeps,
 * with the two cut hours at the ends of the window counted by index. What was folded is remembered until the next fold.
 */
export async function countHours(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
): Promise<Stretch[]> {
  const window = search.window ?? ALWAYS;
  const whole = {
    begin: Number.isFinite(window.begin) ? Math.ceil(window.begin / HOUR) * HOUR : window.begin,
    end: Number.isFinite(window.end) ? Math.floor(window.end / HOUR) * HOUR : window.end,
  };
  if (whole.begin >= whole.end) return cutHour(context, entity, search, window);
  const [counts, ...cut] = await Promise.all([
    wholeHours(context, entity, search, whole),
    cutHour(context, entity, search, { begin: whole.end, end: window.end }),
    cutHour(context, entity, search, { begin: window.begin, end: whole.begin }),
  ]);
  const stretches = [...counts]
    .filter(([, count]) => count > 0)
    .map(([hour, count]) => ({ begin: hour, end: hour + HOUR, count }));
  return [...stretches, ...cut.flat()].sort((one, other) => other.begin - one.begin);
}

/** Part of an hour, counted by index. */
async function cutHour(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  part: Window,
): Promise<Stretch[]> {
  if (!(part.begin < part.end)) return [];
  const conditions = where([...search.conditions, ...within(part)]);
  const { rows } = await sql<{
    n: string;
  }>`select count(*) as n from ${sql.table(entity.table)} t ${conditions}`.execute(context.sql);
  const count = Number(rows[0]?.n ?? 0);
  return count === 0 ? [] : [{ ...part, count }];
}

/** All rows of a window that the session sees, per hour as `countHours` gives them. */
export function countAll(context: Context, entity: AnyEntity, window: Window): Promise<Stretch[]> {
  const everything = { ...searchOf(entity, context.session, {}, new Map()), window };
  return countHours(context, entity, everything);
}

/** All time. */
export const ALWAYS: Window = { begin: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };

type Counts = ReadonlyMap<number, number>;

interface Folded {
  /** How often the log's counts had been folded when these were read. */
  readonly folds: string;
  readonly counts: Counts;
}

const kept = remembered(new LRUCache<string, Folded>({ max: 500 }));

async function wholeHours(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  whole: Window,
): Promise<Counts> {
  const key = `${search.mark} ${whole.begin} ${whole.end}`;
  const known = kept.get(key);
  if (known) {
    const now = await read(context, entity, search, whole, false);
    if (now.folds === known.folds) return sum(known.counts, now.fresh);
  }
  const now = await read(context, entity, search, whole, true);
  kept.set(key, { folds: now.folds, counts: now.folded });
  return sum(now.folded, now.fresh);
}

/** Folded and fresh counts of one moment: one statement sees both, or the fresh ones alone. */
async function read(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  whole: Window,
  withFolded: boolean,
): Promise<{ folds: string; folded: Counts; fresh: Counts }> {
  const conditions = [...search.conditions, ...hoursWithin(whole)];
  const part = (name: string, mark: number) =>
    sql`select ${sql.lit(mark)}::int as part, extract(epoch from t.hour)::bigint as hour, sum(t.n)::bigint as n
      from ${sql.table(`${entity.table}_${name}`)} t ${where(conditions)} group by t.hour`;
  const { rows } = await sql<{ part: number; hour: string | null; n: string }>`
    select 0 as part, null::bigint as hour, folds as n from log_table where name = ${entity.table}
    union all ${part('delta', 1)}${withFolded ? sql` union all ${part('hour', 2)}` : sql``}`.execute(
    context.sql,
  );
  const of = (mark: number) =>
    new Map(
      rows
        .filter((row) => row.part === mark)
        .map(({ hour, n }) => [Number(hour) * 1000, Number(n)]),
    );
  const folds = rows.find((row) => row.part === 0)?.n ?? '';
  return { folds, folded: of(2), fresh: of(1) };
}

function hoursWithin({ begin, end }: Window): RawBuilder<boolean>[] {
  return [
    ...(Number.isFinite(begin) ? [sql<boolean>`t.hour >= ${isoOf(begin)}::timestamptz`] : []),
    ...(Number.isFinite(end) ? [sql<boolean>`t.hour < ${isoOf(end)}::timestamptz`] : []),
  ];
}

function sum(one: Counts, other: Counts): Counts {
  if (other.size === 0) return one;
  const all = new Map(one);
  for (const [hour, n] of other) all.set(hour, (all.get(hour) ?? 0) + n);
  return all;
}
