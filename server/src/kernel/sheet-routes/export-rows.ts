import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { settingOf } from '@millwright/contract/settings';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { ALWAYS } from '../log/hours.ts';
import { logConditions, within } from '../log/search.ts';
import { timeParts } from '../log/time-parts.ts';
import type { Window } from '../log/window.ts';
import type { Cell } from '../sheet/cell.ts';
import { conditionsOf, ordering, where } from '../store/filter.ts';
import type { ExportColumn } from './export-columns.ts';
import { referenceNames } from './reference-names.ts';

/** Rows of an export at most, whatever the setting `export.jobMaxRows` says. */
export const MAX_EXPORT_ROWS = settingOf('export.jobMaxRows').max ?? 0;

const CHUNK = 1000;

/** The rows that a list call asks for as cells, a thousand at a time, so that memory stays flat whatever the number. */
export async function openRows(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  columns: readonly ExportColumn[],
  usualOrder?: RawBuilder<unknown>,
): Promise<AsyncGenerator<Cell[][]>> {
  const selected = sql.join(
    columns.map(({ select }, index) => sql`${select} as ${sql.id(`c${index}`)}`),
  );
  return cellsOf(context, columns, await openSelect(context, entity, query, selected, usualOrder));
}

/** Rows of a select list as the database gives them, many at a time. */
export type Fetched = AsyncGenerator<Record<string, unknown>[]>;

/**
 * Opens an export on a select list over the entity's table `t`, in the order that the call names, else in the usual one
 * of the list. A log in the order of its time is read part by part.
 */
export async function openSelect(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  selected: RawBuilder<unknown>,
  usualOrder?: RawBuilder<unknown>,
): Promise<Fetched> {
  const { session } = context;
  const conditions = entity.log
    ? await logConditions(context, entity, query.params)
    : conditionsOf(entity, session, query.params);
  const order = (query.sort === undefined && usualOrder) || ordering(entity, session, query);
  const isByTime = entity.log && (query.sort ?? entity.sort.by) === entity.sort.by;
  const parts = isByTime ? await timeParts(context, entity, query) : [ALWAYS];
  const declare = async (part: Window, limit: number) => {
    const inPart = where([...conditions, ...within(part)]);
    await sql`declare exported no scroll cursor for select ${selected} from ${sql.table(entity.table)} t ${inPart}
      ${order} limit ${sql.lit(limit)}`.execute(context.sql);
  };
  return inParts(context, parts, declare);
}

async function* inParts(
  context: Context,
  parts: readonly Window[],
  declare: (part: Window, limit: number) => Promise<void>,
): Fetched {
  let left = MAX_EXPORT_ROWS;
  for (const part of parts) {
    await declare(part, left);
    for await (const rows of fetched(context, 'exported')) {
      left -= rows.length;
      yield rows;
    }
    if (left <= 0) return;
    await sql`close exported`.execute(context.sql);
  }
}

/** A column of fetched rows, and the key under which its rows hold it. */
export interface Place {
  readonly key: string;
  readonly column: ExportColumn;
}

/** The rows of an open cursor; the next thousand is asked for while the last is being written. */
export async function* fetched(context: Context, cursor: string): Fetched {
  for (let coming = fetchChunk(context, cursor); ;) {
    const rows = await coming;
    const isLast = rows.length < CHUNK;
    if (!isLast) {
      coming = fetchChunk(context, cursor);
      // Whoever stops asking leaves this one alone; its failure is then nobody's.
      coming.catch(() => undefined);
    }
    yield rows;
    if (isLast) return;
  }
}

/** Fetched rows, names in the place of references. */
export async function* named(context: Context, places: readonly Place[], chunks: Fetched): Fetched {
  const giveNames = referenceNames(context, places);
  for await (const rows of chunks) {
    await giveNames(rows);
    yield rows;
  }
}

/** Fetched rows whose columns are named `c0`, `c1` … as cells. */
export async function* cellsOf(
  context: Context,
  columns: readonly ExportColumn[],
  chunks: Fetched,
): AsyncGenerator<Cell[][]> {
  const places = columns.map((column, index) => ({ column, key: `c${index}` }));
  for await (const rows of named(context, places, chunks)) {
    yield rows.map((row) => places.map(({ column, key }) => column.toCell(row[key] ?? null)));
  }
}

async function fetchChunk(context: Context, cursor: string): Promise<Record<string, unknown>[]> {
  const fetched = await sql<
    Record<string, unknown>
  >`fetch ${sql.lit(CHUNK)} from ${sql.id(cursor)}`.execute(context.sql);
  return fetched.rows;
}
