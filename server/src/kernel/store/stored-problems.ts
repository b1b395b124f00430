import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Problem } from '@millwright/contract/kernel/errors';
import type { Context } from '../context.ts';
import { dictionaryProblems } from './dictionary-values.ts';
import { type Placed, referenceProblems } from './references.ts';

/**
 * What the database alone can say against a draft, all of it at once: values that are no enabled item of their
 * dictionary, references that lead nowhere. What the row said `before` may be disabled since.
 */
export async function storedProblems(
  context: Context,
  entity: AnyEntity,
  placed: Placed,
  before: Readonly<Record<string, unknown>> = {},
): Promise<Problem[]> {
  const [dictionaries, [references = []]] = await Promise.all([
    dictionaryProblems(context, entity, placed.values, before),
    referenceProblems(context, entity, [placed], before),
  ]);
  return [...dictionaries, ...references];
}
