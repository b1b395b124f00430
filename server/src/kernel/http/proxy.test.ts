import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import { clientOf } from './client.ts';
import { httpServer } from './server.ts';

const CONFIG: Config = {
  host: '127.0.0.1',
  port: 0,
  dataFolder: '/nowhere',
  databaseUrl: null,
  databaseAppUrl: null,
  adminPassword: null,
  demo: false,
  logLevel: 'silent',
  trustedProxy: [],
  mqtt: { port: null, isUsualPort: false, url: null, share: 'millwright' },
  metricsToken: null,
};

let app: FastifyInstance;
afterEach(() => app.close());

async function asked(
  trustedProxy: string[],
  remoteAddress: string,
  headers: Record<string, string>,
) {
  app = await httpServer({ ...CONFIG, trustedProxy });
  app.get('/who', (request) => clientOf(request.ip, request.headers));
  const response = await app.inject({ url: '/who', remoteAddress, headers });
  return {
    host: response.json<{ host: string }>().host,
    hsts: response.headers['strict-transport-security'],
  };
}

const FORWARDED = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7', 'x-forwarded-proto': 'https' };

describe('behind a proxy', () => {
  it('that is trusted, the address is the one that the proxy saw, and https gets HSTS', async () => {
    expect(await asked(['10.0.0.0/8'], '10.1.2.3', FORWARDED)).toEqual({
      host: '203.0.113.7',
      hsts: 'max-age=31536000',
    });
  });

  it('that nobody trusts, what it says counts for nothing', async () => {
    expect(await asked([], '10.1.2.3', FORWARDED)).toEqual({ host: '10.1.2.3', hsts: undefined });
  });

  it('only those named are trusted', async () => {
    expect(await asked(['10.0.0.0/8'], '192.0.2.9', FORWARDED)).toEqual({
      host: '192.0.2.9',
      hsts: undefined,
    });
  });

  it('http through a trusted proxy gets no HSTS', async () => {
    const plain = { ...FORWARDED, 'x-forwarded-proto': 'http' };
    expect((await asked(['10.0.0.0/8'], '10.1.2.3', plain)).hsts).toBeUndefined();
  });
});
