import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { operateLog } from '@millwright/contract/log/operate';
import type { Timeline, TimelineCut, TimelineRow } from '@millwright/contract/log/timeline';
import { entities } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import { snake } from '../../kernel/store/columns.ts';
import { mine } from './mine.ts';

/**
 * `GET /api/log/timeline`: what the logs say within five minutes around a row (`?log=log/alarm&id=7`), or of a request,
 * device or order around a time (`?deviceNumber=R07&time=2026-03-01T08:00:00Z`); a request has its own time.
 */
export const timelineRoute: Route = {
  method: 'GET',
  path: '/api/log/timeline',
  tag: 'session',
  handle: (context, { query }) => timeline(context, query),
};

/** Rows of each log at most. */
const MOST = 100;

/** So far before and after. */
const BESIDE_MS = 5 * 60_000;

type Query = Readonly<Record<string, unknown>>;

/** Around which time, and what the rows have in common. */
interface Asked {
  readonly at: string;
  readonly keys: Keys;
}

async function timeline(context: Context, query: Query): Promise<Timeline> {
  const { at, keys } = await (query.log === undefined
    ? askedKeys(context, query)
    : rowKeys(context, query));
  const found = await Promise.all(
    logs
      .filter((one) => reads(context, one))
      .map(async (entity) => ({ entity, rows: await rowsBeside(context, entity, at, keys) })),
  );
  const list = found
    .flatMap(({ rows }) => rows.slice(0, MOST))
    .sort((one, other) => (one.at < other.at ? -1 : 1));
  const cut = found
    .filter(({ rows }) => rows.length > MOST)
    .map(({ entity }) => cutOf(entity, keys));
  const moment = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  return { list, at, from: moment(-BESIDE_MS), to: moment(BESIDE_MS), cut };
}

/** A row belongs to the timeline by any of its keys, so that each of them leads to a part of the rest. */
function cutOf(entity: AnyEntity, keys: Keys): TimelineCut {
  const account = accountOf(keys);
  const named: Keys = { ...keys, ...(account && { username: account, operator: account }) };
  const by = JOINING.filter((field) => entity.fields[field]?.filter).flatMap((field) => {
    const value = named[field];
    return value === undefined ? [] : [{ field, value }];
  });
  return { log: entity.name, by };
}

async function rowKeys(context: Context, { log, id }: Query): Promise<Asked> {
  const entity = logs.find(({ name }) => name === log);
  if (!entity || typeof id !== 'string') throw invalid('log');
  if (!reads(context, entity)) throw refuse(refusals['permission.missing']);
  const row = (await context.store(entity).get(id)) as Readonly<Record<string, unknown>>;
  return { at: String(row.at), keys: keysOf(row) };
}

async function askedKeys(context: Context, query: Query): Promise<Asked> {
  const { requestId, deviceNumber, orderCode, time } = query;
  const keys = keysOf({ requestId, deviceNumber, orderCode });
  if (Object.keys(keys).length === 0) throw invalid('requestId');
  if (typeof time === 'string' && ZONED.test(time) && !Number.isNaN(Date.parse(time)))
    return { at: time, keys };
  if (time !== undefined || !keys.requestId) throw invalid('time');
  return { at: await timeOf(context, keys.requestId), keys };
}

const ZONED = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;

async function timeOf(context: Context, requestId: string): Promise<string> {
  if (!reads(context, operateLog)) throw refuse(refusals['permission.missing']);
  const { rows } = await sql<{ at: string }>`select t.at from log_operate t
    where t.request_id = ${requestId} and ${mine(context)} order by t.at limit 1`.execute(
    context.sql,
  );
  const [first] = rows;
  if (!first) throw refuse(refusals['row.missing']);
  return first.at;
}

function invalid(detail: string) {
  return refuse(refusals['call.invalid'], { detail });
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

/** Up to one row more than is shown, which tells that there are more. */
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
    select ${entity.name} as log, t.id, t.at, ${saidOf(entity)} as said, ${column('deviceNumber')} as device, ${column('orderCode')} as "order"
    from ${sql.table(entity.table)} t
    where t.at between ${at}::timestamptz - make_interval(secs => ${BESIDE_MS / 1000}) and ${at}::timestamptz + make_interval(secs => ${BESIDE_MS / 1000})
      and ${mine(context)} and (${sql.join(same, sql` or `)})
    order by abs(extract(epoch from t.at - ${at}::timestamptz)) limit ${MOST + 1}`.execute(
    context.sql,
  );
  return rows;
}

/** A request is the same by its id, an object by entity and id, a person by the account at the end of the operator. */
function sameThing(entity: AnyEntity, keys: Keys): RawBuilder<boolean>[] {
  const conditions = ['requestId', 'messageId', 'deviceNumber', 'orderCode', 'entityId']
    .filter((name) => name in entity.fields && keys[name] !== undefined)
    .map((name) => sql<boolean>`${sql.ref(`t.${snake(name)}`)} = ${keys[name]}`);
  const account = accountOf(keys);
  if (account && 'username' in entity.fields)
    conditions.push(sql<boolean>`t.username = ${account}`);
  if (account && 'operator' in entity.fields)
    conditions.push(sql<boolean>`t.operator like ${`% ${account.replace(/[\\%_]/g, '\\$&')}`}`);
  return conditions;
}

function accountOf({ username, operator }: Keys): string | undefined {
  return username ?? operator?.split(' ').at(-1);
}

/** The few values that say what a row is about. */
function saidOf(entity: AnyEntity): RawBuilder<unknown> {
  const pairs = (WORDS[entity.name] ?? [entity.title]).map((name) => {
    const column = sql.ref(`t.${snake(name)}`);
    const isList = entity.fields[name]?.kind.name === 'choices';
    return sql`${sql.lit(name)}, ${isList ? column : sql`left(${column}::text, 80)`}`;
  });
  return sql`json_build_object(${sql.join(pairs)})`;
}

const WORDS: Readonly<Record<string, readonly string[]>> = {
  'log/operate': ['operator', 'module', 'requestMethod', 'url'],
  'log/login': ['username', 'responseInfo', 'host'],
  'log/communication': ['queueName', 'messageId', 'message'],
  'log/mom': ['interfaceCode', 'interfaceName', 'interfaceNameEn', 'bizKey', 'resultCode'],
  'log/dnc': ['programNo', 'programName', 'version', 'operator'],
  'log/equipmentState': ['deviceName', 'changedField'],
  'log/alarm': ['encoding', 'contentZh', 'contentEn', 'deviceName'],
};
