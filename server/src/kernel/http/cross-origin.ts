import type { FastifyInstance, FastifyReply } from 'fastify';
import type { LiveSettings } from '../live-settings.ts';

/**
 * Lets pages of the origins in `security.corsOrigins` call the server and read its answers, as the setting stands now.
 * Nobody else's page is told anything: its browser keeps the answer from it.
 */
export function allowOrigins(app: FastifyInstance, settings: LiveSettings): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    const allowed = originsOf(settings.text('security.corsOrigins'));
    if (allowed.size > 0) reply.header('vary', 'Origin');
    if (origin === undefined || !allowed.has(origin)) return done();
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': READABLE,
      'cross-origin-resource-policy': 'cross-origin',
    });
    const isQuestion =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'];
    if (!isQuestion) return done();
    permit(reply);
  });
}

/** The answer to the question that a browser asks before the call itself. */
function permit(reply: FastifyReply): void {
  void reply
    .status(204)
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': SENT,
      'access-control-max-age': '600',
    })
    .send();
}

/** Headers that calls carry; the first three are those of the session. */
const SENT = [
  'jwt_token',
  'sub',
  'code',
  'authorization',
  'content-type',
  'accept-language',
  'idempotency-key',
  'if-none-match',
  'range',
  'x-request-id',
].join(', ');

/** Headers of answers that clients look at. */
const READABLE = [
  'content-disposition',
  'etag',
  'retry-after',
  'x-request-id',
  'x-site-id',
  'x-perm-version',
  'x-dict-version',
].join(', ');

/** Origins as browsers send them: without a slash at the end, scheme and host in small letters. */
function originsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(/[,，\s]+/)
      .filter((part) => part !== '')
      .map((part) => part.toLowerCase().replace(/\/+$/, '')),
  );
}
