import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { importKey } from '@millwright/contract/kernel/sheet';
import { textOf } from '@millwright/contract/kernel/text';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { snake } from '../store/columns.ts';
import { reach, visibility, where } from '../store/filter.ts';
import type { StoredRow } from '../store/row.ts';
import { selection } from '../store/select.ts';
import { complain, type ImportRow } from './import-row.ts';
import { importRefusals } from './import-refusal.ts';

/** Finds the stored row of every sheet row by the entity's import key; one query for all. */
export async function findExisting(
  context: Context,
  entity: AnyEntity,
  rows: readonly ImportRow[],
): Promise<void> {
  const key = importKey(entity);
  if (key.length === 0) return;
  const keyOf = importTuple(entity, key);
  const found = await storedBy(context, entity, { key, keyOf }, rows, 'whole');
  for (const row of rows) {
    row.existing = found.get(keyOf(row.values, siteOf(entity, row)) ?? '') ?? null;
    if (row.existing) row.verdict = 'changed';
  }
}

/** Complains at rows that share a unique key with each other or with another stored row. */
export async function refuseSharedKeys(
  context: Context,
  entity: AnyEntity,
  rows: readonly ImportRow[],
): Promise<void> {
  for (const key of entity.unique) {
    refuseRepeated(entity, key, rows);
    const keyOf: KeyOf = (values, siteId) => tupleOf(key, values, siteId);
    const stored = await storedBy(context, entity, { key, keyOf }, rows, 'key');
    for (const row of rows) {
      const other = stored.get(keyOf(whole(row), siteOf(entity, row)) ?? '');
      if (other && other.id !== row.existing?.id)
        complain(row, fieldAt(key, row), refusals['row.duplicate'], {
          label: labelOf(entity, key),
          value: valueOf(key, row),
        });
    }
  }
}

function refuseRepeated(
  entity: AnyEntity,
  key: readonly string[],
  rows: readonly ImportRow[],
): void {
  const seen = new Map<string, ImportRow[]>();
  for (const row of rows) {
    const tuple = tupleOf(key, whole(row), siteOf(entity, row));
    if (tuple !== null) seen.set(tuple, [...(seen.get(tuple) ?? []), row]);
  }
  for (const group of seen.values()) {
    const [first, second] = group;
    if (!first || !second) continue;
    for (const row of group) {
      const other = row === first ? second : first;
      complain(row, fieldAt(key, row), importRefusals['import.repeated'], {
        label: labelOf(entity, key),
        value: valueOf(key, row),
        row: other.number,
      });
    }
  }
}

/** Stored rows by the tuple of a key; `key` reads no more than the key itself. */
async function storedBy(
  context: Context,
  entity: AnyEntity,
  { key, keyOf }: { key: readonly string[]; keyOf: KeyOf },
  rows: readonly ImportRow[],
  depth: 'key' | 'whole',
): Promise<Map<string, StoredRow>> {
  const tuples = rows.filter((row) => keyOf(whole(row), null) !== null);
  if (tuples.length === 0) return new Map();
  const columns =
    depth === 'whole'
      ? selection(entity, 'whole')
      : sql.join([
          sql`t.id`,
          sql`t.site_id as "siteId"`,
          ...key.map((name) => sql`${sql.ref(`t.${snake(name)}`)} as ${sql.id(name)}`),
        ]);
  const conditions = where([
    ...visibility(entity, context.session),
    // Somebody out of reach is not changed by a sheet either, but keeps his name from being given again.
    ...(depth === 'whole' ? reach(entity, context.session) : []),
    ...matching(entity, key, tuples),
  ]);
  const found =
    await sql<StoredRow>`select ${columns} from ${sql.table(entity.table)} t ${conditions}`.execute(
      context.sql,
    );
  return new Map(
    found.rows.map((row) => [
      keyOf(row, entity.uniqueWithin === 'site' ? row.siteId : null) ?? '',
      row,
    ]),
  );
}

/** Rows that have a value of the sheet in each part of the key, at a site of the sheet. */
function matching(
  entity: AnyEntity,
  key: readonly string[],
  rows: readonly ImportRow[],
): RawBuilder<boolean>[] {
  const matches = key.map((name) => {
    const words = [...new Set(rows.map((row) => wordOf(whole(row)[name])))];
    const column = sql.ref(`t.${snake(name)}`);
    const isText = entity.fields[name]?.kind.name === 'text';
    const word = isText ? sql`lower(${column})` : sql`lower(${column}::text)`;
    const none = words.includes('') ? sql` or ${column} is null` : sql``;
    return sql<boolean>`(${word} = any(${words}::text[])${none})`;
  });
  const sites = [...new Set(rows.flatMap(({ siteId }) => siteId ?? []))];
  return entity.scope === 'site'
    ? [...matches, sql<boolean>`t.site_id = any(${sites}::bigint[])`]
    : matches;
}

/** Site and values of a key as one text; null = the key says nothing about the row. */
type KeyOf = (values: Readonly<Record<string, unknown>>, siteId: string | null) => string | null;

/** The key by which an import knows a row again: a part that may stay empty, such as the product of a check item, counts as empty. */
function importTuple(entity: AnyEntity, key: readonly string[]): KeyOf {
  const needed = key.filter((name) => entity.fields[name]?.required);
  return (values, siteId) =>
    needed.length === 0 || needed.some((name) => wordOf(values[name]) === '')
      ? tupleOf(key, values, siteId)
      : [siteId ?? '', ...key.map((name) => wordOf(values[name]))].join('\u0001');
}

/** Site and values of a key as one text; null when one of them is empty, which no unique key counts. */
function tupleOf(
  key: readonly string[],
  values: Readonly<Record<string, unknown>>,
  siteId: string | null,
): string | null {
  const words = key.map((name) => wordOf(values[name]));
  return words.includes('') ? null : [siteId ?? '', ...words].join('\u0001');
}

function wordOf(value: unknown): string {
  return textOf(value).trim().toLowerCase();
}

function whole(row: ImportRow): Readonly<Record<string, unknown>> {
  return row.existing ? { ...row.existing, ...row.values } : row.values;
}

function siteOf(entity: AnyEntity, row: ImportRow): string | null {
  return entity.uniqueWithin === 'site' ? row.siteId : null;
}

/** The first field of the key that the sheet fills. */
function fieldAt(key: readonly string[], row: ImportRow): string {
  return key.find((name) => name in row.values) ?? key[0] ?? '';
}

function labelOf(entity: AnyEntity, key: readonly string[]) {
  return entity.fields[key.at(-1) ?? '']?.label ?? entity.label;
}

function valueOf(key: readonly string[], row: ImportRow): string {
  return key.map((name) => textOf(row.shown[name] ?? whole(row)[name])).join(' / ');
}
