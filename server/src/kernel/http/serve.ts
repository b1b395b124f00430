import type { FastifyReply, FastifyRequest } from 'fastify';
import { refusals } from '@millwright/contract/kernel/errors';
import { type Locale, localeOf, say } from '@millwright/contract/kernel/text';
import type { Context, RecordedChange, Session } from '../context.ts';
import { refuse } from '../refuse.ts';
import type { Services } from '../services.ts';
import { isReadAsPage, sendRefusalPage, sessionHeaders } from './browser-address.ts';
import { clientOf } from './client.ts';
import { envelopeText, failureAnswer, refusalAnswer, refusalOf, Unavailable } from './envelope.ts';
import { answerKept, earlierAnswer, repeatableCall } from './idempotency.ts';
import { rowsWritten } from '../log/write.ts';
import { isLogged, type LoggedCall, logRows } from './operate-log.ts';
import { checkMay } from './permission.ts';
import { BROKEN_QUERY } from './query-string.ts';
import { rateLimit } from './rate-limit.ts';
import { type CallInput, type Route, type ScopedOptions, SENT } from './route.ts';
import { contextWithout, runScoped } from './run.ts';
import { sessionFor } from './session.ts';
import type { LiveSession } from './session-row.ts';

/** Answers calls of routes: session, lock, permission, transaction, handler, envelope, operate log. */
export function server(
  services: Services,
): (route: Route, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  const perUser = rateLimit(50, 100);
  return async (route, request, reply) => {
    const call: Call = {
      services,
      route,
      request,
      reply,
      startedAt: performance.now(),
      locale: localeOf(request.headers['accept-language']),
      live: null,
    };
    reply.header('cache-control', 'no-store').header('x-request-id', request.id);
    try {
      call.live =
        route.tag === 'public' || route.signed?.(request)
          ? null
          : await services.sessions.of(sessionHeaders(route, request), route.passive === true);
      if (call.live) {
        reply.header('x-site-id', call.live.departId);
        if (perUser.take(call.live.userId) > 0) throw refuse(refusals['call.tooMany']);
        checkMay(call.live, route);
      }
      const text = await answerOf(call);
      return text === null ? reply : send(call, text);
    } catch (error) {
      return sendError(call, error);
    }
  };
}

interface Call {
  readonly services: Services;
  readonly route: Route;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly startedAt: number;
  readonly locale: Locale;
  live: LiveSession | null;
}

/** Nobody: what public routes run as. */
function anonymous(call: Call): Session {
  return {
    sessionId: null,
    userId: '0',
    username: '',
    realName: '',
    identity: 2,
    siteId: null,
    homeSiteId: '0',
    customer: null,
    permissions: new Set(),
    dataScope: '4',
    locale: call.locale,
    timeZone: 'Asia/Shanghai',
    requestId: call.request.id,
    host: call.request.ip,
  };
}

/** The envelope as text, or null when the handler has answered by itself. */
async function answerOf(call: Call): Promise<string | null> {
  const { route, request, live, locale } = call;
  const query = request.query as Record<string | symbol, unknown>;
  if (query[BROKEN_QUERY] !== undefined) throw query[BROKEN_QUERY];
  const session = live
    ? sessionFor(live, { locale, requestId: request.id, host: request.ip })
    : anonymous(call);
  if (route.transaction === 'none' || !live) return answerWithout(call, session);
  return (route.readOnly ?? route.method === 'GET')
    ? answerReading(call, session)
    : answerWriting(call, session);
}

async function answerReading(call: Call, session: Session): Promise<string | null> {
  const input = inputOf(call, session);
  let changes: readonly RecordedChange[] = [];
  const given = await runScoped(
    call.services,
    session,
    { readOnly: true },
    (context) => call.route.handle(context, input),
    ({ records }) => {
      changes = records;
      return [];
    },
  );
  if (isLogged(call.route) || changes.length > 0) await logLater(call, { changes });
  return given === SENT ? null : textOf(given);
}

/** Row, log row and kept answer stand or fall together. */
async function answerWriting(call: Call, session: Session): Promise<string | null> {
  const { services, route, request } = call;
  const input = inputOf(call, session);
  const repeatable =
    route.method === 'POST'
      ? repeatableCall(
          session.userId,
          request.headers['idempotency-key'],
          request.url,
          request.body,
        )
      : null;
  let text: string | null = null;
  await runScoped(
    services,
    session,
    {},
    async (context) => {
      const earlier = repeatable ? await earlierAnswer(context.sql, repeatable) : null;
      if (earlier !== null) return new Earlier(earlier);
      return route.handle(context, input);
    },
    ({ result, records }) => {
      if (result instanceof Earlier) {
        text = result.text;
        return [];
      }
      text = result === SENT ? null : textOf(result);
      const kept = repeatable && text !== null ? [answerKept(repeatable, text)] : [];
      const logged = isLogged(route) ? loggedCall(call) : null;
      if (!logged) return kept;
      const end = { result: result === SENT ? null : result, changes: records };
      return [...kept, ...rowsWritten('log_operate', logRows(logged, end))];
    },
  );
  return text;
}

async function answerWithout(call: Call, session: Session): Promise<string | null> {
  const { route } = call;
  const state = { logged: false };
  const given = await route.handle(contextWithout(session), inputOf(call, session, state));
  if (isLogged(route) && !state.logged)
    await logLater(call, { result: given === SENT ? null : given });
  return given === SENT ? null : textOf(given);
}

/** An answer that an earlier, equal call got. */
class Earlier {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function inputOf(call: Call, session: Session, state = { logged: false }): CallInput {
  const { request, reply, services } = call;
  return {
    params: request.params as Record<string, string>,
    query: request.query as Record<string, unknown>,
    body: request.body,
    request,
    reply,
    scoped: <T>(work: (context: Context) => Promise<T>, options: ScopedOptions = {}) =>
      runScoped(services, session, options, work, ({ result, records }) => {
        const logged = !options.readOnly && records.length > 0 ? loggedCall(call) : null;
        if (!logged) return [];
        state.logged = true;
        return rowsWritten('log_operate', logRows(logged, { result, changes: records }));
      }),
  };
}

function textOf(data: unknown): string {
  return envelopeText({ code: 0, msg: 'ok', data });
}

function send({ reply, services, live }: Call, text: string): FastifyReply {
  if (live)
    reply
      .header('x-perm-version', services.versions.permission)
      .header('x-dict-version', services.versions.dictionary);
  reply.header('content-type', 'application/json; charset=utf-8');
  // Answers to nobody signed in may hand out a session: those are small and are never packed together with what was sent.
  if (live && text.length >= LEAST_PACKED) reply.compress(text);
  else reply.send(text);
  return reply;
}

/** Characters of an answer from which packing pays. */
const LEAST_PACKED = 2048;

async function sendError(call: Call, error: unknown): Promise<FastifyReply> {
  const { request, reply, locale, route } = call;
  const refused = refusalOf(error);
  if (error instanceof Unavailable) reply.status(503).header('retry-after', '2');
  if (!refused)
    request.log.error(
      { err: error, requestId: request.id, route: `${route.method} ${route.path}` },
      'A call failed.',
    );
  const answer = refused ? refusalAnswer(refused, locale) : failureAnswer(request.id, locale);
  const isDenied =
    answer.code === 403 || (answer.code === 404 && refused?.refusal.key === 'row.missing');
  if (call.live && (isLogged(route) || isDenied) && answer.code !== 423 && answer.code !== 429) {
    const sentence = refused ? say(refused.refusal.text, refused.args, 'zh_CN') : answer.msg;
    await logLater(call, {
      error: sentence,
      isDenied,
      result: { code: answer.code, key: refused?.refusal.key },
    });
  }
  if (reply.sent) return reply;
  if (isReadAsPage(route, request)) return sendRefusalPage(reply, answer, locale);
  return send(call, envelopeText(answer));
}

async function logLater(call: Call, end: Parameters<typeof logRows>[1]): Promise<void> {
  const logged = loggedCall(call);
  if (logged) await call.services.logs.add('log_operate', logRows(logged, end));
}

function loggedCall({ route, request, live, startedAt }: Call): LoggedCall | null {
  if (!live) return null;
  const client = clientOf(request.ip, request.headers);
  const body = request.isMultipart?.() ? undefined : request.body;
  return {
    route,
    url: request.url,
    session: live,
    client,
    requestId: request.id,
    startedAt,
    param: body,
  };
}
