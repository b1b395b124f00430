import { textOf } from '@millwright/contract/kernel/text';
import type { EntityRow } from '../entity/entity-row.ts';

/** One row of a sort call. */
export interface Placed {
  readonly id: string;
  readonly parentId: string | null;
  readonly orderNum: number;
}

/** Where a row goes: beside another of its level, or below it as its first or last. */
export type Where = 'before' | 'after' | 'first' | 'last';

/** Rows with one moved beside or below another; a row never goes below itself, and only directories take rows. */
export function moved(
  rows: readonly EntityRow[],
  id: string,
  target: string,
  where: Where,
): readonly EntityRow[] {
  const row = rows.find((one) => one.id === id);
  const goal = rows.find((one) => one.id === target);
  if (!row || !goal || id === target || standsBelow(rows, target, id)) return rows;
  const goesBelow = where === 'first' || where === 'last';
  if (goesBelow && goal['menuType'] !== 'D') return rows;
  const parentId = goesBelow ? goal.id : (goal['parentId'] ?? null);
  const rest = rows.filter((one) => one.id !== id);
  // Rows of one level stand anywhere among the others: its first is first of all, its last is last of all.
  const place = {
    before: rest.indexOf(goal),
    after: rest.indexOf(goal) + 1,
    first: 0,
    last: rest.length,
  };
  return rest.toSpliced(place[where], 0, { ...row, parentId });
}

/** Rows with one exchanged with its neighbour of the same level. */
export function stepped(rows: readonly EntityRow[], id: string, by: -1 | 1): readonly EntityRow[] {
  const row = rows.find((one) => one.id === id);
  const level = rows.filter(
    (one) => (one['parentId'] ?? null) === (row?.['parentId'] ?? null) && one['menuType'] !== 'B',
  );
  const next = level[level.findIndex((one) => one.id === id) + by];
  return row && next ? moved(rows, id, next.id, by < 0 ? 'before' : 'after') : rows;
}

/** What a sort call has to say: rows whose level was touched, numbered anew in tens. */
export function changedOrder(before: readonly EntityRow[], now: readonly EntityRow[]): Placed[] {
  const old = new Map(before.map((row) => [row.id, row]));
  const levels = Map.groupBy(
    now.filter((row) => row['menuType'] !== 'B'),
    (row) => textOf(row['parentId'] ?? ''),
  );
  return [...levels.values()].flatMap((level) => {
    const ids = level.map((row) => row.id);
    const same = ids.join() === idsOf(before, level[0]?.['parentId'] ?? null).join();
    if (same) return [];
    const placed = level.map((row, index) => ({
      id: row.id,
      parentId: (row['parentId'] as string | null) ?? null,
      orderNum: (index + 1) * 10,
    }));
    return placed.filter(
      ({ id, parentId, orderNum }) =>
        old.get(id)?.['orderNum'] !== orderNum || (old.get(id)?.['parentId'] ?? null) !== parentId,
    );
  });
}

function idsOf(rows: readonly EntityRow[], parentId: unknown): string[] {
  return rows
    .filter((row) => (row['parentId'] ?? null) === parentId && row['menuType'] !== 'B')
    .toSorted((one, other) => Number(one['orderNum']) - Number(other['orderNum']))
    .map((row) => row.id);
}

function standsBelow(rows: readonly EntityRow[], id: string, above: string): boolean {
  const row = rows.find((one) => one.id === id);
  const parent = row?.['parentId'];
  return typeof parent === 'string' && (parent === above || standsBelow(rows, parent, above));
}
