import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { remembered } from '../database/remembered.ts';
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
  const [past, fresh] = await Promise.all([
    pastHours(context, entity, search, { begin, end: settled }),
    readHours(context, entity, search, { begin: Math.max(begin, settled), end }),
  ]);
  return [...fresh, ...past];
}

/** Until when hours are past: hardly a row comes to them any more. */
export function settledAt(now: number): number {
  return (Math.floor(now / HOUR) - 1) * HOUR;
}

interface Past {
  /** Rows of the whole log in these hours when they were read. */
  readonly rows: number;
  readonly stretches: readonly Stretch[];
}

const counts = remembered(
  new LRUCache<string, Past>({
    maxSize: 200_000,
    sizeCalculation: ({ stretches }) => stretches.length + 1,
  }),
);

async function pastHours(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  window: Window,
): Promise<readonly Stretch[]> {
  const counted = await countAll(context, entity, window);
  const rows = counted.reduce((sum, { count }) => sum + count, 0);
  const key = `${search.mark} ${window.begin} ${window.end}`;
  const known = counts.get(key);
  if (known?.rows === rows) return known.stretches;
  const stretches = await readPast(context, entity, search, window, counted);
  counts.set(key, { rows, stretches });
  return stretches;
}

/**
 * Days whose words are counted from these counts, what lies between them from the index. `counted` are the rows of the
 * whole log in the window.
 */
async function readPast(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  window: Window,
  counted: readonly Stretch[],
): Promise<Stretch[]> {
  const oldest = counted.at(-1);
  if (!search.wordCounts || !oldest) return readHours(context, entity, search, window);
  const filled = { begin: Math.max(window.begin, dayOf(oldest.begin)), end: window.end };
  const { hours, gaps } = await countedDays(context, entity, search.wordCounts, filled, counted);
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
      from ${sql.table(entity.table)} t ${where([...search.conditions, ...within(window)])} group by 1) h order by 1 desc`.execute(
    context.sql,
  );
  return rows.map(({ hour, n }) => ({
    begin: Math.max(Number(hour) * HOUR, window.begin),
    end: Math.min((Number(hour) + 1) * HOUR, window.end),
    count: Number(n),
  }));
}
