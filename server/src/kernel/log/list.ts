import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { LOG_COUNT_CAP, logTooSlow } from '@millwright/contract/kernel/log-refusals';
import type { ListAnswer, ListQuery } from '@millwright/contract/kernel/query';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import { where } from '../store/filter.ts';
import { answersOf, type StoredRow } from '../store/row.ts';
import { selection } from '../store/select.ts';
import { countHours, type Stretch } from './hours.ts';
import { findWords, isoOf, type LogSearch, searchOf, within } from './search.ts';
import { HOUR } from './window.ts';

/**
 * One page of a log by time, newest first unless asked, with its exact total; any page is reached without reading more
 * than an hour beside it. A search inside texts is counted and paged up to 10,000 rows (`totalCapped`).
 * Throws `log.list.tooBroad`.
 */
export async function listLog(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
): Promise<ListAnswer<StoredRow>> {
  if (query.sort !== undefined && query.sort !== 'at')
    throw refuse(refusals['call.invalid'], { detail: `sort=${query.sort}` });
  const words = await findWords(context, entity, query.params);
  const search = searchOf(entity, context.session, query.params, words);
  if ([...words.values()].some((found) => found.length === 0))
    return answer(context, entity, query, [], 0);
  try {
    return await (search.counting === 'hours'
      ? byHours(context, entity, query, search)
      : byReading(context, entity, query, search));
  } catch (error) {
    throw isTimeout(error) ? refuse(logTooSlow) : error;
  }
}

async function byHours(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
): Promise<ListAnswer<StoredRow>> {
  const newest = await countHours(context, entity, search);
  const total = newest.reduce((sum, { count }) => sum + count, 0);
  const hours = query.order === 'ASC' ? newest.toReversed() : newest;
  const part = partOf(hours, (query.page - 1) * query.limit, query.limit);
  const rows = part ? await readPart(context, entity, query, search, part) : [];
  return answer(context, entity, query, rows, total);
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

function orderOf({ order }: ListQuery): RawBuilder<unknown> {
  return order === 'ASC' ? sql`order by t.at, t.id` : sql`order by t.at desc, t.id desc`;
}

/** Few rows by an index, counted all; or a search inside texts, counted to the cap. */
async function byReading(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  search: LogSearch,
): Promise<ListAnswer<StoredRow>> {
  const conditions = [...search.conditions, ...within(search.window)];
  const isCapped = search.counting === 'capped';
  const offset = (query.page - 1) * query.limit;
  const beyond = isCapped && offset >= LOG_COUNT_CAP;
  const [total, rows] = await Promise.all([
    count(context, entity, conditions, isCapped),
    beyond ? [] : readRows(context, entity, query, conditions, offset),
  ]);
  const found = answer(
    context,
    entity,
    query,
    rows,
    Math.min(total, isCapped ? LOG_COUNT_CAP : total),
  );
  return isCapped && total > LOG_COUNT_CAP ? { ...found, totalCapped: true } : found;
}

async function count(
  context: Context,
  entity: AnyEntity,
  conditions: readonly RawBuilder<boolean>[],
  isCapped: boolean,
): Promise<number> {
  const table = sql.table(entity.table);
  const { rows } = isCapped
    ? await sql<{
        n: string;
      }>`select count(*) as n from (select 1 from ${table} t ${where(conditions)}
        order by t.at desc limit ${LOG_COUNT_CAP + 1}) c`.execute(context.sql)
    : await sql<{ n: string }>`select count(*) as n from ${table} t ${where(conditions)}`.execute(
        context.sql,
      );
  return Number(rows[0]?.n ?? 0);
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
