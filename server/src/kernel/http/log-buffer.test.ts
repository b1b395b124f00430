import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loginRow } from '../login-log.ts';
import { type TestApp, testApp } from '../testing.ts';
import { inScope } from '../database/transaction.ts';
import { type LogBuffer, openLogBuffer } from './log-buffer.ts';

let test: TestApp;
let buffer: LogBuffer;
const errors: unknown[] = [];

beforeAll(async () => {
  test = await testApp();
});
afterEach(async () => {
  await allowWriting(true);
  await buffer.close();
});
afterAll(() => test.close());

describe('the buffer of the logs', () => {
  it('writes within half a second what few calls leave', async () => {
    open();
    await buffer.add('log_login', rows('few', 3));
    await expect.poll(() => written('few'), { timeout: 15_000 }).toBe(3);
  });

  it('does not wait for the half second once 1,000 rows are there', async () => {
    open();
    const startedAt = performance.now();
    await buffer.add('log_login', rows('many', 1000));
    expect(buffer.waiting()).toBe(1000);
    await expect.poll(() => buffer.waiting(), { interval: 5, timeout: 15_000 }).toBe(0);
    expect(await written('many')).toBe(1000);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });

  it('writes everything when the server stops, however much waits', async () => {
    open();
    void buffer.add('log_login', rows('stop', 4321));
    await buffer.close();
    expect(await written('stop')).toBe(4321);
  });

  it('keeps what cannot be written and writes it later, once and in order', async () => {
    open();
    await allowWriting(false);
    await buffer.add('log_login', rows('kept', 1500));
    await buffer.flush();
    expect(errors).not.toHaveLength(0);
    expect(buffer.waiting()).toBe(1500);
    await allowWriting(true);
    await buffer.flush();
    expect(buffer.waiting()).toBe(0);
    expect(await written('kept')).toBe(1500);
  });

  it('makes callers wait while more than 10,000 rows are held', async () => {
    open();
    await buffer.add('log_login', rows('press', 10_001));
    expect(buffer.waiting()).toBe(0);
    expect(await written('press')).toBe(10_001);
  });
});

function open(): void {
  errors.length = 0;
  buffer = openLogBuffer(test.database.app, (error) => errors.push(error));
}

function rows(username: string, count: number) {
  return Array.from({ length: count }, () =>
    loginRow({
      event: '1',
      ok: false,
      username,
      siteId: test.companyId,
      info: { zh: '密码错误', en: 'Wrong password' },
    }),
  );
}

async function written(username: string): Promise<number> {
  const { rows: found } = await inScope(test.database.app, { site: '*' }, (trx) =>
    sql<{
      count: number;
    }>`select count(*)::int as count from log_login where username = ${username}`.execute(trx),
  );
  return found[0]?.count ?? 0;
}

/** Takes the table away from the server, as a full disk or a lost database would. */
async function allowWriting(isAllowed: boolean): Promise<void> {
  const [from, to] = isAllowed ? ['log_login_gone', 'log_login'] : ['log_login', 'log_login_gone'];
  await test.database.owner.query(`alter table if exists ${from} rename to ${to}`);
}
