import { operateLog } from '@millwright/contract/log/operate';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { inScope } from '../database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { timeParts } from './time-parts.ts';
import type { Window } from './window.ts';

const HOUR = 3_600_000;
const HOURS = 6;
const PER_HOUR = 100_000;
/** Every so many rows one is of the person that is looked for. */
const EVERY = 997;

describe('a log that is exported part by part', () => {
  let test: TestApp;
  let site: TestSite;
  let reader: Headers;
  const start = Math.floor(Date.now() / HOUR - HOURS - 1) * HOUR;
  const begin = new Date(start).toISOString();

  beforeAll(async () => {
    test = await testApp();
    site = await test.makeSite();
    reader = await test.as(['log:operate:list', 'log:operate:export'], site);
    // Several rows share each moment, also where two parts meet.
    for (let hour = 0; hour < HOURS; hour += 1)
      await test.database.owner.query(
        `insert into log_operate (site_id, at, id, status, request_id, operator)
         select $1, $2::timestamptz + (n / 10) * interval '360 milliseconds', nextval('log_operate_id_seq'),
           '0', 'p-' || $3 || '-' || n, case when n % ${EVERY} = 0 then '李静 lijing' else '王敏 wangmin' end
         from generate_series(0, ${PER_HOUR} - 1) n`,
        [site.id, new Date(start + hour * HOUR).toISOString(), hour],
      );
  }, 120_000);
  afterAll(() => test.close());

  const ofPerson = `params[operator]=${encodeURIComponent('李静')}&params[at][begin]=${begin}`;
  const marks = Array.from({ length: HOURS }, (_, hour) =>
    Array.from({ length: Math.ceil(PER_HOUR / EVERY) }, (_row, n) => `p-${hour}-${n * EVERY}`),
  ).flat();

  async function exported(query: string, format = 'csv') {
    const answer = await test.app.inject({
      url: `/api/log/operate-logs/export?format=${format}&columns=requestId&${query}`,
      headers: reader,
    });
    expect(answer.statusCode).toBe(200);
    return answer.payload.replace('\ufeff', '').trim().split('\r\n').slice(1);
  }

  it('has every row once in the order that was asked for', async () => {
    expect(await exported(`${ofPerson}&sort=at&order=ASC`)).toEqual(marks);
    expect(await exported(ofPerson)).toEqual(marks.toReversed());
    expect(await exported(`${ofPerson}&sort=at&order=DESC`)).toEqual(marks.toReversed());
  });

  it('has nothing from beyond the time that was asked for', async () => {
    const from = new Date(start + 2.5 * HOUR).toISOString();
    const to = new Date(start + 4.5 * HOUR).toISOString();
    const asked = `params[operator]=${encodeURIComponent('李静')}&params[at][begin]=${from}&params[at][end]=${to}`;
    const inside = marks.filter((mark) => {
      const [, hour = '', n = ''] = mark.split('-');
      const at = start + Number(hour) * HOUR + Math.floor(Number(n) / 10) * 360;
      return at >= start + 2.5 * HOUR && at <= start + 4.5 * HOUR;
    });
    expect(inside.length).toBeGreaterThan(100);
    expect(await exported(asked)).toEqual(inside.toReversed());
  });

  it('is cut without gaps, the last part open as the time that was asked for', async () => {
    const parts = await partsOf({ params: { at: { begin } }, page: 1, limit: 20 });
    expect(parts.length).toBeGreaterThan(2);
    expect(parts[0]?.end).toBe(Number.POSITIVE_INFINITY);
    expect(parts.at(-1)?.begin).toBe(start);
    for (const [index, part] of parts.entries())
      if (index > 0) expect(part.end).toBe(parts[index - 1]?.begin);
  });

  function partsOf(query: ListQuery): Promise<Window[]> {
    const session = { locale: 'zh_CN', timeZone: 'Asia/Shanghai', identity: 2, siteId: site.id };
    return inScope(test.database.app, { site: site.id }, (trx) =>
      timeParts({ session, sql: trx } as unknown as Context, operateLog, query),
    );
  }
});
