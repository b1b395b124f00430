import { refusals } from '@millwright/contract/kernel/errors';
import { allows } from '@millwright/contract/kernel/permission';
import { type TextArgs, textOf } from '@millwright/contract/kernel/text';
import { notices } from '@millwright/contract/system/notice';
import type { ModelType, ToldNotice } from '@millwright/contract/system/tip';
import { type RawBuilder, sql } from 'kysely';
import { announceIn } from '../../kernel/announce.ts';
import type { Context } from '../../kernel/context.ts';
import { type CallInput, type Route, SENT } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import { idsOf, objectOf } from '../../kernel/sent-body.ts';
import type { Services } from '../../kernel/services.ts';
import { noticeSettingRoutes } from './notice-settings.ts';
import { messageOf, type Source, type TipBook } from './tip-book.ts';

/** The bell's two calls, the history behind them, and reading what was told to oneself. */
export function noticeRoutes(services: Services, tips: TipBook): Route[] {
  return [
    ...noticeSettingRoutes(services?.announcements),
    tipRoute(services, tips, '/api/index/getActiveTipsVo', 'own'),
    tipRoute(services, tips, '/mom/api/mom/index/getActiveTipsVo', 'mom'),
    tipRoute(services, tips, '/api/mom/index/getActiveTipsVo', 'mom'),
    {
      method: 'GET',
      path: '/api/index/notifications',
      tag: 'session',
      transaction: 'none',
      handle: ({ session }, call) => {
        const asked = askedOf(call.query);
        // What is told to a person reaches him wherever he works.
        return call.scoped((context) => history(context, asked), {
          readOnly: true,
          isWide: asked.mine || session.identity === 1,
        });
      },
    },
    {
      method: 'POST',
      path: '/api/index/notifications/actions/read',
      tag: 'session',
      transaction: 'none',
      handle: (_context, call) => {
        const ids = idsOf([objectOf(call.body).ids].flat().map(textOf).join(','));
        return call.scoped((context) => read(context, ids), { isWide: true });
      },
    },
  ];
}

/** Open notices as `notifyList` or `notifyListMom`; 304 while nothing has changed for this caller. */
function tipRoute(services: Services, tips: TipBook, path: string, source: Source): Route {
  return {
    method: 'GET',
    path,
    tag: 'session',
    passive: true,
    transaction: 'none',
    handle: async ({ session }, { request, reply }) => {
      const { list, tag } = await tips.tipsFor(session, source);
      const etag = `"${tag}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (request.headers['if-none-match'] !== etag)
        return source === 'own' ? { notifyList: list } : { notifyListMom: list };
      reply
        .header('x-perm-version', services.versions.permission)
        .header('x-dict-version', services.versions.dictionary)
        .status(304)
        .send();
      return SENT;
    },
  };
}

interface Asked {
  readonly page: number;
  readonly limit: number;
  readonly modelTypes: readonly string[];
  readonly mine: boolean;
}

function askedOf(query: CallInput['query']): Asked {
  const { page, limit, params, ...others } = query;
  const unknown = Object.keys(others).find((name) => name !== '_');
  if (unknown !== undefined) throw invalid(unknown);
  if (params !== undefined && (typeof params !== 'object' || params === null))
    throw invalid('params');
  const sent: Record<string, unknown> = { ...params };
  for (const name of Object.keys(sent))
    if (name !== 'modelType' && name !== 'mine') throw invalid(`params[${name}]`);
  const modelTypes = textOf(sent.modelType).split(',').filter(Boolean);
  if (modelTypes.some((type) => !/^[1-6]$/.test(type))) throw invalid('params[modelType]');
  return {
    page: whole(page, 'page', 1, 1_000_000),
    limit: whole(limit, 'limit', 20, 200),
    modelTypes,
    mine: sent.mine === '1' || sent.mine === 'true',
  };
}

function whole(sent: unknown, name: string, usual: number, most: number): number {
  if (sent === undefined) return usual;
  const value = typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : Number.NaN;
  if (!(value >= 1 && value <= most)) throw invalid(name);
  return value;
}

function invalid(detail: string) {
  return refuse(refusals['call.invalid'], { detail });
}

interface StoredNotice {
  id: string;
  userId: string | null;
  modelType: ModelType;
  kind: string;
  level: string | null;
  params: TextArgs;
  objectId: string;
  link: string | null;
  count: number;
  dataTime: string;
  readTime: string | null;
  resolvedAt: string | null;
}

/** What was ever told to this person, newest first, open or not. */
async function history(context: Context, asked: Asked) {
  const { session } = context;
  const where = visible(context, asked);
  const [counted, found] = await Promise.all([
    sql<{ total: string }>`select count(*) as total from notification n where ${where}`.execute(
      context.sql,
    ),
    sql<StoredNotice>`select n.id, n.user_id as "userId", n.model_type as "modelType", n.kind, n.level, n.params,
      n.object_id as "objectId", n.link, n.count, n.data_time as "dataTime", n.read_time as "readTime",
      coalesce(n.resolved_at, case when n.expires_at <= now() then n.expires_at end) as "resolvedAt"
      from notification n where ${where} order by n.data_time desc, n.id desc
      limit ${asked.limit} offset ${(asked.page - 1) * asked.limit}`.execute(context.sql),
  ]);
  const list = found.rows.map(({ params, userId, ...row }): ToldNotice => {
    const message = messageOf({ ...row, params }, session.locale);
    return { ...row, message, mine: userId !== null };
  });
  return { list, total: Number(counted.rows[0]?.total ?? 0), page: asked.page, limit: asked.limit };
}

function visible({ session }: Context, asked: Asked): RawBuilder<boolean> {
  const own = sql<boolean>`n.user_id = ${session.userId}`;
  const types =
    asked.modelTypes.length > 0 ? sql`and n.model_type = any(${asked.modelTypes}::text[])` : sql``;
  if (asked.mine) return sql<boolean>`${own} ${types}`;
  const tags = NOTICE_TAGS.filter((tag) => allows(session.permissions, tag));
  const site = session.siteId === null ? sql`` : sql`and n.site_id = ${session.siteId}`;
  return sql<boolean>`(${own} or (n.user_id is null and n.tag = any(${tags}::text[]) ${site})) ${types}`;
}

const NOTICE_TAGS = [...new Set(Object.values(notices).flatMap(({ tag }) => tag ?? []))];

/** Marks one's own notices as read; those of the project side (6) end with it. Others' ids count as not found. */
async function read(context: Context, ids: readonly string[]) {
  const { userId } = context.session;
  const { rows } = await sql<{ id: string; siteId: string }>`
    update notification set read_time = coalesce(read_time, now()),
      resolved_at = case when model_type = '6' then coalesce(resolved_at, now()) else resolved_at end,
      resolved_by = case when model_type = '6' then coalesce(resolved_by, ${userId}::bigint) else resolved_by end
    where id = any(${ids}::bigint[]) and user_id = ${userId} returning id, site_id as "siteId"`.execute(
    context.sql,
  );
  for (const siteId of new Set(rows.map((row) => row.siteId)))
    await announceIn(context.sql, 'notice', siteId);
  const done = new Set(rows.map(({ id }) => id));
  return {
    total: ids.length,
    ok: done.size,
    failed: ids.length - done.size,
    rows: ids.map((id) =>
      done.has(id) ? { id, ok: true } : { id, ok: false, key: 'row.missing' },
    ),
  };
}
