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
    mqtt: { port: 1883, isUsualPort: true, url: null, share: 'millwright' },
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

it('names a setting that lacks another one beside all that are wrong by themselves', () => {
  const wrong = { PORT: '99999', DATABASE_APP_URL: 'postgresql://app@db/millwright' };
  const message = String(thrown(() => readConfig(wrong, folder)));
  expect(message).toContain('  PORT must');
  expect(message).toContain('  DATABASE_APP_URL needs DATABASE_URL');
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

it('opens a broker of its own unless there is another one or it is off', () => {
  const url = 'mqtts://me:hush@broker.example.com:8883';
  const mqtt = (given: object) => readConfig({ ...given }, folder).mqtt;
  expect(mqtt({ MQTT_URL: url })).toEqual({
    port: null,
    isUsualPort: false,
    url,
    share: 'millwright',
  });
  expect(mqtt({ MQTT_PORT: 'off' })).toMatchObject({ port: null, isUsualPort: false });
  expect(mqtt({ MQTT_PORT: '1884' })).toMatchObject({ port: 1884, isUsualPort: false });
  expect(String(thrown(() => mqtt({ MQTT_PORT: '70000' })))).toContain('  MQTT_PORT must');
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
