import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { settingOf } from '@millwright/contract/settings';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { logConditions } from '../log/search.ts';
import type { Cell } from '../sheet/cell.ts';
import { conditionsOf, ordering, where } from '../store/filter.ts';
import type { ExportColumn } from './export-columns.ts';
import { referenceNames } from './reference-names.ts';

/** Rows of an export at most, whatever the setting `export.jobMaxRows` says. */
export const MAX_EXPORT_ROWS = settingOf('export.jobMaxRows').max ?? 0;

const CHUNK = 1000;

/**
 * Opens a cursor on what a list call asks for and gives its rows as cells, a thousand at a time, so that memory stays
 * flat whatever the number.
 */
export async function openRows(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  columns: readonly ExportColumn[],
  usualOrder?: RawBuilder<unknown>,
): Promise<AsyncGenerator<Cell[][]>> {
  await openCursor(
    context,
    entity,
    query,
    sql.join(columns.map(({ select }, index) => sql`${select} as ${sql.id(`c${index}`)}`)),
    usualOrder,
  );
  return cellsOf(context, columns);
}

/**
 * Opens the one cursor of an export on a select list over the entity's table `t`, in the order that the call names, else
 * in the usual one of the list.
 */
export async function openCursor(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  selected: RawBuilder<unknown>,
  usualOrder?: RawBuilder<unknown>,
): Promise<void> {
  const { session } = context;
  const conditions = where(
    entity.log
      ? await logConditions(context, entity, query.params)
      : conditionsOf(entity, session, query.params),
  );
  const order = (query.sort === undefined && usualOrder) || ordering(entity, session, query);
  await sql`declare exported no scroll cursor for select ${selected} from ${sql.table(entity.table)} t ${conditions}
    ${order} limit ${sql.lit(MAX_EXPORT_ROWS)}`.execute(context.sql);
}

/** A column of an open cursor, and the key under which its rows hold it. */
export interface Place {
  readonly key: string;
  readonly column: ExportColumn;
}

/**
 * The rows of an open cursor, names in the place of references; the next thousand is asked for while the last is being
 * written.
 */
export async function* chunksOf(
  context: Context,
  places: readonly Place[],
  cursor = 'exported',
): AsyncGenerator<Record<string, unknown>[]> {
  const giveNames = referenceNames(context, places);
  for (let coming = fetchChunk(context, cursor); ;) {
    const rows = await coming;
    const isLast = rows.length < CHUNK;
    if (!isLast) {
      coming = fetchChunk(context, cursor);
      // Whoever stops asking leaves this one alone; its failure is then nobody's.
      coming.catch(() => undefined);
    }
    await giveNames(rows);
    yield rows;
    if (isLast) return;
  }
}

/** The rows of an open cursor whose columns are named `c0`, `c1` … as cells, a thousand at a time. */
export async function* cellsOf(
  context: Context,
  columns: readonly ExportColumn[],
  cursor?: string,
): AsyncGenerator<Cell[][]> {
  const places = columns.map((column, index) => ({ column, key: `c${index}` }));
  for await (const rows of chunksOf(context, places, cursor)) {
    yield rows.map((row) => places.map(({ column, key }) => column.toCell(row[key] ?? null)));
  }
}

async function fetchChunk(context: Context, cursor: string): Promise<Record<string, unknown>[]> {
  const fetched = await sql<
    Record<string, unknown>
  >`fetch ${sql.lit(CHUNK)} from ${sql.id(cursor)}`.execute(context.sql);
  return fetched.rows;
}
