import { momLog } from '@millwright/contract/log/mom';
import type { ListAnswer } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope } from '../database/transaction.ts';
import { type TestApp, testApp, type TestSite } from '../testing.ts';
import { writeLog } from './write.ts';

let test: TestApp;
let site: TestSite;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
});
afterAll(() => test.close());

it('moves a row from one count to the other when a value comes later', async () => {
  const headers = await test.as(['log:mom:list'], site);
  const entry = {
    siteId: site.id,
    at: new Date().toISOString(),
    interfaceCode: 'I1',
    status: 'failure',
  };
  await inScope(test.database.app, { site: site.id }, async (trx) => {
    await writeLog(trx, momLog, [entry, entry]);
    await sql`update log_mom set status = 'success' where id = (select min(id) from log_mom)`.execute(
      trx,
    );
  });
  const total = async (status: string) =>
    (
      await test.call<ListAnswer<unknown>>(
        'GET',
        `/api/log/mom-logs?params[status]=${status}`,
        undefined,
        headers,
      )
    ).data.total;
  expect([await total('failure'), await total('success')]).toEqual([1, 1]);
});
