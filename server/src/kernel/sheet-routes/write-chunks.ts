import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { textOf } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import { refusalOf } from '../http/envelope.ts';
import type { Refused } from '../refuse.ts';
import { changesBetween } from '../store/changes.ts';
import { readRows } from '../store/read.ts';
import { isVersioned, snake, storedFields } from '../store/columns.ts';
import type { Placed } from '../store/references.ts';
import type { StoredRow } from '../store/row.ts';
import { insertRows } from '../store/write.ts';
import { complain, type ImportRow } from './import-row.ts';
import { importRefusals } from './import-refusal.ts';
import { blame, place } from './judge-further.ts';
import { replaceValues } from './judge-rows.ts';

/** Creates one row through the module, which knows what else follows. */
export async function createOne(
  context: Context,
  module: Behaviour,
  row: ImportRow,
): Promise<void> {
  row.id = (await module.create?.(context, { ...row.values, siteId: row.siteId }))?.id ?? null;
}

/** Changes one row through the module, under the revision that was judged. */
export async function updateOne(
  context: Context,
  module: Behaviour,
  row: ImportRow,
): Promise<void> {
  const { existing } = row;
  const change = changeOf(module.entity, row);
  if (existing)
    await module.update?.(context, existing.id, { ...change, revision: existing.revision });
}

/** What a row changes, with the reason that was given for the sheet. */
function changeOf(
  entity: AnyEntity,
  { values, reason }: Pick<ImportRow, 'values' | 'reason'>,
): Record<string, unknown> {
  return reason === null || 'reason' in entity.fields ? { ...values } : { ...values, reason };
}

/** Inserts rows in one statement, or as the module does it for many. */
export async function insertChunk(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  rows: readonly ImportRow[],
): Promise<void> {
  const placed = rows.map(({ siteId, values }): Placed => ({ siteId, values }));
  const ids = await (module?.createMany
    ? module.createMany(context, placed)
    : insertRows(context, entity, placed));
  rows.forEach((row, index) => {
    row.id = ids[index] ?? null;
    recordImport(context, entity, row, ids[index] ?? '', null);
  });
}

/** Sets the columns that change in some row of the chunk, under the revision that was judged. */
export async function updateChunk(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  chunk: readonly ImportRow[],
): Promise<void> {
  const rows = module?.updateMany
    ? await allowedRows(context, entity, module.updateMany, chunk)
    : chunk;
  if (rows.length === 0) return;
  const ids = await setColumns(context, entity, rows);
  for (const row of rows) {
    if (row.existing && ids.has(row.existing.id))
      recordImport(context, entity, row, row.existing.id, row.existing);
    else refuseRow(row, importRefusals['import.changed']);
  }
  await module?.updateMany?.after(context, [...ids]);
}

/** Writes what the rows say and gives the ids of those that nobody has changed meanwhile. */
async function setColumns(
  context: Context,
  entity: AnyEntity,
  rows: readonly ImportRow[],
): Promise<Set<string>> {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))].filter((name) =>
    isColumn(entity, name),
  );
  const records = rows.map(({ existing, values }) => ({
    id: existing?.id,
    revision: existing?.revision,
    ...Object.fromEntries(
      names.map((name) => [
        snake(name),
        name in values ? values[name] : (existing?.[name] ?? null),
      ]),
    ),
  }));
  const table = sql.table(entity.table);
  const assigned = names.map((name) => sql`${sql.id(snake(name))} = r.${sql.id(snake(name))}`);
  const system = [
    sql`revision = t.revision + 1`,
    sql`update_by = ${context.session.userId}`,
    sql`update_time = now()`,
  ];
  const done = await sql<{ id: string }>`update ${table} t set ${sql.join([...assigned, ...system])}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb) r
    where t.id = r.id and t.revision = r.revision returning t.id`.execute(context.sql);
  return new Set(done.rows.map(({ id }) => id));
}

/** Locks the rows of a chunk and leaves of each what its module lets change now; what it refuses becomes an error. */
async function allowedRows(
  context: Context,
  entity: AnyEntity,
  { allowed }: NonNullable<Behaviour['updateMany']>,
  chunk: readonly ImportRow[],
): Promise<ImportRow[]> {
  const ids = chunk.flatMap(({ existing }) => existing?.id ?? []);
  await sql`select 1 from ${sql.table(entity.table)} where id = any(${ids}::bigint[]) order by id for update`.execute(
    context.sql,
  );
  const present = new Map(
    (await readRows(context, entity, ids, 'list')).map((row) => [row.id, row]),
  );
  return chunk.filter((row) => {
    const stored = present.get(row.existing?.id ?? '');
    try {
      if (stored) replaceValues(row, allowed(stored as never, changeOf(entity, row)));
      return true;
    } catch (error) {
      const refused = refusalOf(error);
      if (!refused) throw error;
      refuseBy(row, refused);
      return false;
    }
  });
}

function isColumn(entity: AnyEntity, name: string): boolean {
  return (
    storedFields(entity.fields).some(([stored]) => stored === name) ||
    (name === 'remark' && isVersioned(entity))
  );
}

function recordImport(
  context: Context,
  entity: AnyEntity,
  row: ImportRow,
  id: string,
  before: StoredRow | null,
): void {
  const shown = Object.fromEntries(
    Object.entries(row.shown).map(([name, label]) => [`shown.${name}`, label]),
  );
  const after = { ...before, ...row.values, ...shown } as StoredRow;
  context.record({
    entity: entity.name,
    entityId: id,
    siteId: row.siteId,
    operation: 'import',
    title: textOf(after[entity.title] ?? id),
    ...(before && row.reason !== null ? { reason: row.reason } : {}),
    changes: before ? changesBetween(entity, before, after) : [],
  });
}

/** Puts what a refusal says onto a row and the rows that belong to it; the row becomes an error. */
export function refuseBy(row: ImportRow, { refusal, args, problems }: Refused): void {
  if (problems.length === 0) return refuseRow(row, refusal, args);
  for (const found of problems) {
    const isPlaced = row.children.some((children) => place(children, found));
    if (!isPlaced)
      row.problems.push({
        field: found.field,
        key: found.key,
        text: found.text,
        args: found.args ?? {},
      });
  }
  row.verdict = 'error';
  blame(row);
}

function refuseRow(
  row: ImportRow,
  refusal: Parameters<typeof complain>[2],
  args: Parameters<typeof complain>[3] = {},
): void {
  complain(row, '', refusal, args);
  row.verdict = 'error';
}
