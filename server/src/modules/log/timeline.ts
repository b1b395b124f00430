import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { entities } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import { snake } from '../../kernel/store/columns.ts';
import { mine } from './mine.ts';

/** `GET /api/log/timeline?log=log/alarm&id=7`: what the logs say within five minutes of the same request, device or order. */
export const timelineRoute: Route = {
  method: 'GET',
  path: '/api/log/timeline',
  tag: 'session',
  handle: (context, { query }) => timeline(context, query.log, query.id),
};

/** One row of any log, as the timeline shows it. */
interface TimelineRow {
  readonly log: string;
  readonly id: string;
  readonly at: string;
  readonly text: string;
  /** The same with the English words of logs that keep them. */
  readonly textEn: string | null;
  readonly device: string | null;
  readonly order: string | null;
}

/** Rows of each log at most. */
const MOST = 100;

async function timeline(context: Context, log: unknown, id: unknown) {
  const entity = logs.find(({ name }) => name === log);
  if (!entity || typeof id !== 'string') throw refuse(refusals['call.invalid'], { detail: 'log' });
  if (!reads(context, entity)) throw refuse(refusals['permission.missing']);
  const row = (await context.store(entity).get(id)) as Readonly<Record<string, unknown>>;
  const found = await Promise.all(
    logs
      .filter((one) => reads(context, one))
      .map((one) => rowsBeside(context, one, String(row.at), keysOf(row))),
  );
  const list = found.flat().sort((one, other) => (one.at < other.at ? -1 : 1));
  return { list, at: row.at };
}

const logs: readonly AnyEntity[] = entities.filter(({ scope }) => scope === 'log');

function reads({ session }: Context, { tag }: AnyEntity): boolean {
  return allows(session.permissions, `${tag}:list`);
}

/** Values by which rows of different logs belong together, by the names of their fields. */
type Keys = Readonly<Record<string, string>>;

const JOINING = [
  'requestId',
  'messageId',
  'deviceNumber',
  'orderCode',
  'entityId',
  'operator',
  'username',
];

function keysOf(row: Readonly<Record<string, unknown>>): Keys {
  const keys: Record<string, string> = {};
  for (const name of JOINING) {
    const value = row[name];
    if (typeof value === 'string' && value !== '') keys[name] = value;
  }
  return keys;
}

async function rowsBeside(
  context: Context,
  entity: AnyEntity,
  at: string,
  keys: Keys,
): Promise<TimelineRow[]> {
  const same = sameThing(entity, keys);
  if (same.length === 0) return [];
  const column = (name: string) =>
    name in entity.fields ? sql.ref(`t.${snake(name)}`) : sql`null::text`;
  const { rows } = await sql<TimelineRow>`
    select ${entity.name} as log, t.id, t.at, ${textOf(entity)} as text, ${textEnOf(entity)} as "textEn", ${column('deviceNumber')} as device, ${column('orderCode')} as "order"
    from ${sql.table(entity.table)} t
    where t.at between ${at}::timestamptz - interval '5 minutes' and ${at}::timestamptz + interval '5 minutes'
      and ${mine(context)} and (${sql.join(same, sql` or `)})
    order by abs(extract(epoch from t.at - ${at}::timestamptz)) limit ${MOST}`.execute(context.sql);
  return rows;
}

/** A request is the same by its id, an object by entity and id, a person by the account at the end of the operator. */
function sameThing(entity: AnyEntity, keys: Keys): RawBuilder<boolean>[] {
  const conditions = ['requestId', 'messageId', 'deviceNumber', 'orderCode', 'entityId']
    .filter((name) => name in entity.fields && keys[name] !== undefined)
    .map((name) => sql<boolean>`${sql.ref(`t.${snake(name)}`)} = ${keys[name]}`);
  const account = keys.username ?? keys.operator?.split(' ').at(-1);
  if (account && 'username' in entity.fields)
    conditions.push(sql<boolean>`t.username = ${account}`);
  if (account && 'operator' in entity.fields)
    conditions.push(sql<boolean>`t.operator like ${`% ${account.replace(/[\\%_]/g, '\\$&')}`}`);
  return conditions;
}

/** The few words that say what a row is about. */
function textOf(entity: AnyEntity): RawBuilder<unknown> {
  return joined(WORDS[entity.name] ?? [entity.title]);
}

function textEnOf(entity: AnyEntity): RawBuilder<unknown> {
  const names = WORDS_EN[entity.name];
  return names ? joined(names) : sql`null::text`;
}

function joined(names: readonly string[]): RawBuilder<unknown> {
  return sql`concat_ws(' · ', ${sql.join(names.map((name) => sql`left(${sql.ref(`t.${snake(name)}`)}::text, 80)`))})`;
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  'log/operate': ['operator', 'module', 'requestMethod', 'url'],
  'log/login': ['username', 'responseInfo', 'host'],
  'log/communication': ['queueName', 'messageId', 'message'],
  'log/mom': ['interfaceCode', 'interfaceName', 'bizKey', 'resultCode'],
  'log/dnc': ['programNo', 'programName', 'version', 'operator'],
  'log/equipmentState': ['deviceName', 'changedField'],
  'log/alarm': ['encoding', 'contentZh', 'deviceName'],
};

const WORDS_EN: Readonly<Record<string, readonly string[]>> = {
  'log/mom': ['interfaceCode', 'interfaceNameEn', 'bizKey', 'resultCode'],
  'log/alarm': ['encoding', 'contentEn', 'deviceName'],
};
