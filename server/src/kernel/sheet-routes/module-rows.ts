import type { ListQuery } from '@millwright/contract/kernel/query';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import type { Cell } from '../sheet/cell.ts';
import type { ExportColumn } from './export-columns.ts';
import { MAX_EXPORT_ROWS } from './export-rows.ts';

// Larger than a page of the list, since every page counts the whole again.
const PAGE = 2000;

/** Rows of an entity whose module replaces `list`, read page by page through it, so that an export shows what the list shows. */
export async function* moduleRows(context: Context, module: Behaviour, query: ListQuery, columns: readonly ExportColumn[]): AsyncGenerator<Cell[]> {
  for (let page = 1; page * PAGE <= MAX_EXPORT_ROWS; page++) {
    const { list = [] } = (await module.list?.(context, { ...query, page, limit: PAGE })) ?? {};
    for (const row of list) yield columns.map((column) => cellOf(context, column, row as unknown as Record<string, unknown>));
    if (list.length < PAGE) return;
  }
}

function cellOf(context: Context, column: ExportColumn, row: Readonly<Record<string, unknown>>): Cell {
  const shown = (row.shown as Record<string, string | string[]> | undefined)?.[column.name];
  if (shown !== undefined) return Array.isArray(shown) ? shown.join('、') : shown;
  const value = row[column.name] ?? null;
  if (column.sheet.format === 'datetime' && typeof value === 'string') {
    return new Date(value).toLocaleString('sv-SE', { timeZone: context.session.timeZone });
  }
  return column.toCell(value);
}
