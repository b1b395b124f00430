import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from './kernel/config.ts';
import type { Database } from './kernel/database/database.ts';

/** Builds the application on an open database; it does not listen yet. */
export async function createApp(config: Config, database: Database): Promise<FastifyInstance> {
  const app = Fastify({ logger: { level: config.logLevel }, trustProxy: [...config.trustedProxy] });
  app.get('/api/public/health', async () => {
    await database.pool.pg.query('select 1');
    return { code: 0, msg: '', data: { status: 'ok' } };
  });
  return app;
}
