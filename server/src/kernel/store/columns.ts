import { englishTitle } from '@millwright/contract/kernel/english-title';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField, AnyFields, Kind } from '@millwright/contract/kernel/field';
import type { RowsField } from '@millwright/contract/kinds/rows';
import type { Locale } from '@millwright/contract/kernel/text';
import { entityOf } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';

/** Column of a field: `dueDate` → `due_date`. */
export function snake(name: string): string {
  const known = snakes.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
  // Names are those of declared fields; whatever else comes in must not grow the memory.
  if (snakes.size < 10_000) snakes.set(name, made);
  return made;
}

const snakes = new Map<string, string>();

/** Table of the child rows of a field: `base_line_shifts`. */
export function childTable(entity: AnyEntity, field: string): string {
  return `${entity.table}_${snake(field)}`;
}

/** Fields kept in the entity's own table, that is all but child rows. */
export function storedFields(fields: AnyFields): [string, AnyField][] {
  return Object.entries(fields).filter(([, field]) => columnType(field) !== null);
}

/** Fields whose values are rows of a child table. */
export function childFields(entity: AnyEntity): [string, RowsField][] {
  return Object.entries(entity.fields)
    .filter(([, field]) => field.kind.name === 'rows')
    .map(([name, field]) => [name, field as unknown as RowsField]);
}

/** PostgreSQL type of a field's column; null when it has a table of its own. */
export function columnType(field: AnyField): string | null {
  return (field.kind as Kind).column(field);
}

/** Whether the column is an array, which is never null. */
export function isList(field: AnyField): boolean {
  return columnType(field)?.endsWith('[]') ?? false;
}

/** Entity that a ref or refs field points at; null for other kinds. */
export function targetOf(field: AnyField): AnyEntity | null {
  const target = (field as { target?: string }).target;
  return target === undefined ? null : entityOf(target);
}

/**
 * The words that name a row of an entity: `W1890A 18寸锻造轮`, an order `NB-MO-2510-0007(18寸锻造轮-星驰)`, or the title
 * alone when it is the code. Readers of
 * English get the English title where the row has one.
 */
export function labelOf(
  entity: AnyEntity,
  alias: string,
  locale: Locale = 'zh_CN',
): RawBuilder<string> {
  const chinese = sql.ref(`${alias}.${snake(entity.title)}`);
  const english = englishTitle(entity);
  const title =
    locale === 'en_US' && english
      ? sql`coalesce(nullif(${sql.ref(`${alias}.${snake(english)}`)}, ''), ${chinese})`
      : chinese;
  if (entity.code === entity.title) return sql<string>`${title}::text`;
  const code = sql.ref(`${alias}.${snake(entity.code)}`);
  if (entity.titleInBrackets) return sql<string>`${code} || coalesce('(' || ${title} || ')', '')`;
  return sql<string>`concat_ws(' ', ${code}, ${title})`;
}

/** Whether the table keeps revision and authorship; log tables do not. */
export function isVersioned(entity: AnyEntity): boolean {
  return entity.scope !== 'log';
}

/** System columns of a table in the order of their creation, as `[name, column]`. */
export function systemColumns(entity: AnyEntity): [string, string][] {
  const names = isVersioned(entity)
    ? ['id', 'siteId', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime', 'revision']
    : ['id', 'siteId'];
  return names.filter((name) => !(name in entity.fields)).map((name) => [name, snake(name)]);
}
