import type { ListAnswer } from '@millwright/contract/kernel/query';
import { operateLog } from '@millwright/contract/log/operate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { countWords } from './word-days.ts';
import { type LogEntry, writeLog } from './write.ts';

const HOUR = 3_600_000;
const HOURS = 200;
const OPERATORS = ['王敏 wangmin', '王芳 wangfang', '李雷 lilei'];
const HOSTS = ['10.9.0.1', '10.9.0.12', '10.9.0.2', '10.9.7.7'];

describe('several words of a log asked for together', () => {
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
    reader = await test.as(['log:operate:list', 'log:operate:query'], site);
    auditor = await test.as('auditor');
    for (let hour = 0; hour < HOURS; hour += 1)
      for (let n = 0; n < (hour * 5) % 11; n += 1) rows.push(entryAt(hour, n));
    await write(rows);
    await countWords(test.database.app);
  });
  afterAll(() => test.close());

  function entryAt(hour: number, n: number, requestId = `t-${hour}-${n}`): LogEntry {
    return {
      siteId: n % 3 === 0 ? other.id : site.id,
      at: new Date(start + hour * HOUR + n * 300_000).toISOString(),
      status: hour % 4 === 0 ? '1' : '0',
      requestId,
      operator: OPERATORS[(hour + n) % OPERATORS.length],
      host: HOSTS[(hour * 3 + n) % HOSTS.length],
    };
  }

  const write = (some: readonly LogEntry[]) =>
    inScope(test.database.app, { site: '*' }, (trx) => writeLog(trx, operateLog, some));

  /** All pages of a search by parts of a person and of a host. */
  const search = async (operator: string, host: string, more = '', headers = reader) => {
    const found: unknown[] = [];
    let total = 0;
    do {
      const page = found.length / 50 + 1;
      const { data } = await test.call<ListAnswer<{ requestId: string }>>(
        'GET',
        `/api/log/operate-logs?params[operator]=${encodeURIComponent(operator)}&params[host]=${host}&params[at][begin]=${new Date(start + 30.4 * HOUR).toISOString()}${more}&limit=50&page=${page}`,
        undefined,
        headers,
      );
      total = data.total;
      found.push(...data.list.map(({ requestId }) => requestId));
      if (data.list.length === 0) break;
    } while (found.length < total);
    return { total, found };
  };

  const wanted = (operator: string, host: string, fits: (row: LogEntry) => boolean) => {
    const found = rows
      .filter((row) => String(row.operator).startsWith(operator))
      .filter((row) => String(row.host).startsWith(host))
      .filter((row) => Date.parse(row.at) >= start + 30.4 * HOUR && fits(row))
      .toSorted((a, b) => (a.at < b.at ? 1 : -1))
      .map(({ requestId }) => requestId);
    return { total: found.length, found };
  };
  const ofSite = ({ siteId }: LogEntry) => siteId === site.id;

  it('are counted exactly and every page is reached, one word or several each, site by site', async () => {
    for (const operator of ['王敏', '王', '李'])
      for (const host of ['10.9.0.12', '10.9.0', '10.9.7']) {
        const here = wanted(operator, host, ofSite);
        expect(here.total).toBeGreaterThan(0);
        expect(await search(operator, host)).toEqual(here);
        expect(await search(operator, host, '', auditor)).toEqual(
          wanted(operator, host, () => true),
        );
        expect(await search(operator, host, `&params[siteId]=${site.id}`, auditor)).toEqual(here);
      }
  });

  it('are counted with other filters, and not at all where nobody bears both', async () => {
    expect(await search('王', '10.9.0', '&params[status]=1')).toEqual(
      wanted('王', '10.9.0', (row) => ofSite(row) && row.status === '1'),
    );
    expect(await search('王', '10.9.8')).toEqual({ total: 0, found: [] });
  });

  it('find rows that come late for hours long past', async () => {
    const late = entryAt(60, 10, 'late');
    const [operator, host] = [String(late.operator).slice(0, 2), String(late.host)];
    await search(operator, host, '', auditor);
    await write([late]);
    rows.push(late);
    expect(await search(operator, host, '', auditor)).toEqual(wanted(operator, host, () => true));
  });

  it('are added up from what closed days count of the pair, also beside another counted field', async () => {
    await countWords(test.database.app);
    const totalOf = async (hoursBefore: number, more: string) =>
      (
        await test.call<{ total: number }>(
          'GET',
          `/api/log/operate-logs?params[operator]=lilei&params[host]=10.9.7&params[at][begin]=${new Date(start - hoursBefore * HOUR).toISOString()}${more}`,
          undefined,
          auditor,
        )
      ).data.total;
    const failed = '&params[status]=1';
    const [all, allFailed] = [await totalOf(30, ''), await totalOf(30, failed)];
    const held = await test.database.owner.query<{ status: string; n: string }>(
      `update log_operate_word_day t set counts = array(select 0 from unnest(counts))
       where field = 'operator,host' and word = $1 and other = $2
       returning t.status, (select sum(n) from unnest(old.counts) n) as n`,
      [OPERATORS[2], HOSTS[3]],
    );
    const counted = (rows: typeof held.rows) => rows.reduce((sum, { n }) => sum + Number(n), 0);
    expect(counted(held.rows)).toBeGreaterThan(all / 2);
    expect(await totalOf(31, '')).toBe(all - counted(held.rows));
    expect(await totalOf(31, failed)).toBe(
      allFailed - counted(held.rows.filter(({ status }) => status === '1')),
    );
  });
});
