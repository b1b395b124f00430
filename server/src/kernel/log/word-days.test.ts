import { communicationLog } from '@millwright/contract/log/communication';
import type { ListAnswer } from '@millwright/contract/kernel/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { countWords } from './word-days.ts';
import { type LogEntry, writeLog } from './write.ts';

const HOUR = 3_600_000;
const HOURS = 200;
const DEVICES = ['LD-1', 'LD-2', 'LD-20', 'QC-1'];

describe('words of closed days', () => {
  let test: TestApp;
  let site: TestSite;
  let other: TestSite;
  let reader: Headers;
  let auditor: Headers;
  const start = Math.floor(Date.now() / HOUR - HOURS) * HOUR;
  const rows: LogEntry[] = [];

  beforeAll(async () => {
    test = await testApp();
    [site, other] = [await test.makeSite(), await test.makeSite()];
    reader = await test.as(['log:communication:list', 'log:communication:query'], site);
    auditor = await test.as('auditor');
    for (let hour = 0; hour < HOURS; hour += 1)
      for (let n = 0; n < (hour * 5) % 11; n += 1) rows.push(entryAt(hour, n));
    await write(rows);
    await countWords(test.database.app);
  });
  afterAll(() => test.close());

  function entryAt(hour: number, n: number, messageId = `w-${hour}-${n}`): LogEntry {
    return {
      siteId: n % 3 === 0 ? other.id : site.id,
      at: new Date(start + hour * HOUR + n * 300_000).toISOString(),
      result: hour % 7 === 0 ? 'rejected' : 'accepted',
      queueName: n % 2 === 0 ? 'device.state' : null,
      direction: 'up',
      messageId,
      deviceNumber: DEVICES[(hour + n) % DEVICES.length],
    };
  }

  const write = (some: readonly LogEntry[]) =>
    inScope(test.database.app, { site: '*' }, (trx) => writeLog(trx, communicationLog, some));

  /** All pages of a search by part of a device's number. */
  const search = async (device: string, span: string, headers = reader) => {
    const found: unknown[] = [];
    let total = 0;
    do {
      const page = found.length / 50 + 1;
      const { data } = await test.call<ListAnswer<{ messageId: string }>>(
        'GET',
        `/api/log/communication-logs?params[deviceNumber]=${device}&${span}&limit=50&page=${page}`,
        undefined,
        headers,
      );
      total = data.total;
      found.push(...data.list.map(({ messageId }) => messageId));
      if (data.list.length === 0) break;
    } while (found.length < total);
    return { total, found };
  };

  const wanted = (device: string, from: number, siteId?: string) =>
    rows
      .filter((row) => String(row.deviceNumber).startsWith(device))
      .filter((row) => Date.parse(row.at) >= from && (!siteId || row.siteId === siteId))
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .map(({ messageId }) => messageId);

  const since = (from: number) => `params[at][begin]=${new Date(from).toISOString()}`;

  it('are counted by site for one word and for several, from the middle of an hour on', async () => {
    for (const device of ['LD-1', 'LD-2', 'LD-', 'QC'])
      for (const from of [start - HOUR, start + 30.4 * HOUR]) {
        const found = wanted(device, from, site.id);
        expect(await search(device, since(from))).toEqual({ total: found.length, found });
      }
    const everywhere = (await search('LD-', since(start), auditor)).total;
    expect(everywhere).toBe(wanted('LD-', start).length);
    const one = `${since(start)}&params[siteId]=${other.id}`;
    expect((await search('LD-', one, auditor)).total).toBe(wanted('LD-', start, other.id).length);
  });

  it('are counted together with other counted fields, also where these have no value', async () => {
    const asked = (result: string, from: number) =>
      wanted('LD-2', from, site.id).filter((id) =>
        rows.some((row) => row.messageId === id && row.result === result),
      );
    for (const from of [start - HOUR, start + 61.7 * HOUR])
      for (const result of ['rejected', 'accepted']) {
        const found = asked(result, from);
        expect(found.length).toBeGreaterThan(5);
        expect(await search('LD-2', `${since(from)}&params[result]=${result}`)).toEqual({
          total: found.length,
          found,
        });
      }
    const states = `${since(start)}&params[result]=rejected&params[queueName]=state`;
    const found = asked('rejected', start).filter((id) =>
      rows.some((row) => row.messageId === id && row.queueName),
    );
    expect(await search('LD-2', states)).toEqual({ total: found.length, found });
  });

  it('find rows that come late for a counted day, which is counted again', async () => {
    expect(await countWords(test.database.app)).toBe(0);
    const late = entryAt(50, 7, 'late');
    rows.push(late);
    await write([late]);
    const device = String(late.deviceNumber);
    const check = async () => {
      const { total, found } = await search(device, since(start));
      expect(found).toContain('late');
      expect(new Set(found)).toEqual(new Set(wanted(device, start, late.siteId)));
      expect(total).toBe(found.length);
    };
    await check();
    expect(await countWords(test.database.app)).toBe(1);
    await check();
  });

  it('are added up instead of read again', async () => {
    const { total } = await search('QC', since(start));
    const held = await test.database.owner.query<{ n: string }>(
      `update log_communication_word_day set counts = array(select 0 from unnest(counts)) where word = 'QC-1' and site_id = $1
       returning (select sum(n) from unnest(old.counts) n) as n`,
      [site.id],
    );
    const counted = held.rows.reduce((sum, { n }) => sum + Number(n), 0);
    expect(counted).toBeGreaterThan(total / 2);
    const fresh = await test.as(['log:communication:list'], site);
    const from = since(start - 30 * HOUR);
    expect((await search('QC', from, fresh)).total).toBe(total - counted);
  });

  it('may be read by the application and written by nobody but their count', async () => {
    for (const table of ['log_communication_word_day', 'log_counted_day'])
      await expect(
        inScope(test.database.app, { site: '*' }, (trx) =>
          trx.deleteFrom(table as never).execute(),
        ),
      ).rejects.toThrow(/permission denied/);
  });
});
