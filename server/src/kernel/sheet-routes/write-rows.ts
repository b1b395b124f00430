import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { textOf } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Behaviour } from '../behaviour.ts';
import type { Context, RecordedChange } from '../context.ts';
import { refusalOf } from '../http/envelope.ts';
import { contextOn } from '../http/run.ts';
import type { Refused } from '../refuse.ts';
import { changesBetween } from '../store/changes.ts';
import { readRows } from '../store/read.ts';
import { isVersioned, snake, storedFields } from '../store/columns.ts';
import type { Placed } from '../store/references.ts';
import type { StoredRow } from '../store/row.ts';
import { insertRows } from '../store/write.ts';
import { breathe, complain, type ImportRow } from './import-row.ts';
import { blame, place } from './judge-further.ts';
import { replaceValues } from './judge-rows.ts';
import { importRefusals } from './import-refusal.ts';

const CHUNK = 1000;

/**
 * Writes the good rows: new ones and changed ones, a thousand in one statement where the entity's module leaves
 * creating and changing to the store, else one by one through the module. A row that is refused here becomes an
 * error like the others; the rest stands. Gives the number of rows written.
 */
export async function writeRows(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  rows: readonly ImportRow[],
): Promise<number> {
  const alone = rows.filter((row) => !hasChildren(row));
  const added = alone.filter(({ verdict }) => verdict === 'new');
  const changed = alone.filter(({ verdict }) => verdict === 'changed');
  const own = module?.sheetsArePlain ? undefined : module;
  const written =
    own?.create && !own.createMany
      ? await oneByOne(context, added, (row, held) => createOne(held, own, row))
      : await inChunks(context, added, (chunk, held) => insertChunk(held, entity, own, chunk));
  const rewritten =
    own?.update && !own.updateMany
      ? await oneByOne(context, changed, (row, held) => updateOne(held, own, row))
      : await inChunks(context, changed, (chunk, held) => updateChunk(held, entity, own, chunk));
  return (
    written + rewritten + (await writeFamilies(context, entity, own, rows.filter(hasChildren)))
  );
}

function hasChildren({ verdict, children }: ImportRow): boolean {
  return (
    (verdict === 'new' || verdict === 'changed') && children.some(({ write }) => write !== null)
  );
}

/** Rows with rows on further sheets: each with all of its own or not at all, those that others point at first. */
async function writeFamilies(
  context: Context,
  entity: AnyEntity,
  own: Behaviour | undefined,
  families: readonly ImportRow[],
): Promise<number> {
  let written = 0;
  for (let open = [...families]; open.length > 0;) {
    const ready = open.filter((row) =>
      targetsOf(row).every(
        (target) => target.id !== null || !open.includes(target) || target === row,
      ),
    );
    // Rows that wait for each other form a loop; writing them says so.
    const next = ready.length > 0 ? ready : open;
    written += await oneByOne(context, next, (row, held) => writeFamily(held, entity, own, row));
    open = open.filter((row) => !next.includes(row));
  }
  return written;
}

function targetsOf({ children }: ImportRow): ImportRow[] {
  return children.flatMap(({ rows }) => rows.flatMap(({ waiting }) => Object.values(waiting)));
}

async function writeFamily(
  context: Context,
  entity: AnyEntity,
  own: Behaviour | undefined,
  row: ImportRow,
): Promise<void> {
  if (row.verdict === 'new')
    await (own?.create && !own.createMany
      ? createOne(context, own, row)
      : insertChunk(context, entity, own, [row]));
  else if (Object.keys(row.values).length > 0)
    await (own?.update && !own.updateMany
      ? updateOne(context, own, row)
      : updateChunk(context, entity, own, [row]));
  if (row.verdict === 'error') return;
  const id = row.id ?? row.existing?.id ?? '';
  for (const { sent, rows, write } of row.children) {
    if (!write) continue;
    const filled = write.map((child) => {
      const source = rows[write.length === rows.length ? write.indexOf(child) : -1];
      const coming = Object.entries(source?.waiting ?? {}).map(
        ([name, target]) => [name, target.id] as const,
      );
      return { ...child, ...Object.fromEntries(coming) };
    });
    await sent.sheet.write(context, id, filled);
  }
}

async function createOne(context: Context, module: Behaviour, row: ImportRow): Promise<void> {
  row.id = (await module.create?.(context, { ...row.values, siteId: row.siteId }))?.id ?? null;
}

async function updateOne(
  context: Context,
  module: Behaviour,
  { existing, values }: ImportRow,
): Promise<void> {
  if (existing)
    await module.update?.(context, existing.id, { ...values, revision: existing.revision });
}

async function insertChunk(
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
async function updateChunk(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  chunk: readonly ImportRow[],
): Promise<void> {
  const rows = module?.updateMany
    ? await allowedRows(context, entity, module.updateMany, chunk)
    : chunk;
  if (rows.length === 0) return;
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
  const ids = new Set(done.rows.map(({ id }) => id));
  for (const row of rows) {
    if (row.existing && ids.has(row.existing.id))
      recordImport(context, entity, row, row.existing.id, row.existing);
    else refuseRow(row, importRefusals['import.changed']);
  }
  await module?.updateMany?.after(context, [...ids]);
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
      if (stored) replaceValues(row, allowed(stored as never, { ...row.values }));
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
    changes: before ? changesBetween(entity, before, after) : [],
  });
}

/** All of a chunk at once; when that is refused, its rows one by one, so that only the guilty ones fail. */
async function inChunks(
  context: Context,
  rows: readonly ImportRow[],
  write: (chunk: readonly ImportRow[], held: Context) => Promise<void>,
): Promise<number> {
  let written = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    if ((await attempt(context, (held) => write(chunk, held))) === null)
      written += chunk.filter(({ verdict }) => verdict !== 'error').length;
    else written += await oneByOne(context, chunk, (row, held) => write([row], held));
    await breathe();
  }
  return written;
}

async function oneByOne(
  context: Context,
  rows: readonly ImportRow[],
  write: (row: ImportRow, held: Context) => Promise<void>,
): Promise<number> {
  let written = 0;
  for (const row of rows) {
    const refused = await attempt(context, (held) => write(row, held));
    if (refused) {
      row.id = null;
      refuseBy(row, refused);
    } else if (row.verdict !== 'error') written += 1;
  }
  return written;
}

/**
 * Runs work in a savepoint: what is refused is undone and given back with all that it recorded, a failure of ours is
 * thrown on.
 */
async function attempt(
  context: Context,
  work: (held: Context) => Promise<unknown>,
): Promise<Refused | null> {
  const later: (() => Promise<void> | void)[] = [];
  const records: RecordedChange[] = [];
  await sql`savepoint imported`.execute(context.sql);
  try {
    await work(contextOn(context.session, context.sql, later, records));
    await sql`release savepoint imported`.execute(context.sql);
    for (const step of later) context.afterCommit(step);
    for (const change of records) context.record(change);
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
