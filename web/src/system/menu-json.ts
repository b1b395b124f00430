import type { EntityRow } from '../entity/entity-row.ts';

/** What a menu file carries of a row, in the order of the form. */
export const CARRIED = [
  'menuType',
  'titleZh',
  'titleEn',
  'name',
  'path',
  'component',
  'icon',
  'orderNum',
  'perms',
  'group',
  'redirect',
  'activeMenu',
  'hidden',
  'alwaysShow',
  'noCache',
  'affix',
  'breadcrumb',
] as const;

/** A row of a menu file: ids mean nothing elsewhere, so rows and parents are named by route name or tag. */
export interface MenuFileRow {
  readonly key: string;
  readonly parent: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface MenuFile {
  readonly kind: 'millwright-menu';
  readonly version: 1;
  readonly rows: readonly MenuFileRow[];
}

/** One difference of a file from the menu as it is. */
export interface MenuDifference {
  readonly row: MenuFileRow;
  /** The present row; undefined = it will be new. */
  readonly present: EntityRow | undefined;
  readonly fields: readonly {
    readonly field: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** The menu as a file, parents before their children. */
export function menuFile(rows: readonly EntityRow[]): MenuFile {
  const keys = new Map(rows.map((row) => [row.id, keyOfRow(row)]));
  const byParent = Map.groupBy(rows, (row) =>
    typeof row['parentId'] === 'string' && keys.has(row['parentId']) ? row['parentId'] : '',
  );
  const below = (id: string): MenuFileRow[] =>
    (byParent.get(id) ?? []).flatMap((row) => [
      {
        key: keyOfRow(row),
        parent: keys.get(String(row['parentId'])) ?? null,
        values: Object.fromEntries(CARRIED.map((name) => [name, row[name] ?? null])),
      },
      ...below(row.id),
    ]);
  return { kind: 'millwright-menu', version: 1, rows: below('') };
}

/** Reads a menu file; null when it is none. */
export function readMenuFile(text: string): MenuFile | null {
  try {
    const file = JSON.parse(text) as Partial<MenuFile> | null;
    const valid =
      file?.kind === 'millwright-menu' &&
      Array.isArray(file.rows) &&
      file.rows.length <= MOST_ROWS &&
      file.rows.every(isRow);
    return valid ? (file as MenuFile) : null;
  } catch {
    return null;
  }
}

/** What a file would add and change, in its order; rows that it does not hold stay as they are. */
export function menuDifferences(file: MenuFile, rows: readonly EntityRow[]): MenuDifference[] {
  const byKey = new Map(rows.map((row) => [keyOfRow(row), row]));
  const keyById = new Map(rows.map((row) => [row.id, keyOfRow(row)]));
  return file.rows.flatMap((row): MenuDifference[] => {
    const present = byKey.get(row.key);
    if (!present) return [{ row, present, fields: [] }];
    const parent = keyById.get(String(present['parentId'])) ?? null;
    const moved =
      parent === row.parent ? [] : [{ field: 'parentId', before: parent, after: row.parent }];
    const fields = CARRIED.filter(
      (name) => name in row.values && !same(row.values[name], present[name]),
    ).map((name) => ({ field: name, before: present[name] ?? null, after: row.values[name] }));
    return moved.length + fields.length > 0
      ? [{ row, present, fields: [...moved, ...fields] }]
      : [];
  });
}

/** Rows of the menu that a file does not hold. */
export function missingRows(file: MenuFile, rows: readonly EntityRow[]): EntityRow[] {
  const held = new Set(file.rows.map((row) => row.key));
  return rows.filter((row) => !held.has(keyOfRow(row)));
}

/** What names a row for good: the route name, for buttons the tag. */
export function keyOfRow(row: EntityRow): string {
  return String(row['menuType'] === 'B' ? row['perms'] : row['name']);
}

const MOST_ROWS = 5_000;

function isRow(row: unknown): boolean {
  if (typeof row !== 'object' || row === null) return false;
  const { key, parent, values } = row as Partial<MenuFileRow>;
  return (
    typeof key === 'string' &&
    (parent === null || typeof parent === 'string') &&
    typeof values === 'object' &&
    values !== null
  );
}

function same(one: unknown, other: unknown): boolean {
  return (one ?? '') === (other ?? '');
}
