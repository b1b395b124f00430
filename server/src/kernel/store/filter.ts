import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldLabel } from '@millwright/contract/kernel/field-label';
import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField, Kind } from '@millwright/contract/kernel/field';
import type { FilterValue, ListQuery } from '@millwright/contract/kernel/query';
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../context.ts';
import { askedPeriod, refuseReversed, refuseStartless } from '../period.ts';
import { refuse, type Refused } from '../refuse.ts';
import { childTable, isVersioned, snake, storedFields, targetOf } from './columns.ts';
import { containing } from './containing.ts';
import { EMPTY, idsOf, oneOf } from './one-of.ts';
import { isSeen } from './seen.ts';
import { nameBehind } from './select.ts';

type Condition = RawBuilder<boolean>;

/** What a session sees of an entity, before any filter: its site, and a customer its own rows only. */
export function visibility(entity: AnyEntity, session: Session): Condition[] {
  const conditions: Condition[] = [];
  if (session.identity !== 1) {
    const site = sql`${session.siteId}::bigint`;
    if (entity.scope === 'company')
      conditions.push(sql`(t.site_id is null or t.site_id = ${site})`);
    else conditions.push(sql`t.site_id = ${site}`);
  }
  if (session.identity === 3 && entity.fields.customer?.kind.name === 'dictionary') {
    conditions.push(sql`t.customer = ${session.customer}`);
  }
  if (entity.removal === 'soft') conditions.push(sql`t.deleted_at is null`);
  return conditions;
}

/**
 * Of rows about persons those that the data scope of the session's roles reaches: everybody of the site, the people of
 * the session's own departments and below, or oneself alone. It narrows what is listed, read and changed, not who may
 * be referred to.
 */
export function reach(entity: AnyEntity, session: Session): Condition[] {
  return entity.person === undefined ? [] : reachOf(session, sql.ref(`t.${snake(entity.person)}`));
}

/** The same for any column with the id of a person. */
export function reachOf(
  { dataScope, userId }: Pick<Session, 'dataScope' | 'userId'>,
  person: RawBuilder<unknown>,
): Condition[] {
  if (dataScope === '1' || dataScope === '2') return [];
  if (dataScope === '4') return [sql`${person} = ${userId}::bigint`];
  return [
    sql`(${person} = ${userId}::bigint or ${person} in (
      with recursive below(id) as (
        select unnest(me.departments) from "system_user" me where me.id = ${userId}::bigint
        union select d.id from base_site d join below b on d.parent_id = b.id)
      select u.id from "system_user" u where u.departments && array(select id from below)))`,
  ];
}

/** The conditions of a list call. Throws `call.invalid` on a filter that the declaration does not know. */
export function conditionsOf(
  entity: AnyEntity,
  session: Session,
  params: ListQuery['params'],
): Condition[] {
  return [
    ...visibility(entity, session),
    ...reach(entity, session),
    ...asked(entity, session, params),
  ];
}

/** What the filters of a list call ask for, beside what the session sees at all. */
export function asked(
  entity: AnyEntity,
  session: Session,
  params: ListQuery['params'],
): Condition[] {
  const { filters, ...bounds } = askedPeriod(params);
  const conditions = Object.entries(filters).map(
    ([name, value]) =>
      special(entity, session, name, value) ?? byField(entity, session, name, value),
  );
  return [...conditions, ...period(entity, session, bounds)];
}

export function where(conditions: readonly Condition[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`;
}

/**
 * `order by` of a list call: a sortable field (a reference by the words that it shows), else the declaration's sort; the
 * id decides between equals.
 */
export function ordering(
  entity: AnyEntity,
  session: Session,
  query: Pick<ListQuery, 'sort' | 'order'>,
): RawBuilder<unknown> {
  const name = query.sort ?? entity.sort.by;
  const field = entity.fields[name];
  const sortable =
    name === entity.sort.by ||
    (field?.sort === true && isSeen(field, session)) ||
    name === 'id' ||
    (SORTABLE.has(name) && isVersioned(entity));
  if (!sortable) throw refuse(refusals['call.invalid'], { detail: `sort=${name}` });
  const direction =
    query.sort === undefined ? entity.sort.order : query.order === 'DESC' ? 'desc' : 'asc';
  const way = sql.raw(direction);
  const column = sql.ref(`t.${snake(name)}`);
  const target = field && targetOf(field);
  const value = target ? nameBehind(target, column, session.locale) : column;
  return sql`order by ${value} ${way}, t.id ${way}`;
}

const SORTABLE = new Set(['createTime', 'updateTime']);

function special(
  entity: AnyEntity,
  session: Session,
  name: string,
  value: FilterValue,
): Condition | null {
  if (typeof value !== 'string') return null;
  const words = value.split(',').filter(Boolean);
  if (name === 'keyword') return keyword(entity, session, value.trim());
  if (name === 'ids') return sql`t.id = any(${idsOf(name, words)}::bigint[])`;
  if (name === 'siteId' && session.identity === 1)
    return sql`t.site_id = any(${idsOf(name, words)}::bigint[])`;
  if (name === 'createBy' && isVersioned(entity))
    return sql`t.create_by = any(${idsOf(name, words)}::bigint[])`;
  return null;
}

/** Contains-search over title, code and the text fields that are filters; without any it is no filter. */
function keyword(entity: AnyEntity, session: Session, typed: string): Condition {
  const columns = storedFields(entity.fields)
    .filter(
      ([name, field]) =>
        field.kind.name === 'text' &&
        isSeen(field, session) &&
        (field.filter || name === entity.title || name === entity.code),
    )
    .map(([name, field]) => containing(entity, session, name, field, typed));
  if (columns.length === 0) throw wrongFilter('keyword');
  return sql`(${sql.join(columns, sql` or `)})`;
}

function byField(entity: AnyEntity, session: Session, name: string, value: FilterValue): Condition {
  const field = entity.fields[name] ?? (isVersioned(entity) ? SYSTEM_PERIODS[name] : undefined);
  const mode = field ? modeOf(field) : null;
  if (!field || mode === null || (name in entity.fields && !isFilter(field, session))) {
    throw wrongFilter(name);
  }
  if (mode === 'presence') return presence(entity, field, name, value);
  const column = sql.ref(`t.${snake(name)}`);
  if (value === EMPTY && mode === 'range' && !field.required) return sql`${column} is null`;
  if (mode === 'range') return range(field, column, session, name, value);
  if (typeof value !== 'string') throw wrongFilter(name, field);
  if (mode === 'contains') return containing(entity, session, name, field, value.trim());
  return oneOf(field, column, name, value.split(','));
}

/** Tells people the filter by its label, machines by its place in the call: `params[shifts]`. */
function wrongFilter(name: string, field?: AnyField): Refused {
  const place = `params[${name}]`;
  if (!field) return refuse(refusals['call.invalid'], { detail: place });
  const { zh, en } = field.label;
  const detail = { zh: `${zh}（${place}）`, en: `${en} (${place})` };
  return refuse(refusals['call.invalid'], { detail, field: place });
}

/** A field that a person may not know is no filter either. */
function isFilter(field: AnyField, session: Session): boolean {
  return field.filter && isSeen(field, session);
}

function instantLike(name: string): AnyField {
  const label = fieldLabel(name, {});
  return { kind: { name: 'instant', filter: 'range' }, label, filter: true } as unknown as AnyField;
}

const SYSTEM_PERIODS: Readonly<Record<string, AnyField>> = {
  createTime: instantLike('createTime'),
  updateTime: instantLike('updateTime'),
};

/** `params[shifts]=none`: rows without child rows, files or a picture; `some`: rows with them. */
function presence(entity: AnyEntity, field: AnyField, name: string, value: FilterValue): Condition {
  if (value !== EMPTY && value !== 'some') throw wrongFilter(name, field);
  const column = sql.ref(`t.${snake(name)}`);
  const some =
    field.kind.name === 'rows'
      ? sql<boolean>`exists (select from ${sql.table(childTable(entity, name))} c where c.parent_id = t.id)`
      : field.kind.name === 'files'
        ? sql<boolean>`coalesce(cardinality(${column}), 0) > 0`
        : sql<boolean>`${column} is not null`;
  return value === EMPTY ? sql<boolean>`not (${some})` : some;
}

function modeOf(field: AnyField): Kind['filter'] {
  return (field.kind as Kind).filter;
}

function range(
  field: AnyField,
  column: RawBuilder<unknown>,
  session: Session,
  name: string,
  value: FilterValue,
): Condition {
  const { begin, end } = typeof value === 'string' ? { begin: value, end: value } : value;
  const parts: Condition[] = [];
  if (begin) parts.push(sql`${column} >= ${bound(field, begin, session, name, 'begin')}`);
  if (end) parts.push(upper(field, column, session, name, end));
  if (parts.length === 0) throw wrongFilter(name, field);
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** A plain day as the end of a span of instants means the whole of that day. */
function upper(
  field: AnyField,
  column: RawBuilder<unknown>,
  session: Session,
  name: string,
  end: string,
): Condition {
  const limit = bound(field, end, session, name, 'end');
  return field.kind.name === 'instant' && DAY.test(end)
    ? sql`${column} < ${limit}`
    : sql`${column} <= ${limit}`;
}

function bound(
  field: AnyField,
  typed: string,
  session: Session,
  name: string,
  side: 'begin' | 'end',
): RawBuilder<unknown> {
  const kind = field.kind.name;
  if (kind === 'integer' || kind === 'decimal') {
    // A whole number is compared as one: as numeric each row would have to be turned into it.
    if (/^-?\d{1,15}$/.test(typed)) return sql`${typed}::bigint`;
    if (/^-?\d{1,15}\.\d{1,15}$/.test(typed)) return sql`${typed}::numeric`;
  } else if (DAY.test(typed) && !Number.isNaN(Date.parse(typed))) {
    if (kind === 'day') return sql`${typed}::date`;
    const days = side === 'end' ? 1 : 0;
    return sql`((${typed}::date + ${days}::int)::timestamp at time zone ${session.timeZone})`;
  } else if (
    kind === 'instant' &&
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.test(typed) &&
    !Number.isNaN(Date.parse(typed))
  ) {
    return sql`${typed}::timestamptz`;
  } else if (
    kind === 'instant' &&
    LOCAL.test(typed) &&
    !Number.isNaN(Date.parse(typed.replace(' ', 'T')))
  ) {
    return sql`(${typed}::timestamp at time zone ${session.timeZone})`;
  }
  throw wrongFilter(name, field);
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;

/** `beginTime` and `endTime` narrow the field that the declaration names; both inclusive, start before end. */
function period(
  entity: AnyEntity,
  session: Session,
  { beginTime, endTime }: { beginTime?: string; endTime?: string },
): Condition[] {
  if (beginTime === undefined && endTime === undefined) return [];
  if (endTime && !beginTime) throw refuseStartless();
  if (beginTime && endTime && beginTime > endTime) {
    throw refuseReversed();
  }
  const field = entity.fields[entity.period] ?? instantLike(entity.period);
  const column = sql.ref(`t.${snake(entity.period)}`);
  return [range(field, column, session, 'beginTime', { begin: beginTime, end: endTime })];
}
