import { problem } from '@millwright/contract/kernel/check';
import { textOf } from '@millwright/contract/kernel/text';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import { Refused, refuse } from '../refuse.ts';
import { snake } from './columns.ts';

/** Runs a statement and turns a broken unique key of the entity into `row.duplicate` with the field's label and value. */
export async function refuseDuplicates<T>(
  entity: AnyEntity,
  values: Readonly<Record<string, unknown>>,
  run: () => Promise<T>,
): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const key = entity.unique.find((fields) => uniqueIndex(entity, fields) === constraintOf(error));
    if (!key) throw error;
    const told = toldOf(entity, key);
    const label = entity.fields[told[0] ?? '']?.label ?? entity.label;
    const value = told.map((name) => textOf(values[name])).join(' / ');
    throw refuse(refusals['row.duplicate'], { label, value }, { fields: key });
  }
}

/** A refusal of `refuseDuplicates` as a problem beside others of the draft; any other failure is none. */
export function duplicateProblems(entity: AnyEntity, failure: unknown): Problem[] {
  if (!(failure instanceof Refused) || failure.refusal !== refusals['row.duplicate']) return [];
  const [name = ''] = toldOf(entity, failure.data.fields as readonly string[]);
  const label = entity.fields[name]?.label ?? entity.label;
  return [problem(name, label, failure.refusal, failure.args)];
}

/** Name of the unique index of a key; PostgreSQL keeps 63 characters. */
export function uniqueIndex(entity: AnyEntity, fields: readonly string[]): string {
  return `${entity.table}_${fields.map(snake).join('_')}_key`.slice(0, 63);
}

/** The fields of a key that people know by their value: the id of a site or of another row says nothing to them. */
function toldOf(entity: AnyEntity, key: readonly string[]): readonly string[] {
  const known = key.filter((name) => {
    const field = entity.fields[name];
    return field && field.kind.name !== 'ref';
  });
  return known.length > 0 ? known : key;
}

function constraintOf(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? constraint : undefined;
}
