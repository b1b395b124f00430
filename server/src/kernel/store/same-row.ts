import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { asRecord, columnsOf } from './children.ts';
import { childFields, childTable } from './columns.ts';
import type { StoredRow } from './row.ts';

type Values = Readonly<Record<string, unknown>>;
type ChildRow = Record<string, unknown> & { id?: string | null };

/** Whether everything in a draft stands in the row already; `record` has the draft's values under their columns. */
export async function isSameRow(
  context: Context,
  entity: AnyEntity,
  row: StoredRow,
  draft: Values,
  record: Values,
): Promise<boolean> {
  if (!(await isSame(context, entity.table, Object.keys(record), [{ ...record, id: row.id }])))
    return false;
  for (const [name, field] of childFields(entity))
    if (name in draft && !(await hasChildren(context, entity, row, name, field, draft)))
      return false;
  return true;
}

async function hasChildren(
  context: Context,
  entity: AnyEntity,
  row: StoredRow,
  name: string,
  field: RowsField,
  draft: Values,
): Promise<boolean> {
  const children = (draft[name] ?? []) as ChildRow[];
  const stored = (row[name] ?? []) as ChildRow[];
  if (children.length !== stored.length || children.some(({ id }) => !id)) return false;
  const records = children.map((child, position) =>
    Object.assign(asRecord(field, child, row, position), { id: child.id }),
  );
  return isSame(context, childTable(entity, name), columnsOf(field), records);
}

/** Whether a table holds all these records, known by their ids. */
async function isSame(
  context: Context,
  name: string,
  columns: readonly string[],
  records: readonly Values[],
): Promise<boolean> {
  if (columns.length === 0 || records.length === 0) return true;
  const table = sql.table(name);
  const found = await sql`select 1 from ${table} t
    join jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb) r on t.id = r.id
    where (${of('t', columns)}) is not distinct from (${of('r', columns)})`.execute(context.sql);
  return found.rows.length === records.length;
}

function of(row: string, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(`${row}.${column}`)));
}
