import { refusals } from '@millwright/contract/kernel/errors';
import type { Text } from '@millwright/contract/kernel/text';
import { kanbanRefusals } from '@millwright/contract/system/kanban';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope } from '../../kernel/database/transaction.ts';
import { type CallInput, type Route, SENT } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { type Board, boardOf } from './board-of.ts';
import { clientBuild } from './client-build.ts';
import { acknowledge } from './commands.ts';
import { configOf } from './config.ts';
import { feedOf } from './feeds.ts';
import { type Screen, screenOf, seeScreen } from './screens.ts';
import { boardStreams } from './streams.ts';

/** Calls of screens; each carries `Authorization: Bearer <token>` instead of a session, and reads one board only. */
export function kanbanRoutes(services: Services): Route[] {
  const as = (call: CallInput): Promise<Board> =>
    boardOf(services, call.params.boardCode ?? '', call.request);
  const reading = <T>(board: Board, work: Parameters<typeof inScope<T>>[2]): Promise<T> =>
    inScope(services.database.pool, { site: board.siteId, readOnly: true }, work);
  return [
    route('GET', '', texts.config, async (call) => {
      const board = await as(call);
      return reading(board, (trx) => configOf(trx, services.settings, board));
    }),
    route('GET', '/stream', texts.stream, async (call) =>
      openStream(services, await as(call), call),
    ),
    route('GET', '/pages/:page', texts.page, async (call) => {
      const board = await as(call);
      return reading(board, async (trx) => {
        const feed = await feedOf(trx, board, call.params.page ?? '');
        if (!feed) throw refuse(kanbanRefusals['kanban.call.page']);
        return feed;
      });
    }),
    route('POST', '/heartbeat', texts.heartbeat, async (call) => {
      const board = await as(call);
      return hear(
        services,
        board,
        parsed(heartbeatSchema, call.body ?? {}),
        screenOf(call.request),
      );
    }),
    route('POST', '/ack', texts.ack, async (call) => {
      const board = await as(call);
      const ack = parsed(ackSchema, call.body);
      const isKnown = await inScope(services.database.pool, { site: board.siteId }, (trx) =>
        acknowledge(trx, board, screenOf(call.request).name, ack),
      );
      if (!isKnown) throw refuse(refusals['row.missing']);
      return null;
    }),
  ];
}

const heartbeatSchema = z.object({
  clientVersion: z.string().max(40).optional(),
  currentPage: z.string().max(30).optional(),
  orientation: z.enum(['landscape', 'portrait']).optional(),
  resolution: z
    .string()
    .regex(/^\d{1,6}×\d{1,6}$/)
    .optional(),
});

const ackSchema = z.object({
  id: z.string().regex(/^[1-9]\d{0,17}$/),
  state: z.enum(['received', 'done', 'failed']),
  error: z.string().max(200).optional(),
});

/** Throws `call.invalid` with the name of the first wrong field. */
function parsed<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const found = schema.safeParse(body);
  if (found.success) return found.data;
  const detail = found.error.issues[0]?.path.join('.') || 'body';
  throw refuse(refusals['call.invalid'], { detail });
}

/** Notes that a screen is there; answers with what the client should be. */
async function hear(
  services: Services,
  board: Board,
  heard: z.infer<typeof heartbeatSchema>,
  screen: Screen,
) {
  const build = clientBuild();
  const version = heard.clientVersion ?? null;
  const isOld = build !== null && version !== null && version !== build;
  await inScope(services.database.pool, { site: board.siteId }, async (trx) => {
    await seeScreen(trx, board, screen, heard.resolution ?? null);
    await sql`update system_kanban k set online = true, last_heartbeat_at = now(), ip = ${screen.ip}, client_version = ${version},
      current_page = ${heard.currentPage ?? null}, orientation = ${heard.orientation ?? null}, resolution = ${heard.resolution ?? null},
      outdated = ${isOld} or coalesce((select c.state <> 'done' from kanban_command c
        where c.kanban_id = k.id and c.command in ('refresh', 'reload') order by c.id desc limit 1), false)
      where k.id = ${board.id}`.execute(trx);
  });
  return { build, time: new Date().toISOString() };
}

/** Answers with events that never end; the kernel's headers go out with them. */
async function openStream(services: Services, board: Board, { request, reply }: CallInput) {
  const streams = boardStreams(services);
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Whoever ends a stream is done with the connection; a kept one would hold up the server's end.
    connection: 'close',
    'x-accel-buffering': 'no',
  });
  await streams.open(board, screenOf(request), reply.raw);
  return SENT;
}

function route(
  method: Route['method'],
  path: string,
  summary: Text,
  handle: (call: CallInput) => Promise<unknown>,
): Route {
  const bodies: Record<string, z.ZodType> = { '/heartbeat': heartbeatSchema, '/ack': ackSchema };
  const body = bodies[path] && z.toJSONSchema(bodies[path], { io: 'input' });
  return {
    method,
    path: `/api/kanban/:boardCode${path}`,
    tag: 'public',
    passive: true,
    transaction: 'none',
    describe: { summary, ...(body ? { body } : {}) },
    handle: (_context, call) => handle(call),
  };
}

const texts = {
  config: {
    zh: '看板的页面与间隔；请求头 Authorization: Bearer 终端令牌',
    en: 'Pages and intervals of a board; Authorization: Bearer with the screen token',
  },
  stream: { zh: '看板的事件流：配置与指令', en: 'Events for a board: configuration and commands' },
  page: { zh: '看板页面的数据', en: 'Data of a page of a board' },
  heartbeat: { zh: '看板心跳，每15秒', en: 'Sign of life of a screen, every 15 seconds' },
  ack: { zh: '看板对指令的应答', en: 'Answer of a screen to a command' },
};
