import type { Behaviour } from '../behaviour.ts';
import type { Context } from '../context.ts';
import type { AskedImport } from './asked-import.ts';
import type { ImportRow } from './import-row.ts';
import { writeRows } from './write-rows.ts';

/** Rows that a check writes one by one; a module that takes a thousand at once hears of all of them in less time. */
const ONE_BY_ONE = 500;

/**
 * Writes the rows of a check, which are taken back then, to hear what the entity's module says about them: all of
 * them where they are written a thousand at once, else the first ones. Gives the number of good rows of which only the
 * import itself will hear.
 */
export async function rehearse(
  context: Context,
  { entity, module, further }: AskedImport,
  rows: readonly ImportRow[],
): Promise<number> {
  const own = module?.sheetsArePlain ? undefined : module;
  if (!own?.create && !own?.update && further.length === 0) return 0;
  const isWhole = rows.length <= ONE_BY_ONE || (takesMany(own) && further.length === 0);
  // A row of a further sheet may wait for any other row of the file.
  const first = isWhole
    ? rows
    : rows.slice(0, ONE_BY_ONE).filter(({ children }) => children.length === 0);
  await writeRows(context, entity, module, first);
  const heard = new Set(first);
  return rows.filter((row) => isGood(row) && !heard.has(row)).length;
}

function takesMany(own: Behaviour | undefined): boolean {
  return (!own?.create || !!own.createMany) && (!own?.update || !!own.updateMany);
}

function isGood({ verdict }: ImportRow): boolean {
  return verdict === 'new' || verdict === 'changed';
}
