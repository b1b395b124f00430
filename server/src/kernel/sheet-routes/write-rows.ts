import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import { inSavepoint } from '../savepoint.ts';
import { breathe, type ImportRow } from './import-row.ts';
import { createOne, insertChunk, refuseBy, updateChunk, updateOne } from './write-chunks.ts';

const CHUNK = 1000;

/**
 * Writes the good rows: new ones and changed ones, a thousand in one statement where the entity's module leaves
 * creating and changing to the store, else one by one through the module. A row that is refused here becomes an
 * error like the others; the rest stands. Gives the number of rows written; `progress` hears how many are through.
 */
export async function writeRows(
  context: Context,
  entity: AnyEntity,
  module: Behaviour | undefined,
  rows: readonly ImportRow[],
  progress: (rows: number) => void = () => undefined,
): Promise<number> {
  let through = 0;
  const count: Count = (rows) => progress((through += rows));
  const alone = rows.filter((row) => !hasChildren(row));
  const added = alone.filter(({ verdict }) => verdict === 'new');
  const changed = alone.filter(({ verdict }) => verdict === 'changed');
  const own = module?.sheetsArePlain ? undefined : module;
  const written =
    own?.create && !own.createMany
      ? await oneByOne(context, added, (row, held) => createOne(held, own, row), count)
      : await inChunks(
          context,
          added,
          (chunk, held) => insertChunk(held, entity, own, chunk),
          count,
        );
  const rewritten =
    own?.update && !own.updateMany
      ? await oneByOne(context, changed, (row, held) => updateOne(held, own, row), count)
      : await inChunks(
          context,
          changed,
          (chunk, held) => updateChunk(held, entity, own, chunk),
          count,
        );
  return (
    written +
    rewritten +
    (await writeFamilies(context, entity, own, rows.filter(hasChildren), count))
  );
}

/** Hears how many rows more are through. */
type Count = (rows: number) => void;

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
  count: Count,
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
    written += await oneByOne(
      context,
      next,
      (row, held) => writeFamily(held, entity, own, row),
      count,
    );
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

/** All of a chunk at once; when that is refused, its rows one by one, so that only the guilty ones fail. */
async function inChunks(
  context: Context,
  rows: readonly ImportRow[],
  write: (chunk: readonly ImportRow[], held: Context) => Promise<void>,
  count: Count,
): Promise<number> {
  let written = 0;
  for (let from = 0; from < rows.length; from += CHUNK) {
    const chunk = rows.slice(from, from + CHUNK);
    if ((await inSavepoint(context, (held) => write(chunk, held))) === null)
      written += chunk.filter(({ verdict }) => verdict !== 'error').length;
    else
      written += await oneByOne(
        context,
        chunk,
        (row, held) => write([row], held),
        () => undefined,
      );
    count(chunk.length);
    await breathe();
  }
  return written;
}

async function oneByOne(
  context: Context,
  rows: readonly ImportRow[],
  write: (row: ImportRow, held: Context) => Promise<void>,
  count: Count,
): Promise<number> {
  let written = 0;
  for (const row of rows) {
    const refused = await inSavepoint(context, (held) => write(row, held));
    if (refused) {
      row.id = null;
      refuseBy(row, refused);
    } else if (row.verdict !== 'error') written += 1;
    count(1);
  }
  return written;
}
