import { dncLog } from '@millwright/contract/log/dnc';
import type { SealCheck } from '@millwright/contract/log/seal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inScope } from '../database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { sealDays } from './seal.ts';
import { writeLog } from './write.ts';

describe('telling a day that has no seal though it should', () => {
  let other: TestApp;
  let reader: Headers;
  let place: TestSite;
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const [older, newest] = [dayAgo(3), dayAgo(2)];
  const ask = (at: string) =>
    other.call<{ isWhole: boolean; list: SealCheck[] }>(
      'GET',
      `/api/log/seals/verify?day=${at.slice(0, 10)}`,
      undefined,
      reader,
    );
  const check = async (at: string) => (await ask(at)).data;
  const writeAt = async (...times: string[]) =>
    inScope(other.database.app, { site: '*' }, async (trx) =>
      writeLog(
        trx,
        dncLog,
        times.map((at) => ({ siteId: place.id, at })),
      ),
    );
  const remove = (statement: string, ...values: unknown[]) =>
    other.database.owner.query(statement, values);
  const removeRows = async (at: string) => {
    await remove(`delete from log_dnc where at::date = $1`, at.slice(0, 10));
    for (const counts of ['hour', 'delta'])
      await remove(`delete from log_dnc_${counts} where hour::date = $1`, at.slice(0, 10));
  };
  beforeAll(async () => {
    other = await testApp();
    reader = await other.as('auditor');
    place = await other.makeSite();
  });
  afterAll(() => other.close());
  beforeEach(async () => {
    await remove('truncate log_seal, log_dnc, log_dnc_hour, log_dnc_delta');
    await writeAt(older, older, newest);
    await sealDays(other.database.app);
  });

  it('when the newest seal of a log was removed, until it is sealed again', async () => {
    await remove(`delete from log_seal where day >= $1`, newest.slice(0, 10));
    expect(await check(newest)).toMatchObject({
      isWhole: false,
      list: [
        { log: 'log/dnc', state: 'unsealed', rows: 1, counted: 1, sealedAt: null, isWhole: false },
      ],
    });
    expect(await check(older)).toMatchObject({ isWhole: true, list: [{ rows: 2, counted: 2 }] });
    await sealDays(other.database.app);
    expect(await check(newest)).toMatchObject({ isWhole: true, list: [{ state: 'whole' }] });
  });

  it('when every seal was removed', async () => {
    await remove('truncate log_seal');
    expect((await check(older)).list).toMatchObject([{ state: 'unsealed', rows: 2 }]);
    expect((await check(newest)).list).toMatchObject([{ state: 'unsealed', rows: 1 }]);
  });

  it('when the newest seal went with its rows and their counts', async () => {
    await remove(`delete from log_seal where day >= $1`, newest.slice(0, 10));
    await removeRows(newest);
    expect((await check(newest)).list).toMatchObject([{ state: 'unsealed', rows: 0, counted: 0 }]);
  });

  it('when a seal amid the chain went with its rows and their counts', async () => {
    await remove(`delete from log_seal where day = $1`, older.slice(0, 10));
    await removeRows(older);
    expect((await check(older)).list).toMatchObject([{ state: 'unsealed', rows: 0 }]);
    expect((await check(newest)).list).toMatchObject([{ state: 'whole', isChained: false }]);
    expect((await ask(dayAgo(4))).code).toBe(400);
  });

  it('when rows went and the day was sealed anew without them: their counts still tell', async () => {
    await remove(`delete from log_seal where day >= $1`, newest.slice(0, 10));
    await remove('delete from log_dnc where at >= $1', newest.slice(0, 10));
    await sealDays(other.database.app);
    expect(await check(newest)).toMatchObject({
      isWhole: false,
      list: [{ state: 'miscounted', rows: 0, counted: 1, isWhole: false, isChained: true }],
    });
  });

  it('but neither a day before the first rows of a log, nor late rows, nor a day that is too young', async () => {
    const [before, today] = [dayAgo(6), dayAgo(0)];
    expect((await ask(before)).code).toBe(400);
    await writeAt(before, today);
    expect((await ask(before)).code).toBe(400);
    expect((await ask(today)).code).toBe(400);
    await sealDays(other.database.app);
    expect(await check(before)).toMatchObject({ isWhole: true, list: [{ rows: 1 }] });
  });
});
