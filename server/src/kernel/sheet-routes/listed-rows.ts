import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { enumerated } from '@millwright/contract/kernel/text';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Answer, Context } from '../context.ts';
import type { Cell } from '../sheet/cell.ts';
import { snake } from '../store/columns.ts';
import type { StoredRow } from '../store/row.ts';
import type { ExportColumn } from './export-columns.ts';
import { type Fetched, MAX_EXPORT_ROWS, named, openRows, openSelect } from './export-rows.ts';
import { wallOf } from './wall-clock.ts';

// Larger than a page of the list, since every page counts the whole again.
const PAGE = 2000;

/**
 * The rows of an export as the list shows them, many at a time: from the table, or through the module where that
 * changes what is shown.
 */
export async function listedRows(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  query: ListQuery,
  columns: readonly ExportColumn[],
): Promise<AsyncGenerator<Cell[][]>> {
  if (!module?.list) return openRows(context, entity, query, columns);
  const { asListed } = module;
  if (!asListed) return pagedRows(context, module, query, columns);
  if (!columns.some(({ name }) => asListed.fields.includes(name)))
    return openRows(context, entity, query, columns, asListed.order);
  const stored = columns.flatMap(({ name, select }, index) =>
    asListed.fields.includes(name) ? [] : [sql`${select} as ${sql.id(`c${index}`)}`],
  );
  const read = asListed.reads.map((name) => sql`${sql.ref(`t.${snake(name)}`)} as ${sql.id(name)}`);
  const selected = sql.join([...stored, ...read]);
  const fetched = await openSelect(context, entity, query, selected, asListed.order);
  return changedRows(context, asListed, columns, fetched);
}

async function* changedRows(
  context: Context,
  { fields, open }: NonNullable<Behaviour['asListed']>,
  columns: readonly ExportColumn[],
  fetched: Fetched,
): AsyncGenerator<Cell[][]> {
  const places = columns.map((column, index) => ({
    column,
    key: fields.includes(column.name) ? null : `c${index}`,
  }));
  const stored = places.flatMap(({ column, key }) => (key === null ? [] : [{ column, key }]));
  const listedOf = await open(context);
  for await (const rows of named(context, stored, fetched)) {
    yield rows.map((row) => {
      const listed = listedOf(row as unknown as Answer<AnyEntity>) as Readonly<
        Record<string, unknown>
      >;
      return places.map(({ column, key }) =>
        key === null
          ? cellOf(context, column, listed[column.name] ?? null, undefined)
          : column.toCell(row[key] ?? null),
      );
    });
  }
}

async function* pagedRows(
  context: Context,
  module: Behaviour,
  query: ListQuery,
  columns: readonly ExportColumn[],
): AsyncGenerator<Cell[][]> {
  for (let page = 1; page * PAGE <= MAX_EXPORT_ROWS; page++) {
    const { list = [] } = (await module.list?.(context, { ...query, page, limit: PAGE })) ?? {};
    const rows = list as unknown as (StoredRow & { shown?: Record<string, unknown> })[];
    yield rows.map((row) =>
      columns.map((column) =>
        cellOf(context, column, row[column.name] ?? null, row.shown?.[column.name]),
      ),
    );
    if (list.length < PAGE) return;
  }
}

/** A value of an answer, with the name behind it if there is one, as a cell. */
function cellOf(context: Context, column: ExportColumn, value: unknown, shown: unknown): Cell {
  if (Array.isArray(shown)) return enumerated(shown, context.session.locale);
  if (typeof shown === 'string') return shown;
  if (column.sheet.format === 'datetime')
    return typeof value === 'string' ? wallOf(value, context.session.timeZone) : null;
  return column.toCell(value);
}
