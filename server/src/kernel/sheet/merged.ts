import { columnIndex } from './cell.ts';
import { broken } from './refusal.ts';
import type { FilledCell, SheetCell } from './read-cell.ts';

/** A merged area; rows count from 1, columns from 0, both ends belong to it. */
export interface MergeArea {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Reads a reference such as `A1:C3`. */
export function parseArea(reference: string): MergeArea {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(reference);
  const [, left, top, right, bottom] = match ?? [];
  if (left === undefined || top === undefined) throw broken('xml');
  const area = {
    top: Number(top),
    bottom: Number(bottom ?? top),
    left: columnIndex(left),
    right: columnIndex(right ?? left),
  };
  if (area.top < 1 || area.bottom < area.top || area.right < area.left) throw broken('xml');
  return area;
}

/**
 * Gives rows their full width and every place of a merged area the value of its first place. Rows must come in
 * order; the function keeps the first values of the areas that are still open.
 */
export function mergedFiller(
  merges: readonly MergeArea[],
  width: number,
): (number: number, cells: readonly SheetCell[]) => SheetCell[] {
  const waiting = merges
    .filter((area) => area.left < width)
    .toSorted((one, other) => one.top - other.top);
  let open: { area: MergeArea; value: FilledCell | null }[] = [];
  let next = 0;
  return (number, cells) => {
    const full: SheetCell[] = Array.from({ length: width }, (_, index) => cells[index] ?? null);
    if (open.length > 0) open = open.filter(({ area }) => area.bottom >= number);
    for (let area = waiting[next]; area && area.top <= number; area = waiting[++next]) {
      // The row that holds the value is not blank; if it was passed over, there is no value.
      const value = area.top === number ? (full[area.left] ?? null) : null;
      if (area.bottom >= number) open.push({ area, value: value && { ...value, merged: true } });
    }
    // Areas do not overlap in an honest file, so no row meets more of them than it has columns.
    if (open.length > width) throw broken('merges');
    for (const { area, value } of open)
      full.fill(value, area.left, Math.min(area.right + 1, width));
    return full;
  };
}
