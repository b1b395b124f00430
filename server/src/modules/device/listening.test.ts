import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { beginListening, endListening, noteListening } from './listening.ts';
import { listenSince } from './testing.ts';

describe('listening', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const rowsOf = async <T extends object>(text: string, ...values: unknown[]) =>
    (await test.database.owner.query<T>(text, values)).rows;

  it('has listened since the first of its processes began, and anew after all were away', async () => {
    const { services } = test.app;
    const note = () => services.asSystem((trx) => noteListening(trx, services));
    const long = Date.now() - 3_600_000;
    await listenSince(test, long);
    await beginListening(services);
    expect(await note()).toBe(long);
    await rowsOf(`delete from device_listener where name = 'another'`);
    expect(await note()).toBe(long);
    await endListening(services);
    await beginListening(services);
    expect(await note()).toBeGreaterThan(long);
    await listenSince(test, long);
    await rowsOf(`update device_listener set seen = now() - interval '1 minute'`);
    expect(await note()).toBeGreaterThan(long);
  });
});
