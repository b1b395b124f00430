import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'config-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('has a default for everything', () => {
  expect(readConfig({}, folder)).toEqual({
    host: '127.0.0.1',
    port: 8080,
    dataFolder: path.join(folder, 'data'),
    databaseUrl: null,
    databaseAppUrl: null,
    adminPassword: null,
    demo: null,
    logLevel: 'info',
    trustedProxy: [],
    mqtt: { port: null, url: null, share: 'millwright' },
    metricsToken: null,
  });
});

it('names all wrong settings at once, without repeating a secret', () => {
  const wrong = {
    PORT: '99999',
    DEMO: 'yes',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://me:hush@x',
    ADMIN_PASSWORD: 'hush',
    TRUSTED_PROXY: 'a, 10.0.0.0/8',
  };
  const message = String(thrown(() => readConfig(wrong, folder)));
  for (const name of Object.keys(wrong)) expect(message).toContain(`  ${name} must`);
  expect(message).not.toContain('hush');
});

it('reads .env, and the environment wins', () => {
  writeFileSync(path.join(folder, '.env'), 'PORT=9000\nDEMO="off" # comment\nHOST=\n');
  expect(readConfig({ PORT: '0', TRUSTED_PROXY: '127.0.0.1, 10.0.0.0/8' }, folder)).toMatchObject({
    port: 0,
    demo: false,
    host: '127.0.0.1',
    trustedProxy: ['127.0.0.1', '10.0.0.0/8'],
  });
});

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return error;
  }
  throw new Error('nothing was thrown');
}
