import { textOf } from '@millwright/contract/kernel/text';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { refuse } from '../refuse.ts';
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
    const [first = ''] = key;
    const label = entity.fields[first]?.label ?? entity.label;
    const value = key.map((name) => textOf(values[name])).join(' / ');
    throw refuse(refusals['row.duplicate'], { label, value }, { fields: key });
  }
}

/** Name of the unique index of a key; PostgreSQL keeps 63 characters. */
export function uniqueIndex(entity: AnyEntity, fields: readonly string[]): string {
  return `${entity.table}_${fields.map(snake).join('_')}_key`.slice(0, 63);
}

function constraintOf(error: unknown): string | undefined {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' ? constraint : undefined;
}
