import type { ListAnswer } from '@millwright/contract/kernel/query';
import { communicationLog } from '@millwright/contract/log/communication';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { type LogEntry, writeLog } from './write.ts';

const HOUR = 3_600_000;
const ROWS = 1100;

describe('a key of a log that many rows bear', () => {
  let test: TestApp;
  let site: TestSite;
  let reader: Headers;
  const start = Math.floor(Date.now() / HOUR - 100) * HOUR;
  const rows: LogEntry[] = [];

  beforeAll(async () => {
    test = await testApp();
    site = await test.makeSite();
    reader = await test.as(['log:communication:list', 'log:communication:query'], site);
    await write(Array.from({ length: ROWS }, (_, n) => entryAt(n % 90, n, `b-${n}`)));
  });
  afterAll(() => test.close());

  function entryAt(hour: number, second: number, messageId: string): LogEntry {
    return {
      siteId: site.id,
      at: new Date(start + hour * HOUR + second * 1000).toISOString(),
      result: hour % 7 === 0 ? 'rejected' : 'accepted',
      direction: 'up',
      messageId,
      orderCode: 'MO-BORNE',
    };
  }

  const write = async (some: readonly LogEntry[]) => {
    await inScope(test.database.app, { site: '*' }, (trx) => writeLog(trx, communicationLog, some));
    rows.push(...some);
  };
  const wanted = (some: readonly LogEntry[] = rows) =>
    some.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ messageId }) => messageId);
  const page = async (number: number, more = '') => {
    const { data } = await test.call<ListAnswer<{ messageId: string }>>(
      'GET',
      `/api/log/communication-logs?params[orderCode]=mo-borne&limit=100&page=${number}${more}`,
      undefined,
      reader,
    );
    return { total: data.total, found: data.list.map(({ messageId }) => messageId) };
  };

  it('counts them exactly and reaches each page in both directions, with other filters too', async () => {
    for (const number of [1, 6, 11]) {
      const from = (number - 1) * 100;
      expect(await page(number)).toEqual({ total: ROWS, found: wanted().slice(from, from + 100) });
    }
    expect(await page(11, '&sort=at&order=ASC')).toEqual({
      total: ROWS,
      found: wanted().toReversed().slice(1000),
    });
    const rejected = wanted(rows.filter(({ result }) => result === 'rejected'));
    expect(await page(1, '&params[result]=rejected')).toEqual({
      total: rejected.length,
      found: rejected.slice(0, 100),
    });
  });

  it('finds a row that comes late for an hour long past, and the newest', async () => {
    await page(1);
    await write([entryAt(50, 1, 'late'), entryAt(99, 0, 'new')]);
    const { total, found } = await page(1);
    expect(total).toBe(ROWS + 2);
    expect(found).toEqual(wanted().slice(0, 100));
    expect(found[0]).toBe('new');
    expect(await page(12)).toEqual({ total: ROWS + 2, found: wanted().slice(1100) });
  });
});
