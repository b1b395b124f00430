import { textOf } from '@millwright/contract/kernel/text';
import { checkDraft } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { stateLabel } from '@millwright/contract/state-label';
import type { AnyField } from '@millwright/contract/kernel/field';
import { type RawBuilder, sql } from 'kysely';
import { cleanHtml } from '../clean-html.ts';
import type { Context } from '../context.ts';
import { foreignFiles } from '../files/foreign.ts';
import { judgeEach } from '../judge-each.ts';
import { refuse, refuseDraft } from '../refuse.ts';
import { changesBetween } from './changes.ts';
import { isList, isVersioned, snake, storedFields } from './columns.ts';
import { insertChildren, replaceChildren } from './children.ts';
import { refuseDuplicates } from './duplicates.ts';
import { refuseIfInUse } from './in-use.ts';
import { insertText } from './insert-text.ts';
import { readRow, readRows } from './read.ts';
import type { Placed } from './references.ts';
import { answerOf, type StoredRow } from './row.ts';
import { isSameRow } from './same-row.ts';
import { withoutUnseen } from './seen.ts';
import { zoneOf } from './site.ts';
import { storedProblems } from './stored-problems.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Inserts rows that are judged already and gives their ids in order; child rows included. One statement a table,
 * whatever the number of rows. Throws `row.duplicate`.
 */
export async function insertRows(
  context: Context,
  entity: AnyEntity,
  placed: readonly Placed[],
): Promise<string[]> {
  const inserted = await refuseDuplicates(entity, placed[0]?.values ?? {}, () =>
    sql<{ id: string }>`${insertion(context, entity, placed)} returning id`.execute(context.sql),
  );
  const parents = inserted.rows.map(({ id }, index) => ({
    id,
    siteId: placed[index]?.siteId ?? null,
  }));
  await insertChildren(
    context,
    entity,
    parents,
    placed.map(({ values }) => values),
  );
  return parents.map(({ id }) => id);
}

/** The `insert` of rows that are judged already, without what it returns. */
export function insertion(
  context: Context,
  entity: AnyEntity,
  placed: readonly Placed[],
): RawBuilder<unknown> {
  const author = isVersioned(entity)
    ? { create_by: context.session.userId, update_by: context.session.userId }
    : {};
  const records = placed.map(({ siteId, values }) => ({
    site_id: siteId,
    ...author,
    ...recordOf(entity, withDefaults(entity, values)),
  }));
  const dated = SERVER_SET.filter((name) =>
    placed.some(({ values }) => values[name] !== undefined),
  ).map(snake);
  return sql`${insertText(entity, dated)}${JSON.stringify(records)}::jsonb)`;
}

/**
 * Changes the fields sent, under the revision that the client saw; `owned` are values that the server sets beside them.
 * What stands in the row already leaves no trace.
 */
export async function updateRow(
  context: Context,
  entity: AnyEntity,
  id: string,
  sent: Values,
  owned: Values = {},
): Promise<StoredRow> {
  const before = await lockRow(context, entity, id);
  await refuseStale(context, entity, before, sent.revision);
  refuseState(entity, before, entity.editable, EDIT);
  const { siteId: _fixed, ...named } = sent;
  const { reason, rest } = reasonIn(entity, named);
  const { draft, problems } = checkDraft(
    entity,
    withoutFixed(entity, rest, before),
    'update',
    before,
    await zoneOf(context, before.siteId),
  );
  if (!draft) throw refuseDraft(problems);
  const asked = withoutUnseen(entity, context.session, draft);
  const values = { ...asked, ...owned };
  const wrong = [
    ...(await storedProblems(context, entity, { siteId: before.siteId, values }, before)),
    ...(await foreignFiles(context, entity.fields, values, before)),
  ];
  if (wrong.length > 0) throw refuseDraft(wrong);
  const isAlone = Object.keys(owned).length === 0;
  if (isAlone && (await isSameRow(context, entity, before, asked, recordOf(entity, asked))))
    return answerOf(context.session, entity, before);
  return store(context, entity, before, values, 'update', reason);
}

/** Why a row is changed travels beside its fields, unless the entity has a field of that name. */
function reasonIn(entity: AnyEntity, sent: Values): { reason?: string; rest: Values } {
  if ('reason' in entity.fields) return { rest: sent };
  const { reason, ...rest } = sent;
  return typeof reason === 'string' && reason.trim() !== ''
    ? { reason: reason.trim().slice(0, 500), rest }
    : { rest };
}

/** Writes values that are judged already over a locked row and records what changed. */
export async function store(
  context: Context,
  entity: AnyEntity,
  before: StoredRow,
  values: Values,
  operation: string,
  reason?: string,
): Promise<StoredRow> {
  const record = recordOf(entity, values);
  const assigned = Object.keys(record).map(
    (column) => sql`${sql.id(column)} = r.${sql.id(column)}`,
  );
  const system = [
    sql`revision = t.revision + 1`,
    sql`update_by = ${context.session.userId}`,
    sql`update_time = now()`,
  ];
  const table = sql.table(entity.table);
  await refuseDuplicates(entity, { ...before, ...values }, () =>
    sql`update ${table} t set ${sql.join([...assigned, ...system])}
      from jsonb_populate_record(null::${table}, ${JSON.stringify(record)}::jsonb) r where t.id = ${before.id}`.execute(
      context.sql,
    ),
  );
  await replaceChildren(context, entity, before, values);
  const after = await readRow(context, entity, before.id);
  recordChange(context, entity, operation, before, after, reason);
  return answerOf(context.session, entity, after);
}

/** Deletes rows, all or nothing. Throws `row.missing`, `row.state`, `row.inUse`. */
export async function removeRows(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
): Promise<void> {
  const wanted = [...new Set(ids)];
  await lockRows(context, entity, wanted);
  const rows = await readRows(context, entity, wanted);
  if (wanted.length === 0 || rows.length !== wanted.length || entity.removal === 'never')
    throw refuse(refusals['row.missing']);
  const byId = new Map(rows.map((row) => [row.id, row]));
  await judgeEach(context, entity, wanted, (id) => {
    const row = byId.get(id);
    if (row) refuseState(entity, row, entity.removable, REMOVE);
  });
  await refuseIfInUse(context, entity, wanted);
  const table = sql.table(entity.table);
  const gone =
    entity.removal === 'soft'
      ? sql`update ${table} set deleted_at = now(), update_by = ${context.session.userId} where id = any(${wanted}::bigint[])`
      : sql`delete from ${table} where id = any(${wanted}::bigint[])`;
  await gone.execute(context.sql);
  for (const row of rows) recordChange(context, entity, 'remove', row, null);
}

/** The row by id, locked until the transaction ends. Throws `row.missing`. */
export async function lockRow(context: Context, entity: AnyEntity, id: string): Promise<StoredRow> {
  if (!/^[1-9]\d{0,17}$/.test(id)) throw refuse(refusals['row.missing']);
  await lockRows(context, entity, [id]);
  return readRow(context, entity, id);
}

async function lockRows(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
): Promise<void> {
  await sql`select 1 from ${sql.table(entity.table)} where id = any(${ids}::bigint[]) order by id for update`.execute(
    context.sql,
  );
}

/** Throws `row.stale` with the present row and who changed it, or 400 when no revision was sent. */
export async function refuseStale(
  context: Context,
  entity: AnyEntity,
  row: StoredRow,
  revision: unknown,
): Promise<void> {
  if (!Number.isInteger(revision)) throw refuse(refusals['call.invalid'], { detail: 'revision' });
  if (revision === row.revision) return;
  const name = textOf(row['shown.updateBy']);
  const current = answerOf(context.session, entity, row);
  throw refuse(
    refusals['row.stale'],
    { name, time: localTime(row.updateTime, context.session.timeZone) },
    { current },
  );
}

/** Throws `row.state` when the row's state is none of those given. */
export function refuseState(
  entity: AnyEntity,
  row: StoredRow,
  states: readonly string[] | undefined,
  action: { zh: string; en: string },
): void {
  if (!states || entity.state === undefined || states.includes(String(row[entity.state]))) return;
  throw refuse(
    refusals['row.state'],
    { state: stateLabel(entity, row[entity.state]), action },
    { state: row[entity.state] },
  );
}

/** `2026-11-06 14:32:05` in a zone. */
export function localTime(at: unknown, timeZone: string): string {
  return new Date(String(at)).toLocaleString('sv-SE', { timeZone });
}

/** A field chosen at creation stays: sending its old value is fine, another one is dropped. */
function withoutFixed(entity: AnyEntity, sent: Values, before: StoredRow): Values {
  const kept = Object.entries(sent).filter(
    ([name]) => entity.fields[name]?.fixed !== true || before[name] === null,
  );
  return Object.fromEntries(kept);
}

/** Puts what differs between two states of a row into the change history. */
export function recordChange(
  context: Context,
  entity: AnyEntity,
  operation: string,
  before: StoredRow | null,
  after: StoredRow | null,
  reason?: string,
): void {
  const row = after ?? before;
  if (!row || !isVersioned(entity)) return;
  context.record({
    entity: entity.name,
    entityId: row.id,
    siteId: row.siteId,
    operation,
    title: textOf(row[entity.title] ?? row.id),
    ...(reason === undefined ? {} : { reason }),
    changes: changesBetween(entity, before, after),
  });
}

/** A new row has every column: what is not given starts at its default, lists start empty. */
function withDefaults(entity: AnyEntity, values: Values): Values {
  const given = storedFields(entity.fields).map(([name, field]) => [
    name,
    values[name] ?? field.default ?? null,
  ]);
  return { ...values, ...Object.fromEntries(given) };
}

/** Values under their columns; child rows and unknown names are left out. */
function recordOf(entity: AnyEntity, values: Values): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [name, field] of storedFields(entity.fields)) {
    if (values[name] !== undefined)
      record[snake(name)] = storable(field, values[name]) ?? (isList(field) ? [] : null);
  }
  if (isVersioned(entity) && values.remark !== undefined) record.remark = values.remark;
  for (const name of SERVER_SET) if (values[name] !== undefined) record[snake(name)] = values[name];
  return record;
}

/** Formatted text is stored clean, whoever wrote it. */
function storable(field: AnyField, value: unknown): unknown {
  return field.kind.name === 'richText' && typeof value === 'string' ? cleanHtml(value) : value;
}

/** System columns that the demo and imports of old data may set, for all rows of a statement or for none. */
const SERVER_SET = ['createTime', 'updateTime'];

const EDIT = { zh: '修改', en: 'Editing' };
const REMOVE = { zh: '删除', en: 'Deleting' };
