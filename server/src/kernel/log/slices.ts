import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { LOG_COUNT_CAP, logTooSlow } from '@millwright/contract/kernel/log-refusals';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { remembered } from '../database/remembered.ts';
import { refuse } from '../refuse.ts';
import { where } from '../store/filter.ts';
import { countAll, type Stretch } from './hours.ts';
import { settledAt } from './indexed-hours.ts';
import { isoOf, type LogSearch, within } from './search.ts';
import { HOUR, type Window } from './window.ts';

/** What a search inside texts found: how much, one more than the cap at most, and where the rows of the page lie. */
export interface Found {
  readonly total: number;
  readonly times: readonly string[];
  readonly ids: readonly string[];
}

/** A search gives up after so long, as a single statement would; what it has read of past hours stays known. */
const MOST_MS = 5000;

/**
 * Reads a search inside texts slice by slice in the order of its time, until the window ends or more is found than is
 * paged. What past hours hold is remembered as long as the log's own counts say that no row came to them or left.
 * Throws `log.list.tooBroad` when it takes too long.
 */
export async function findInSlices(
  context: Context,
  entity: AnyEntity,
  { page, limit, order }: ListQuery,
  search: LogSearch,
  now = Date.now(),
): Promise<Found> {
  const way = order === 'ASC' ? 'asc' : 'desc';
  const newest = await slicesOf(context, entity, search, now);
  await readForward(context);
  const until = performance.now() + MOST_MS;
  const first = (page - 1) * limit;
  const last = Math.min(first + limit, LOG_COUNT_CAP);
  const shown: string[] = [];
  let total = 0;
  for (const slice of way === 'asc' ? newest.toReversed() : newest) {
    if (performance.now() > until) throw refuse(logTooSlow);
    const { count, places } = await findIn(context, entity, search, slice, way);
    if (count > 0 && total < last && total + count > first)
      shown.push(...places.split(',').slice(Math.max(first - total, 0), last - total));
    total += count;
    if (total > LOG_COUNT_CAP) break;
  }
  const parts = shown.map((place) => place.split(':'));
  return {
    total,
    times: parts.map(([at]) => isoOf(Number(at))),
    ids: parts.map(([, id = '']) => id),
  };
}

/** Part of a window that one statement reads. */
interface Slice extends Window {
  /** Rows of the whole log in the hours that it belongs to. */
  readonly rows: number;
  /** Whether its hours are past. */
  readonly isPast: boolean;
}

/** Rows that are read at once of past hours; and of the last ones, where what is found often ends the search. */
const MOST_ROWS = 150_000;
const FRESH_ROWS = 30_000;
const DAY = 24 * HOUR;

async function slicesOf(
  context: Context,
  entity: AnyEntity,
  { window }: LogSearch,
  now: number,
): Promise<Slice[]> {
  if (!window) return [];
  const settled = settledAt(now);
  const slices: Slice[] = [];
  // From the oldest hour on, inside days, so that slices are the same while rows come and the window moves.
  for (const hour of (await countAll(context, entity, window)).toReversed()) {
    const isPast = hour.end <= settled;
    const before = slices.at(-1);
    const isJoined =
      before?.isPast &&
      isPast &&
      dayOf(before) === dayOf(hour) &&
      before.rows + hour.count <= MOST_ROWS;
    if (isJoined)
      slices.splice(-1, 1, { ...before, end: hour.end, rows: before.rows + hour.count });
    else slices.push(...partsOf(hour, isPast));
  }
  return slices.toReversed();
}

function dayOf({ begin }: Window): number {
  return Math.floor(begin / DAY);
}

/** An hour with more rows than are read at once is cut into equal parts. */
function partsOf({ begin, end, count }: Stretch, isPast: boolean): Slice[] {
  const parts = Math.ceil(count / (isPast ? MOST_ROWS : FRESH_ROWS));
  const bound = (part: number) => Math.round(begin + ((end - begin) * part) / parts);
  return Array.from({ length: parts }, (_, part) => ({
    begin: bound(part),
    end: bound(part + 1),
    rows: count,
    isPast,
  }));
}

interface FoundIn {
  readonly count: number;
  /** `<milliseconds>:<id>` of each row in its order, separated by commas. */
  readonly places: string;
}

interface Remembered extends FoundIn {
  /** Rows of the whole log in the hours of the slice when it was read. */
  readonly rows: number;
}

/** At most so many letters of places, 24 for each row that was found. */
const past = remembered(
  new LRUCache<string, Remembered>({
    maxSize: 8_000_000,
    sizeCalculation: ({ places }, mark) => places.length + mark.length,
  }),
);

async function findIn(
  context: Context,
  entity: AnyEntity,
  search: LogSearch,
  slice: Slice,
  way: 'asc' | 'desc',
): Promise<FoundIn> {
  if (!slice.isPast || search.isMoving) return readIn(context, entity, search, slice, way);
  const mark = `${search.mark} ${slice.begin} ${slice.end} ${way}`;
  const known = past.get(mark);
  if (known?.rows === slice.rows) return known;
  const found = await readIn(context, entity, search, slice, way);
  past.set(mark, { ...found, rows: slice.rows });
  return found;
}

/** PostgreSQL takes the index of the time for a plain order even where that is switched off, if the log has partitions. */
const FORWARD = sql`order by t.at + interval '0'`;

async function readIn(
  context: Context,
  entity: AnyEntity,
  { conditions }: LogSearch,
  slice: Slice,
  way: 'asc' | 'desc',
): Promise<FoundIn> {
  const order = sql.raw(`order by t.at ${way}, t.id ${way}`);
  const { rows } = await sql<{ count: number; places: string | null }>`
    select count(*)::int as count,
      string_agg((extract(epoch from t.at) * 1000)::bigint || ':' || t.id, ',' ${order}) as places
    from (select t.at, t.id from ${sql.table(entity.table)} t ${where([...conditions, ...within(slice)])}
      ${FORWARD} ${sql.raw(way)}, t.id ${sql.raw(way)} limit ${LOG_COUNT_CAP + 1}) t`.execute(
    context.sql,
  );
  return { count: rows[0]?.count ?? 0, places: rows[0]?.places ?? '' };
}

/**
 * Lets the statements that follow in this transaction read the pages of a slice as they lie, several ahead and with
 * helpers if PostgreSQL has any: along the index from the newest row on, a log that is not in memory comes page by page
 * against the direction in which disks are read.
 */
async function readForward({ sql: trx }: Context): Promise<void> {
  await sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_indexscan']) name`.execute(trx);
}
