import { problem, systemLabels } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { mayRead } from './owner.ts';
import { namesWithin } from './sign.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * `ref.missing` at every field that newly mentions a stored file which this session may not read: rows open their
 * files to all who see them, so nobody may hang another's file on a row of his own.
 */
export async function foreignFiles(
  context: Context,
  entity: AnyEntity,
  values: Values,
  before: Values = {},
): Promise<Problem[]> {
  const kept = new Set(namesWithin(before));
  const mentions = Object.entries(values).flatMap(([field, value]) =>
    namesWithin(value)
      .filter((name) => !kept.has(name))
      .map((name) => ({ field, name })),
  );
  if (mentions.length === 0) return [];
  const closed = await closedNames(
    context,
    mentions.map(({ name }) => name),
  );
  const fields = new Set(mentions.filter(({ name }) => closed.has(name)).map(({ field }) => field));
  return [...fields].map((field) => {
    const label = entity.fields[field]?.label ?? systemLabels[field] ?? { zh: field, en: field };
    return problem(field, label, refusals['ref.missing']);
  });
}

/** Of these names those of stored files that the session may not read. */
async function closedNames(
  context: Context,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from file where name = any(${[...new Set(names)]}::text[])`.execute(context.sql);
  const closed = new Set<string>();
  for (const { name } of rows) if (!(await mayRead(context, name))) closed.add(name);
  return closed;
}
