import { viewOf } from '../kinds/kind-views.ts';
import type { EntityRow } from './entity-row.ts';
import type { Column } from './list-columns.ts';

/** The content of a cell: the page's own way, else the way of the field's kind. */
export function Cell({ row, column }: { row: EntityRow; column: Column }) {
  if (column.render) {
    const own = column.render(row);
    return typeof own === 'string' ? <span title={own}>{own}</span> : own;
  }
  if (!column.field) return column.formatter?.(row) ?? '—';
  const { Cell: KindCell } = viewOf(column.field);
  return (
    <KindCell field={column.field} value={row[column.prop]} shown={row.shown?.[column.prop]} />
  );
}
