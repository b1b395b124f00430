import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import { refusalOf } from '../http/envelope.ts';
import type { Refused } from '../refuse.ts';
import { changesBetween } from '../store/changes.ts';
import { isVersioned, snake, storedFields } from '../store/columns.ts';
import type { Placed } from '../store/references.ts';
import type { StoredRow } from '../store/row.ts';
import { insertRows } from '../store/write.ts';
import { breathe, complain, type ImportRow, textOf } from './import-row.ts';
import { importRefusals } from './import-refusal.ts';

const CHUNK = 1000;

/**
 * Writes the good rows: new ones and changed ones, a thousand in one statement where the entity's module leaves
 * creating and changing to the store, else one by one through the module. A row that is refused here becomes an
 * error like the others; the rest stands. Gives the number of rows written.
 */
export async function writeRows(context: Context, entity: AnyEntity, module: Behaviour | undefined, rows: readonly ImportRow[]): Promise<number> {
  const added = rows.filter(({ verdict }) => verdict === 'new');
  const changed = rows.filter(({ verdict }) => verdict === 'changed');
  const own = module?.sheetsArePlain ? undefined : module;
  const written =
    own?.create && !own.createMany
      ? await oneByOne(context, added, (row) => createOne(context, own, row))
      : await inChunks(context, added, (chunk) => insertChunk(context, entity, own, chunk));
  return written + (own?.update ? await oneByOne(context, changed, (row) => updateOne(context, own, row)) : await inChunks(context, changed, (chunk) => updateChunk(context, entity, chunk)));
}

async function createOne(context: Context, module: Behaviour, { siteId, values }: ImportRow): Promise<void> {
  await module.create?.(context, { ...values, siteId });
}

async function updateOne(context: Context, module: Behaviour, { existing, values }: ImportRow): Promise<void> {
  if (existing) await module.update?.(context, existing.id, { ...values, revision: existing.revision });
}

async function insertChunk(context: Context, entity: AnyEntity, module: Behaviour | undefined, rows: readonly ImportRow[]): Promise<void> {
  const placed = rows.map(({ siteId, values }): Placed => ({ siteId, values }));
  const ids = await (module?.createMany ? module.createMany(context, placed) : insertRows(context, entity, placed));
  rows.forEach((row, index) => recordImport(context, entity, row, ids[index] ?? '', null));
}

/** Sets the columns that change in some row of the chunk, under the revision that was judged. */
async function updateChunk(context: Context, entity: AnyEntity, rows: readonly ImportRow[]): Promise<void> {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))].filter((name) => isColumn(entity, name));
  const records = rows.map(({ existing, values }) => ({
    id: existing?.id,
    revision: existing?.revision,
    ...Object.fromEntries(names.map((name) => [snake(name), name in values ? values[name] : (existing?.[name] ?? null)])),
  }));
  const table = sql.table(entity.table);
  const assigned = names.map((name) => sql`${sql.id(snake(name))} = r.${sql.id(snake(name))}`);
  const system = [sql`revision = t.revision + 1`, sql`update_by = ${context.session.userId}`, sql`update_time = now()`];
  const done = await sql<{ id: string }>`update ${table} t set ${sql.join([...assigned, ...system])}
    from jsonb_populate_recordset(null::${table}, ${JSON.stringify(records)}::jsonb) r
    where t.id = r.id and t.revision = r.revision returning t.id`.execute(context.sql);
  const ids = new Set(done.rows.map(({ id }) => id));
  for (const row of rows) {
    if (row.existing && ids.has(row.existing.id)) recordImport(context, entity, row, row.existing.id, row.existing);
    else refuseRow(row, importRefusals['import.changed']);
  }
}

function isColumn(entity: AnyEntity, name: string): boolean {
  return storedFields(entity.fields).some(([stored]) => stored === name) || (name === 'remark' && isVersioned(entity));
}

function recordImport(context: Context, entity: AnyEntity, row: ImportRow, id: string, before: StoredRow | null): void {
  const shown = Object.fromEntries(Object.entries(row.shown).map(([name, label]) => [`shown.${name}`, label]));
  const after = { ...before, ...row.values, ...shown } as StoredRow;
  context.record({
    entity: entity.name,
    entityId: id,
    siteId: row.siteId,
    operation: 'import',
    title: textOf(after[entity.title] ?? id),
    changes: before ? changesBetween(entity, before, after) : [],
  });
}

/** All of a chunk at once; when that is refused, its rows one by one, so that only the guilty ones fail. */
async function inChunks(context: Context, rows: readonly ImportRow[], write: (chunk: readonly ImportRow[]) => Promise<void>): Promise<number> {
  let written = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    if ((await attempt(context, () => write(chunk))) === null) written += chunk.filter(({ verdict }) => verdict !== 'error').length;
    else written += await oneByOne(context, chunk, (row) => write([row]));
    await breathe();
  }
  return written;
}

async function oneByOne(context: Context, rows: readonly ImportRow[], write: (row: ImportRow) => Promise<void>): Promise<number> {
  let written = 0;
  for (const row of rows) {
    const refused = await attempt(context, () => write(row));
    if (refused) refuseBy(row, refused);
    else if (row.verdict !== 'error') written += 1;
  }
  return written;
}

/** Runs work in a savepoint: what is refused is undone and given back, a failure of ours is thrown on. */
async function attempt(context: Context, work: () => Promise<unknown>): Promise<Refused | null> {
  await sql`savepoint imported`.execute(context.sql);
  try {
    await work();
    await sql`release savepoint imported`.execute(context.sql);
    return null;
  } catch (error) {
    const refused = refusalOf(error);
    if (!refused) throw error;
    await sql`rollback to savepoint imported`.execute(context.sql);
    return refused;
  }
}

function refuseBy(row: ImportRow, { refusal, args, problems }: Refused): void {
  if (problems.length === 0) return refuseRow(row, refusal, args);
  for (const { field, key, text, args: values = {} } of problems) row.problems.push({ field, key, text, args: values });
  row.verdict = 'error';
}

function refuseRow(row: ImportRow, refusal: Parameters<typeof complain>[2], args: Parameters<typeof complain>[3] = {}): void {
  complain(row, '', refusal, args);
  row.verdict = 'error';
}
