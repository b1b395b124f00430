import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { logTooSlow } from '@millwright/contract/kernel/log-refusals';
import { type RawBuilder, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import { where } from '../store/filter.ts';
import { ALWAYS, countAll, type Stretch } from './hours.ts';
import { type LogSearch, within } from './search.ts';
import { HOUR, type Window } from './window.ts';
import { countedDays, dayOf } from './word-days.ts';

/**
 * The rows per hour, as `countHours` gives them, of a search that the counts of the log do not know: from the words of
 * closed days where it names nothing else, and from an index. Unless values that come later are asked for, hours that
 * are past are remembered as long as the log's own counts say that no row came to them or left.
 */
export async function countByIndex(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  now = Date.now(),
): Promise<Stretch[]> {
  const { begin, end } = search.window ?? ALWAYS;
  if (search.isMoving) return readHours(context, entity, search, { begin, end });
  const settled = Math.min(end, settledAt(now));
  const readPastHours = search.together.length > 0 ? weekByWeek : pastHours;
  const [past, fresh] = await Promise.all([
    readPastHours(context, entity, search, { begin, end: settled }),
    readHours(context, entity, search, { begin: Math.max(begin, settled), end }),
  ]);
  return [...fresh, ...past];
}

/** Until when hours are past: hardly a row comes to them any more. */
export function settledAt(now: number): number {
  return (Math.floor(now / HOUR) - 1) * HOUR;
}

const WEEK = 7 * 24 * HOUR;

/** The hours of several words, newest first, each week remembered by itself. Throws `log.list.tooBroad`. */
async function weekByWeek(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  window: Window,
): Promise<readonly Stretch[]> {
  const [counted, mostMs] = await Promise.all([
    countAll(context, entity, window),
    patienceOf(context),
  ]);
  const until = performance.now() + mostMs;
  const stretches: Stretch[] = [];
  for (const week of inWeeks(counted)) {
    if (performance.now() > until) throw refuse(logTooSlow);
    const begin = Math.floor((week[0]?.begin ?? 0) / WEEK) * WEEK;
    const part = {
      begin: Math.max(begin, window.begin),
      end: Math.min(begin + WEEK, window.end),
    };
    stretches.push(...(await rememberedHours(context, entity, search, part, week)));
  }
  return stretches;
}

/** Milliseconds after which a single statement would be given up; the weeks that were read until then stay known. */
async function patienceOf(context: Context): Promise<number> {
  const { rows } = await sql<{ ms: string }>`select extract(epoch from
    current_setting('statement_timeout')::interval) * 1000 as ms`.execute(context.sql);
  return Number(rows[0]?.ms);
}

/** Counted hours, newest first, by the week (of the epoch) in which they lie. */
function inWeeks(counted: readonly Stretch[]): Iterable<readonly Stretch[]> {
  return Map.groupBy(counted, ({ begin }) => Math.floor(begin / WEEK)).values();
}

interface Past {
  /** Rows of the whole log in these hours when they were read. */
  readonly rows: number;
  readonly stretches: readonly Stretch[];
}

const remembered = new LRUCache<string, Past>({
  maxSize: 200_000,
  sizeCalculation: ({ stretches }) => stretches.length + 1,
});

async function pastHours(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  window: Window,
): Promise<readonly Stretch[]> {
  const counted = await countAll(context, entity, window);
  return rememberedHours(context, entity, search, window, counted);
}

/** `counted` are the rows of the whole log in the window. */
async function rememberedHours(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  window: Window,
  counted: readonly Stretch[],
): Promise<readonly Stretch[]> {
  const rows = counted.reduce((sum, { count }) => sum + count, 0);
  const key = `${search.mark} ${window.begin} ${window.end}`;
  const known = remembered.get(key);
  if (known?.rows === rows) return known.stretches;
  const stretches = await readPast(context, entity, search, window, counted);
  remembered.set(key, { rows, stretches });
  return stretches;
}

/** Days whose words are counted from these counts, what lies between them from the index. */
async function readPast(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  window: Window,
  counted: readonly Stretch[],
): Promise<Stretch[]> {
  const oldest = counted.at(-1);
  if (!search.word || !oldest) return readHours(context, entity, search, window);
  const filled = { begin: Math.max(window.begin, dayOf(oldest.begin)), end: window.end };
  const { hours, gaps } = await countedDays(context, entity, search.word, filled, counted);
  const read = await Promise.all(gaps.map((gap) => readHours(context, entity, search, gap)));
  return [...hours, ...read.flat()].sort((one, other) => other.begin - one.begin);
}

async function readHours(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  window: Window,
): Promise<Stretch[]> {
  if (!(window.begin < window.end)) return [];
  const { rows } = await sql<{ hour: string; n: string }>`
    select extract(epoch from h.hour)::bigint / 3600 as hour, h.n from (
      select date_bin('1 hour', t.at, 'epoch') as hour, count(*) as n
      from ${found(entity, search, window)} group by 1) h order by 1 desc`.execute(context.sql);
  return rows.map(({ hour, n }) => ({
    begin: Math.max(Number(hour) * HOUR, window.begin),
    end: Math.min((Number(hour) + 1) * HOUR, window.end),
    count: Number(n),
  }));
}

/**
 * The rows of a search, as the alias `t`. Several words are looked up each in its own index and what they share is kept:
 * the rows that bear one of them lie far apart, and to look at each takes longer than to read the other words' indexes.
 */
function found({ table }: AnyEntity, search: LogSearch, window: Window): RawBuilder<unknown> {
  const time = within(window);
  const [first, ...others] = search.together.map(
    (conditions) =>
      sql`(select t.at, t.id from ${sql.table(table)} t ${where([...conditions, ...time])})`,
  );
  if (!first) return sql`${sql.table(table)} t ${where([...search.conditions, ...time])}`;
  const joins = others.map(
    (other, place) => sql`join ${other} ${sql.id(`t${place}`)} using (at, id)`,
  );
  return sql`(select at, id from ${first} a ${sql.join(joins, sql` `)}) t`;
}
