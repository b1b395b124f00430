import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { openMetrics } from './metrics.ts';

/**
 * Adds what machines look at: `/health` (the process answers), `/ready` (it and its database take requests) and
 * `/metrics` (figures for Prometheus). The first two say nothing but that; figures are given to whoever sends
 * `METRICS_TOKEN` as a bearer token, or, while none is set, to this machine itself without a proxy in between.
 */
export function serveWatching(app: FastifyInstance, services: Services): void {
  const metrics = openMetrics(services);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const { method } = request;
    metrics.answered({
      method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
  const options = { logLevel: 'silent' } as const;
  app.get('/health', options, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/ready', options, async (_request, reply) => {
    const isReady = !isClosing && (await answers(services));
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', options, async (request, reply) => {
    if (!mayRead(request, services.config.metricsToken)) return reply.callNotFound();
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.text());
  });
}

async function answers(services: Services): Promise<boolean> {
  return services
    .asSystem((trx) => sql`select 1`.execute(trx), { readOnly: true, timeoutMs: 2000 })
    .then(
      () => true,
      () => false,
    );
}

function mayRead(request: FastifyRequest, token: string | null): boolean {
  const { authorization = '', forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
  if (token !== null) {
    const digest = (text: string) => hash('sha256', text, 'buffer');
    return timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
  }
  // Behind a proxy of this machine everybody seems to come from here.
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
  return isLocal && forwarded === undefined && forwardedFor === undefined;
}
