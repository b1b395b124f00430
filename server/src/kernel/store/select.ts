import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { Locale } from '@millwright/contract/kernel/text';
import type { RowsField } from '@millwright/contract/kinds/rows';
import { PostgresQueryCompiler, type RawBuilder, sql } from 'kysely';
import {
  childFields,
  childTable,
  isVersioned,
  labelOf,
  snake,
  storedFields,
  systemColumns,
  targetOf,
} from './columns.ts';

/** How much of a row is read: a list leaves out child rows and long texts that it does not show. */
export type Depth = 'list' | 'whole';

/** Whom rows are selected for: names come in the language, the site's name to company-wide people (identity 1) alone. */
export interface Reader {
  readonly locale: Locale;
  readonly identity: 1 | 2 | 3;
}

/**
 * The select list of an entity (its table under the alias `t`): columns under their field names, child rows
 * as arrays, and beside each reference the name behind it as `shown.<field>` in the reader's language. It holds no
 * parameters, so its text is made once per entity and kind of reader.
 */
export function selection(
  entity: AnyEntity,
  depth: Depth,
  { locale, identity }: Reader = USUAL,
): RawBuilder<unknown> {
  const isWide = identity === 1;
  const key = `${depth} ${locale} ${isWide}`;
  const kept = texts.get(entity) ?? new Map<string, RawBuilder<unknown>>();
  texts.set(entity, kept);
  const known = kept.get(key);
  if (known) return known;
  const parts = [
    ...columnsOf(entity, depth),
    ...childrenOf(entity, depth, locale),
    ...namesOf(entity, depth, locale),
    ...(isWide ? siteOf(entity) : []),
  ];
  const made = sql.raw(textOf(sql.join(parts)));
  kept.set(key, made);
  return made;
}

const USUAL: Reader = { locale: 'zh_CN', identity: 2 };
const texts = new WeakMap<AnyEntity, Map<string, RawBuilder<unknown>>>();
const compiler = new PostgresQueryCompiler();

/** Throws on parameters: the text stands by itself. */
function textOf(list: RawBuilder<unknown>): string {
  const { sql: text, parameters } = compiler.compileQuery(list.toOperationNode(), {
    queryId: 'selection',
  });
  if (parameters.length > 0) throw new Error('A select list takes no parameters.');
  return text;
}

function columnsOf(entity: AnyEntity, depth: Depth): RawBuilder<unknown>[] {
  const own = storedFields(entity.fields)
    .filter(([, field]) => field.secret !== true && (depth === 'whole' || !isLong(field)))
    .map(([name]) => [name, snake(name)] as const);
  return [...systemColumns(entity), ...own].map(([name, column]) =>
    as(valueOf(entity, depth, name, column), name),
  );
}

/** A list shows the beginning of a long text only. */
function valueOf(
  entity: AnyEntity,
  depth: Depth,
  name: string,
  column: string,
): RawBuilder<unknown> {
  const field = entity.fields[name];
  const whole = sql.ref(`t.${column}`);
  return depth === 'list' && field && isLongText(field) ? sql`left(${whole}, 200)` : whole;
}

function isLongText(field: AnyField): boolean {
  const { max = 0 } = field as { max?: number };
  return field.kind.name === 'text' && max > LONG;
}

const LONG = 1000;

function isLong(field: AnyField): boolean {
  if (!field.list && isLongText(field)) return true;
  return field.kind.name === 'richText' || (field.kind.name === 'json' && !field.list);
}

function childrenOf(entity: AnyEntity, depth: Depth, locale: Locale): RawBuilder<unknown>[] {
  return childFields(entity)
    .filter(([, field]) => depth === 'whole' || field.list)
    .map(([name, field]) => as(childArray(entity, name, field, locale), name));
}

/** Child rows of a row as a JSON array in their order, each with its id and the names behind its references. */
function childArray(
  entity: AnyEntity,
  name: string,
  field: RowsField,
  locale: Locale,
): RawBuilder<unknown> {
  const pairs = Object.entries(field.columns).flatMap(([key, column]) => [
    sql.lit(key),
    jsonValue(key, column),
  ]);
  const names = Object.entries(field.columns).flatMap(([key, column]) => {
    const behind = shownOf(column, sql.ref(`c.${snake(key)}`), locale);
    return behind ? [sql.lit(key), behind] : [];
  });
  const shown =
    names.length > 0
      ? sql`, 'shown', json_strip_nulls(json_build_object(${sql.join(names)}))`
      : sql``;
  return sql`(select coalesce(json_agg(json_build_object('id', c.id::text, ${sql.join(pairs)}${shown})
    order by c.position), '[]'::json) from ${sql.table(childTable(entity, name))} c where c.parent_id = t.id)`;
}

/** A column of a child table under `c`: ids and decimals travel as text, instants as ISO 8601 in UTC. */
export function jsonValue(name: string, field: AnyField): RawBuilder<unknown> {
  const column = sql.ref(`c.${snake(name)}`);
  if (field.kind.name === 'ref' || field.kind.name === 'decimal') return sql`${column}::text`;
  if (field.kind.name === 'refs') return sql`${column}::text[]`;
  if (field.kind.name === 'instant') return isoInstant(column);
  return column;
}

function isoInstant(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

function namesOf(entity: AnyEntity, depth: Depth, locale: Locale): RawBuilder<unknown>[] {
  const names = storedFields(entity.fields).flatMap(([name, field]) => {
    const behind = shownOf(field, sql.ref(`t.${snake(name)}`), locale);
    return behind ? [as(behind, `shown.${name}`)] : [];
  });
  if (!isVersioned(entity) || depth === 'list') return names;
  const people = ['createBy', 'updateBy'].map((name) =>
    as(sql`user_name(${sql.ref(`t.${snake(name)}`)})`, `shown.${name}`),
  );
  return [...names, ...people];
}

/** The words behind a value: names of references, and names under which files were sent; null for other kinds. */
function shownOf(
  field: AnyField,
  value: RawBuilder<unknown>,
  locale: Locale,
): RawBuilder<unknown> | null {
  if (field.kind.name === 'files') return fileNames(value);
  const target = targetOf(field);
  if (!target) return null;
  return (field.kind.name === 'refs' ? namesBehind : nameBehind)(target, value, locale);
}

/** Empty for a file that is there no more, so that names and addresses stay in step. */
function fileNames(addresses: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select array_agg(coalesce(f.original_name, '') order by a.place)
    from unnest(${addresses}) with ordinality a(address, place)
    left join lateral file_named(substring(a.address from '[^/]+$')) f on true)`;
}

/** The site's name in both languages, where rows belong to one. */
function siteOf(entity: AnyEntity): RawBuilder<unknown>[] {
  if (entity.scope === 'company' || 'departName' in entity.fields) return [];
  return ['departName', 'departNameEn'].map((name) =>
    as(sql`(select ${sql.ref(`d.${snake(name)}`)} from base_site d where d.id = t.site_id)`, name),
  );
}

/** The words behind an id: what a list shows of a reference, and by what it is sorted. */
export function nameBehind(
  target: AnyEntity,
  id: RawBuilder<unknown>,
  locale: Locale,
): RawBuilder<unknown> {
  return sql`(select ${labelOf(target, 'r', locale)} from ${sql.table(target.table)} r where r.id = ${id})`;
}

function namesBehind(
  target: AnyEntity,
  ids: RawBuilder<unknown>,
  locale: Locale,
): RawBuilder<unknown> {
  return sql`(select coalesce(array_agg(${labelOf(target, 'r', locale)} order by i.place), '{}')
    from unnest(${ids}) with ordinality i(id, place) join ${sql.table(target.table)} r on r.id = i.id)`;
}

function as(value: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  return sql`${value} as ${sql.id(name)}`;
}
