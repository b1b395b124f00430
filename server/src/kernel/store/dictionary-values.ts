import { textOf } from '@millwright/contract/kernel/text';
import { problem } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import { labelAt } from '@millwright/contract/kernel/field-label';
import type { AnyFields } from '@millwright/contract/kernel/field';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { childFields } from './columns.ts';

type Values = Readonly<Record<string, unknown>>;

interface Mention {
  readonly path: string;
  readonly type: string;
  readonly value: string;
}

/** `field.choice` at every dictionary field whose value is no enabled item; a value kept as it was may be disabled. */
export async function dictionaryProblems(
  context: Context,
  entity: AnyEntity,
  values: Values,
  before: Values = {},
): Promise<Problem[]> {
  const mentions = [
    ...mentionsIn(entity.fields, values, '').filter(({ path, value }) => before[path] !== value),
    ...childFields(entity).flatMap(([name, field]) =>
      ((values[name] ?? []) as Values[]).flatMap((row, line) =>
        mentionsIn(field.columns, row, `${name}.${line}.`),
      ),
    ),
  ];
  if (mentions.length === 0) return [];
  const items = await enabledItems(
    context,
    mentions.map(({ type }) => type),
  );
  return mentions
    .filter(({ type, value }) => !items.has(`${type}:${value}`))
    .map(({ path, value }) =>
      problem(path, labelAt(path.split('.'), entity.fields), refusals['field.choice'], { value }),
    );
}

/** Enabled items as `type:value` of the types asked for. */
export async function enabledItems(
  context: Context,
  types: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await sql<{ item: string }>`select d.dict_type || ':' || i.item_value as item
    from system_dict_item i join system_dict_type d on d.id = i.dict_id
    where d.dict_type = any(${[...new Set(types)]}::text[]) and i.status = '1'`.execute(
    context.sql,
  );
  return new Set(found.rows.map(({ item }) => item));
}

function mentionsIn(fields: AnyFields, values: Values, path: string): Mention[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const type = (field as { dictionary?: string }).dictionary;
    const value = values[name];
    if (type === undefined || value === null || value === undefined) return [];
    return [{ path: path + name, type, value: textOf(value) }];
  });
}
