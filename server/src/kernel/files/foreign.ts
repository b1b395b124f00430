import { problem } from '@millwright/contract/kernel/check';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import { type AnyFields, holdsFiles } from '@millwright/contract/kernel/field';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { mayRead } from './owner.ts';
import { namesWithin } from './sign.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * `ref.missing` at every field that newly holds the address of a file which is not stored, or which this session may
 * not read: rows open their files to all who see them, so nobody may hang another's file on a row of his own.
 */
export async function foreignFiles(
  context: Context,
  fields: AnyFields,
  values: Values,
  before: Values = {},
): Promise<Problem[]> {
  const held = Object.entries(fields).flatMap(([name, field]) => {
    if (!holdsFiles(field)) return [];
    const kept = new Set(namesWithin(before[name]));
    const names = namesWithin(values[name]).filter((one) => !kept.has(one));
    return names.length > 0 ? [{ name, label: field.label, names }] : [];
  });
  if (held.length === 0) return [];
  const open = await openNames(
    context,
    held.flatMap(({ names }) => names),
  );
  return held
    .filter(({ names }) => names.some((one) => !open.has(one)))
    .map(({ name, label }) => problem(name, label, refusals['ref.missing']));
}

/** Of these names those of stored files that the session may read. */
async function openNames(context: Context, names: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from file where name = any(${[...new Set(names)]}::text[])`.execute(context.sql);
  const open = new Set<string>();
  for (const { name } of rows) if (await mayRead(context, name)) open.add(name);
  return open;
}
