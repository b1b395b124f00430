import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { httpServer } from './server.ts';
import { serveClient } from './static-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'millwright-client-'));
let app: FastifyInstance;

beforeAll(async () => {
  writeFileSync(path.join(folder, 'index.html'), '<html><head></head><body>client</body></html>');
  app = await httpServer(readConfig({ LOG_LEVEL: 'silent' }));
  await serveClient(app, folder);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const ask = (method: 'GET' | 'HEAD' | 'POST', url: string, accept = '*/*') =>
  app.inject({ method, url, headers: { accept } });

it('S28 S29 S30 gives the public pages to whoever asks, by GET and by HEAD', async () => {
  for (const url of ['/login?redirect=/home', '/download', '/apkversion']) {
    const page = await ask('GET', url);
    expect(page.statusCode, url).toBe(200);
    expect(page.body).toContain('client');
    expect((await ask('HEAD', url)).statusCode, url).toBe(200);
  }
});

it('gives every other page to browsers, and tells scripts that there is no such call', async () => {
  expect((await ask('GET', '/production/order', 'text/html')).statusCode).toBe(200);
  expect((await ask('HEAD', '/production/order', 'text/html')).statusCode).toBe(200);
  expect((await ask('GET', '/production/order')).statusCode).toBe(404);
  expect((await ask('POST', '/login', 'text/html')).statusCode).toBe(404);
  expect((await ask('GET', '/api/nothing', 'text/html')).statusCode).toBe(404);
});

it('knows nothing at addresses that lead out of its folder', async () => {
  for (const url of [
    '/../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '//etc/passwd',
    '/a%00',
  ]) {
    const answer = await ask('GET', url);
    expect([answer.statusCode, answer.json<{ code: number }>().code], url).toEqual([404, 404]);
  }
});
