import type { EntityRow } from './entity-row.ts';

/** A row with the rows below it. */
export type TreeRow = EntityRow & { readonly children?: TreeRow[] };

/** Rows of a tree under their parents, in the order in which they came; a row whose parent is not there stands on top. */
export function treeOf(rows: readonly EntityRow[], parent: string): TreeRow[] {
  const known = new Set(rows.map((row) => row.id));
  const below = Map.groupBy(rows, (row) => {
    const above = row[parent];
    return typeof above === 'string' && above !== row.id && known.has(above) ? above : '';
  });
  const build = (id: string): TreeRow[] =>
    (below.get(id) ?? []).map((row) => {
      const children = build(row.id);
      return children.length > 0 ? Object.assign({}, row, { children }) : row;
    });
  return build('');
}
