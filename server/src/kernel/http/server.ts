import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { type Refusal, refusals } from '@millwright/contract/kernel/errors';
import { localeOf, say } from '@millwright/contract/kernel/text';
import { callRefusals } from '@millwright/contract/system/refusals';
import type { Config } from '../config.ts';
import { envelopeText, failureAnswer } from './envelope.ts';
import { parseQueryQuietly } from './query-string.ts';
import { rateLimit } from './rate-limit.ts';
import { EVERY_ANSWER, secureHeaders } from './security-headers.ts';

/** Bytes of a JSON body at most. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** An HTTP server without routes: parsing, limits, headers, and envelopes for what never reaches a route. */
export async function httpServer(config: Config): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxy.length > 0 ? [...config.trustedProxy] : false,
    bodyLimit: BODY_LIMIT,
    genReqId: requestId,
    requestTimeout: 300_000,
    return503OnClosing: true,
    // No hook runs for an address that cannot be read: it leads nowhere.
    frameworkErrors(_error, request, reply) {
      unknownCall(request, reply.headers(EVERY_ANSWER));
    },
    routerOptions: {
      querystringParser: parseQueryQuietly,
      ignoreTrailingSlash: true,
      maxParamLength: 4000,
    },
  });
  readJson(app);
  await app.register(compress, COMPRESSION);
  await app.register(multipart, {
    limits: { files: 1, fields: 20, fieldSize: 200_000, parts: 25, fileSize: 1_100_000_000 },
    throwFileSizeLimit: false,
  });
  // Parts of large files come as they are; whoever reads them limits them.
  app.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  );
  secureHeaders(app);
  refuseFloods(app);
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerFailure(error, request, reply),
  );
  return app;
}

/**
 * Answers ask for it one by one. The lowest qualities that still halve a list several times over: a call must not wait
 * for its packing.
 */
const COMPRESSION = {
  global: false,
  threshold: 0,
  encodings: ['br', 'gzip'] as ('br' | 'gzip')[],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  zlibOptions: { level: 4 },
};

/** The answer to a call that does not exist. */
export function unknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(request, reply, 404, callRefusals['call.unknown']);
}

/** Client's number of a request when it is harmless, else one of ours: time and chance, short enough to read out. */
function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  if (typeof sent === 'string' && /^[\w-]{8,64}$/.test(sent)) return sent;
  return `${Date.now().toString(36)}${randomBytes(4).toString('hex')}`;
}

/** JSON with an empty body allowed, since clients send the type with every call. */
function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/**
 * One address may send 1,000 calls a second for long and 2,000 at once, a whole plant behind one address included.
 * This machine itself is not held back: a proxy on it would speak for everybody.
 */
function refuseFloods(app: FastifyInstance): void {
  const perAddress = rateLimit(1000, 2000);
  app.addHook('onRequest', (request, reply, done) => {
    const wait = THIS_MACHINE.test(request.ip) ? 0 : perAddress.take(request.ip);
    if (wait === 0) return done();
    reply.header('retry-after', String(wait));
    answer(request, reply, 429, refusals['call.tooMany']);
  });
}

const THIS_MACHINE = /^(127\.|::1$|::ffff:127\.)/;

function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const status = error.statusCode ?? 500;
  // The folder of the client refuses addresses that lead out of it: nothing is there for anybody.
  if (status === 403) return unknownCall(request, reply);
  if (status === 413) return answer(request, reply, 413, callRefusals['call.tooLarge']);
  if (status >= 400 && status < 500) {
    const malformed = status === 400 ? callRefusals['call.malformed'] : refusals['call.invalid'];
    return answer(request, reply, status, malformed);
  }
  request.log.error({ err: error, requestId: request.id }, 'A request failed before its route.');
  const failure = failureAnswer(request.id, localeOf(request.headers['accept-language']));
  return json(reply.status(status), request).send(envelopeText(failure));
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  refusal: Refusal,
): FastifyReply {
  const msg = say(
    refusal.text,
    { detail: request.headers['content-type'] ?? '' },
    localeOf(request.headers['accept-language']),
  );
  const text = envelopeText({ code: refusal.code, msg, data: { key: refusal.key } });
  return json(reply.status(status), request).send(text);
}

function json(reply: FastifyReply, request: FastifyRequest): FastifyReply {
  return reply.headers({
    'cache-control': 'no-store',
    'x-request-id': request.id,
    'content-type': 'application/json; charset=utf-8',
  });
}
