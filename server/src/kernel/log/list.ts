import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import {
  LOG_COUNT_CAP,
  LOG_SORT_HOURS,
  logRefusals,
  logTooSlow,
} from '@millwright/contract/kernel/log-refusals';
import type { ListAnswer, ListQuery } from '@millwright/contract/kernel/query';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import { snake } from '../store/columns.ts';
import { where } from '../store/filter.ts';
import { answersOf, type StoredRow } from '../store/row.ts';
import { selection } from '../store/select.ts';
import { countHours, type Stretch } from './hours.ts';
import { countByIndex } from './indexed-hours.ts';
import { type Found, findInSlices } from './slices.ts';
import { type Counting, findWords, isoOf, type LogSearch, searchOf, within } from './search.ts';
import { HOUR, isOfADay, type Window } from './window.ts';

/**
 * One page of a log by time, newest first unless asked, with its exact total; any page is reached without reading more
 * than an hour beside it. Within a day it may be sorted by what the declaration says besides. A search inside texts is counted and paged up to 10,000 rows (`totalCapped`).
 * Throws `log.list.tooBroad`, `log.list.sort`.
 */
export async function listLog(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
): Promise<ListAnswer<StoredRow>> {
  const search = await searchFor(context, entity, query);
  if (!search) return answer(context, entity, query, [], 0);
  try {
    return await HOW[search.counting](context, entity, query, search);
  } catch (error) {
    throw isTimeout(error) ? refuse(logTooSlow) : error;
  }
}

/** How many rows a list call of a log has, counted as its list does; inside texts up to `limit`. Throws as `listLog`. */
export async function countLog(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  limit: number,
): Promise<number> {
  const search = await searchFor(context, entity, query);
  if (!search) return 0;
  try {
    if (search.counting === 'hours' || search.counting === 'words')
      return totalOf(await hoursOf(context, entity, search));
    if (search.isByTime) await readBack(context);
    return await countRows(context, entity, search, limit);
  } catch (error) {
    throw isTimeout(error) ? refuse(logTooSlow) : error;
  }
}

/** A list call understood; null when a word that it names stands nowhere. Throws `log.list.tooBroad`, `log.list.sort`. */
async function searchFor(
  context: Context,
  entity: AnyEntity,
  { params, sort }: ListQuery,
): Promise<LogSearch | null> {
  const words = await findWords(context, entity, params);
  const search = searchOf(entity, context.session, params, words);
  if (sort !== undefined && sort !== 'at') refuseSort(entity, sort, search.window);
  return [...words.values()].some((found) => found.length === 0) ? null : search;
}

function refuseSort(entity: AnyEntity, sort: string, window: Window | null): void {
  const field = entity.fields[sort];
  if (!field?.sort) throw refuse(refusals['call.invalid'], { detail: `sort=${sort}` });
  if (window && isOfADay(window)) return;
  throw refuse(logRefusals['log.list.sort'], { label: field.label, hours: LOG_SORT_HOURS });
}

type Reader = (
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
) => Promise<ListAnswer<StoredRow>>;

const HOW: Readonly<Record<Counting, Reader>> = {
  hours: byHours,
  words: byHours,
  keys: byKeys,
  capped: byReading,
};

async function byHours(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
): Promise<ListAnswer<StoredRow>> {
  const newest = await hoursOf(context, entity, search);
  const total = totalOf(newest);
  const offset = (query.page - 1) * query.limit;
  if (query.sort !== undefined && query.sort !== 'at') {
    const conditions = [...search.conditions, ...within(search.window)];
    const rows = await readRows(context, entity, query, conditions, offset);
    return answer(context, entity, query, rows, total);
  }
  const hours = query.order === 'ASC' ? newest.toReversed() : newest;
  const part = partOf(hours, offset, query.limit);
  const rows = part ? await readPart(context, entity, query, search, part) : [];
  return answer(context, entity, query, rows, total);
}

function hoursOf(context: Context, entity: AnyEntity, search: LogSearch): Promise<Stretch[]> {
  return search.counting === 'hours'
    ? countHours(context, entity, search)
    : countByIndex(context, entity, search);
}

function totalOf(hours: readonly Stretch[]): number {
  return hours.reduce((sum, { count }) => sum + count, 0);
}

/** The hours in which a page lies, and how many rows of the first are left out. */
interface Part {
  readonly hours: readonly Stretch[];
  readonly skip: number;
}

function partOf(hours: readonly Stretch[], offset: number, limit: number): Part | null {
  let before = 0;
  let first = -1;
  for (const [index, { count }] of hours.entries()) {
    if (first < 0 && before + count > offset) first = index;
    if (first >= 0 && before + count >= offset + limit) {
      return { hours: hours.slice(first, index + 1), skip: offset - sumOf(hours, first) };
    }
    before += count;
  }
  return first < 0 ? null : { hours: hours.slice(first), skip: offset - sumOf(hours, first) };
}

function sumOf(hours: readonly Stretch[], end: number): number {
  let sum = 0;
  for (let index = 0; index < end; index += 1) sum += hours[index]?.count ?? 0;
  return sum;
}

/** Reads a page from its hours; where they lie far apart, only those hours are read. */
async function readPart(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
  { hours, skip }: Part,
): Promise<StoredRow[]> {
  const span = {
    begin: Math.min(...hours.map(({ begin }) => begin)),
    end: Math.max(...hours.map(({ end }) => end)),
  };
  const isDense = span.end - span.begin <= hours.length * 4 * HOUR;
  if (isDense)
    return readRows(context, entity, query, [...search.conditions, ...within(span)], skip);
  const begins = hours.map(({ begin }) => isoOf(begin));
  const ends = hours.map(({ end }) => isoOf(end));
  const list = selection(entity, 'list', context.session);
  const { rows } =
    await sql<StoredRow>`select ${list} from unnest(${begins}::timestamptz[], ${ends}::timestamptz[]) h(opens, closes)
    cross join lateral (select * from ${sql.table(entity.table)} t
      ${where([...search.conditions, sql<boolean>`t.at >= h.opens and t.at < h.closes`])}) t
    ${orderOf(query)} limit ${query.limit} offset ${skip}`.execute(context.sql);
  return rows;
}

async function readRows(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  conditions: readonly RawBuilder<boolean>[],
  skip: number,
): Promise<StoredRow[]> {
  const list = selection(entity, 'list', context.session);
  const { rows } =
    await sql<StoredRow>`select ${list} from ${sql.table(entity.table)} t ${where(conditions)}
    ${orderOf(query)} limit ${query.limit} offset ${skip}`.execute(context.sql);
  return rows;
}

function orderOf({ sort = 'at', order }: ListQuery): RawBuilder<unknown> {
  const way = sql.raw(order === 'ASC' ? 'asc' : 'desc');
  const time = sql`t.at ${way}, t.id ${way}`;
  return sort === 'at'
    ? sql`order by ${time}`
    : sql`order by ${sql.ref(`t.${snake(sort)}`)} ${way} nulls last, ${time}`;
}

/** So many rows of a key are counted anew with every page; more are counted per hour, and past hours remembered. */
const FEW_ROWS = 1000;

/** Few rows by the index of a key, counted all. */
async function byKeys(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
): Promise<ListAnswer<StoredRow>> {
  const total = await countRows(context, entity, search, FEW_ROWS + 1);
  if (total > FEW_ROWS) return byHours(context, entity, query, search);
  const conditions = [...search.conditions, ...within(search.window)];
  const offset = (query.page - 1) * query.limit;
  const rows = await readRows(context, entity, query, conditions, offset);
  return answer(context, entity, query, rows, total);
}

async function countRows(
  context: Context,
  entity: AnyEntity,
  { conditions, window }: LogSearch,
  limit: number | null = null,
): Promise<number> {
  const { rows } = await sql<{ n: string }>`select count(*) as n from (
    select from ${sql.table(entity.table)} t ${where([...conditions, ...within(window)])} limit ${limit}::bigint) few`.execute(
    context.sql,
  );
  return Number(rows[0]?.n ?? 0);
}

/** A search inside texts, counted up to the cap; the rows of the page are brought by their places. */
async function byReading(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
): Promise<ListAnswer<StoredRow>> {
  const isSliced = search.isByTime && (query.sort ?? 'at') === 'at';
  const find = isSliced ? findInSlices : findAtOnce;
  const { total, times, ids } = await find(context, entity, query, search);
  const places = [
    sql<boolean>`t.at = any(${times}::timestamptz[])`,
    sql<boolean>`t.id = any(${ids}::bigint[])`,
  ];
  const rows = ids.length > 0 ? await readRows(context, entity, query, places, 0) : [];
  const shown = Math.min(total, LOG_COUNT_CAP);
  const told = answer(context, entity, query, rows, shown);
  return total > shown ? { ...told, totalCapped: true } : told;
}

/** What one statement finds up to the cap. */
async function findAtOnce(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
): Promise<Found> {
  if (search.isByTime) await readBack(context);
  const conditions = where([...search.conditions, ...within(search.window)]);
  const { sort = 'at' } = query;
  const sorted = sort === 'at' ? sql`` : sql`, ${sql.ref(`t.${snake(sort)}`)}`;
  const { rows } = await sql<{ total: string; ids: string[] | null; times: string[] | null }>`
    with found as materialized (select t.at, t.id${sorted} from ${sql.table(entity.table)} t ${conditions}
      ${orderOf(query)} limit ${LOG_COUNT_CAP + 1}),
    page as (select t.* from (select * from found limit ${LOG_COUNT_CAP}) t
      ${orderOf(query)} limit ${query.limit} offset ${(query.page - 1) * query.limit})
    select (select count(*) from found) as total, array_agg(t.id::text) as ids, array_agg(t.at::text) as times
    from page t`.execute(context.sql);
  const { total = 0, ids, times } = rows[0] ?? {};
  return { total: Number(total), ids: ids ?? [], times: times ?? [] };
}

/**
 * Lets the statements that follow in this transaction read from the newest row on: how rare a part of a text is cannot
 * be known, and what is taken for rare makes PostgreSQL read and sort a whole partition.
 */
async function readBack({ sql: trx }: Context): Promise<void> {
  await sql`select set_config(name, 'off', true)
    from unnest(array['enable_seqscan', 'enable_bitmapscan', 'enable_sort']) name`.execute(trx);
}

function answer(
  context: Context,
  entity: AnyEntity,
  { page, limit }: ListQuery,
  rows: StoredRow[],
  total: number,
): ListAnswer<StoredRow> {
  return { list: answersOf(context.session, entity, rows), total, page, limit };
}

/** PostgreSQL gave a statement up after its time. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && (error as { code?: string }).code === '57014';
}
