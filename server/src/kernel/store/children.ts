import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { childFields, childTable, isList, snake, storedFields } from './columns.ts';

type ChildRow = Record<string, unknown> & { id?: string | null };

/** Writes the child rows of new rows; `drafts[i]` belongs to the parent `parents[i]`. One statement a field. */
export async function insertChildren(
  context: Context,
  entity: AnyEntity,
  parents: readonly { id: string; siteId: string | null }[],
  drafts: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  for (const [name, field] of childFields(entity)) {
    const rows = drafts.flatMap((draft, index) =>
      ((draft[name] ?? []) as ChildRow[]).map((child, position) =>
        asRecord(field, child, parents[index], position),
      ),
    );
    await insertRecords(context, childTable(entity, name), field, rows);
  }
}

/** Makes the child rows of one parent those of the draft: known ids change, others go, new ones come. */
export async function replaceChildren(
  context: Context,
  entity: AnyEntity,
  parent: { id: string; siteId: string | null },
  draft: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [name, field] of childFields(entity)) {
    if (!(name in draft)) continue;
    const children = (draft[name] ?? []) as ChildRow[];
    const table = sql.table(childTable(entity, name));
    const records = children.map((child, position) => ({
      ...asRecord(field, child, parent, position),
      id: child.id ?? null,
    }));
    const kept = records.flatMap(({ id }) => (id === null ? [] : [id]));
    await sql`delete from ${table} where parent_id = ${parent.id} and not (id = any(${kept}::bigint[]))`.execute(
      context.sql,
    );
    const known = records.filter(({ id }) => id !== null);
    if (known.length > 0)
      await updateRecords(context, childTable(entity, name), field, parent.id, known);
    await insertRecords(
      context,
      childTable(entity, name),
      field,
      records.filter(({ id }) => id === null),
    );
  }
}

/** A child row as its table holds it. */
export function asRecord(
  field: RowsField,
  child: ChildRow,
  parent: { id: string; siteId: string | null } | undefined,
  position: number,
) {
  const values = storedFields(field.columns).map(([name, column]) => [
    snake(name),
    child[name] ?? column.default ?? (isList(column) ? [] : null),
  ]);
  return {
    parent_id: parent?.id,
    site_id: parent?.siteId ?? null,
    position,
    ...Object.fromEntries(values),
  };
}

async function insertRecords(
  context: Context,
  table: string,
  field: RowsField,
  records: readonly object[],
): Promise<void> {
  if (records.length === 0) return;
  const columns = sql.join(columnsOf(field).map((column) => sql.id(column)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb)`.execute(
    context.sql,
  );
}

async function updateRecords(
  context: Context,
  table: string,
  field: RowsField,
  parentId: string,
  records: readonly object[],
): Promise<void> {
  const assigned = columnsOf(field)
    .filter((column) => column !== 'parent_id' && column !== 'site_id')
    .map((column) => sql`${sql.id(column)} = r.${sql.id(column)}`);
  await sql`update ${sql.table(table)} t set ${sql.join(assigned)}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::jsonb) r
    where t.id = r.id and t.parent_id = ${parentId}`.execute(context.sql);
}

/** Columns of a child table that a draft writes. */
export function columnsOf(field: RowsField): string[] {
  return [
    'parent_id',
    'site_id',
    'position',
    ...storedFields(field.columns).map(([name]) => snake(name)),
  ];
}
