import { communicationLog } from '@millwright/contract/log/communication';
import type { ListAnswer } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { type LogEntry, writeLog } from './write.ts';

const HOURS = 240;

describe('the list of a log', () => {
  let test: TestApp;
  let site: TestSite;
  let other: TestSite;
  let reader: Headers;
  let auditor: Headers;
  const start = Math.floor(Date.now() / 3_600_000 - HOURS) * 3_600_000;
  const rows: LogEntry[] = [];

  beforeAll(async () => {
    test = await testApp();
    [site, other] = [await test.makeSite(), await test.makeSite()];
    reader = await test.as(['log:communication:list', 'log:communication:query'], site);
    auditor = await test.as('auditor');
    for (let hour = 0; hour < HOURS; hour += 1)
      for (let n = 0; n < (hour * 7) % 13; n += 1) rows.push(entryAt(hour, n));
    await inScope(test.database.app, { site: '*' }, async (trx) => {
      await writeLog(trx, communicationLog, rows.slice(0, 700));
      await sql`select fold_log_counts()`.execute(trx);
      await writeLog(trx, communicationLog, rows.slice(700));
    });
  });
  afterAll(() => test.close());

  function entryAt(hour: number, n: number): LogEntry {
    return {
      siteId: n % 5 === 0 ? other.id : site.id,
      at: new Date(start + hour * 3_600_000 + n * 200_000).toISOString(),
      queueName: n % 3 === 0 ? 'state' : 'pass',
      result: hour % 60 === 59 ? 'rejected' : 'accepted',
      direction: 'up',
      messageId: `m-${hour}-${n}`,
      deviceNumber: `NB-RB-${String(n).padStart(2, '0')}`,
      message: { text: `报文 ${hour}`, password: 'geheim' },
    };
  }

  const all = `params[at][begin]=${new Date(start - 3_600_000).toISOString()}`;
  const list = async (query: string, headers = reader) =>
    (
      await test.call<ListAnswer<Record<string, string>>>(
        'GET',
        `/api/log/communication-logs?${query}`,
        undefined,
        headers,
      )
    ).data;
  const mine = () => rows.filter(({ siteId }) => siteId === site.id);
  const newest = (some: readonly LogEntry[]) =>
    some.toSorted((a, b) => (a.at < b.at ? 1 : -1)).map(({ messageId }) => messageId);

  it('counts exactly and reaches every page, folded or not, site by site', async () => {
    const wanted = newest(mine());
    const read: unknown[] = [];
    for (let page = 1; page <= Math.ceil(wanted.length / 100); page += 1) {
      const answer = await list(`${all}&limit=100&page=${page}`);
      expect(answer.total).toBe(wanted.length);
      read.push(...answer.list.map(({ messageId }) => messageId));
    }
    expect(read).toEqual(wanted);
    expect((await list(`${all}&limit=1`, auditor)).total).toBe(rows.length);
  });

  it('answers any set of counted filters, rare ones from hours far apart, and in the other direction', async () => {
    const rare = mine().filter((row) => row.result === 'rejected' && row.queueName === 'pass');
    expect(rare.length).toBeGreaterThan(3);
    const answer = await list(`${all}&params[result]=rejected&params[queueName]=PASS&limit=200`);
    expect(answer.list.map(({ messageId }) => messageId)).toEqual(newest(rare));
    expect(answer.total).toBe(rare.length);
    const oldest = await list(`${all}&sort=at&order=ASC&limit=3&page=2`);
    expect(oldest.list.map(({ messageId }) => messageId)).toEqual(
      newest(mine()).toReversed().slice(3, 6),
    );
  });

  it('counts the cut hours at both ends of a window', async () => {
    const [begin, end] = [start + 20.37 * 3_600_000, start + 33.61 * 3_600_000];
    const wanted = mine().filter(({ at }) => Date.parse(at) >= begin && Date.parse(at) <= end);
    const span = `params[at][begin]=${new Date(begin).toISOString()}&params[at][end]=${new Date(end).toISOString()}`;
    const answer = await list(`${span}&limit=200`);
    expect(answer.total).toBe(wanted.length);
    expect(answer.list.map(({ messageId }) => messageId)).toEqual(newest(wanted));
  });

  it('means the last seven days when no time is asked for, and the whole log with an exact key', async () => {
    const [old] = mine();
    const week = await list('limit=1');
    expect(week.total).toBeLessThan(mine().length);
    const key = await list(`params[messageId]=${String(old?.messageId)}`);
    expect(key.list.map(({ messageId }) => messageId)).toEqual([old?.messageId]);
    const device = await list(`params[deviceNumber]=rb-03&limit=1`);
    expect(device.total).toBe(
      mine().filter(({ deviceNumber }) => deviceNumber === 'NB-RB-03').length,
    );
  });

  it('counts a word exactly and reaches each of its pages, rows that come late among them', async () => {
    const wanted = () => newest(mine().filter((row) => row.deviceNumber === 'NB-RB-03'));
    const read = async () => {
      const found: unknown[] = [];
      for (let page = 1; page <= Math.ceil(wanted().length / 20); page += 1) {
        const answer = await list(`params[deviceNumber]=rb-03&limit=20&page=${page}`);
        expect(answer.total).toBe(wanted().length);
        found.push(...answer.list.map(({ messageId }) => messageId));
      }
      return found;
    };
    expect(wanted().length).toBeGreaterThan(100);
    expect(await read()).toEqual(wanted());
    const late = { ...entryAt(7, 3), siteId: site.id, messageId: 'late' };
    rows.push(late);
    await inScope(test.database.app, { site: '*' }, (trx) =>
      writeLog(trx, communicationLog, [late]),
    );
    expect(new Set(await read())).toEqual(new Set(wanted()));
    expect(await read()).toContain('late');
  });

  it('means the last seven days when a word names several devices', async () => {
    const week = await list('limit=1');
    expect((await list('params[deviceNumber]=rb&limit=1')).total).toBe(week.total);
  });

  it('refuses to search inside texts over a broad window, and masks what it kept', async () => {
    const broad = await test.call(
      'GET',
      `/api/log/communication-logs?${all}&params[message]=报文`,
      undefined,
      reader,
    );
    expect(broad).toMatchObject({ code: 400, data: { key: 'log.list.tooBroad' } });
    const daysOf = (days: number) => {
      const [begin, end] = [days, 0].map((back) => new Date(Date.now() - back * 86_400_000));
      return `params[at][begin]=${begin?.toISOString()}&params[at][end]=${end?.toISOString()}`;
    };
    const within = (days: number) =>
      test.call(
        'GET',
        `/api/log/communication-logs?${daysOf(days)}&params[message]=23`,
        undefined,
        reader,
      );
    expect((await within(7)).code).toBe(0);
    expect(await within(7.5)).toMatchObject({ code: 400, data: { key: 'log.list.tooBroad' } });
    const narrow = await list(`params[message]=${encodeURIComponent('报文 230')}`);
    expect(narrow.total).toBeGreaterThan(0);
    expect(narrow.list[0]?.message).toContain('***');
    expect(narrow.list[0]?.message).not.toContain('geheim');
    const sorted = await test.call(
      'GET',
      '/api/log/communication-logs?sort=size',
      undefined,
      reader,
    );
    expect(sorted.code).toBe(400);
  });

  it('finds a part of a text whatever the case of its letters, beyond ASCII too', async () => {
    const message = 'Werkzeug M6_9 fällig ÄNDERUNG 换刀';
    await inScope(test.database.app, { site: site.id }, (trx) =>
      writeLog(trx, communicationLog, [{ ...entryAt(HOURS - 1, 1), siteId: site.id, message }]),
    );
    for (const typed of [
      'werkzeug',
      'WERKZEUG m6',
      '6_9 ',
      'FÄLLIG',
      'änderung',
      '换刀',
      'ERUNG 换',
    ])
      expect((await list(`params[message]=${encodeURIComponent(typed)}`)).total, typed).toBe(1);
    expect((await list('params[message]=werkzeug%25')).total).toBe(0);
  });

  it('reaches each page of a search inside texts in both directions, rows that come late among them', async () => {
    const begin = start + (HOURS - 150) * 3_600_000;
    const span = `params[at][begin]=${new Date(begin).toISOString()}`;
    const wanted = () =>
      newest(
        mine().filter(
          ({ at, message }) => Date.parse(at) >= begin && textIn(message).startsWith('报文 2'),
        ),
      );
    const textIn = (message: unknown) => (message as { text?: string } | undefined)?.text ?? '';
    const read = async (order: string, limit: number) => {
      const found: unknown[] = [];
      for (let page = 1; page <= Math.ceil(wanted().length / limit); page += 1) {
        const query = `${span}&params[message]=${encodeURIComponent('文 2')}&sort=at&order=${order}&limit=${limit}&page=${page}`;
        const answer = await list(query);
        expect(answer.total).toBe(wanted().length);
        found.push(...answer.list.map(({ messageId }) => messageId));
      }
      return found;
    };
    expect(wanted().length).toBeGreaterThan(60);
    expect(await read('DESC', 7)).toEqual(wanted());
    expect(await read('ASC', 50)).toEqual(wanted().toReversed());
    const late = { ...entryAt(HOURS - 35, 3), siteId: site.id, messageId: 'late-text' };
    rows.push(late);
    await inScope(test.database.app, { site: '*' }, (trx) =>
      writeLog(trx, communicationLog, [late]),
    );
    expect(new Set(await read('DESC', 50))).toEqual(new Set(wanted()));
    expect(await read('ASC', 50)).toContain('late-text');
    expect((await list(`${span}&params[message]=nirgends`)).total).toBe(0);
  });

  it('finds a text once in an hour with very many rows', async () => {
    await test.database.owner.query(
      `insert into log_communication (site_id, at, message, message_id, direction, result)
       select $1, date_trunc('hour', now()) - interval '30 minutes' + n * interval '20 milliseconds',
         case when n % 4000 = 0 then 'selten' else 'oft' end, 'dense-' || n, 'up', 'accepted' from generate_series(1, 64000) n`,
      [site.id],
    );
    const dense = Array.from({ length: 16 }, (_, n) => `dense-${(n + 1) * 4000}`);
    const found = async (query: string) =>
      (await list(`params[message]=SELTEN&${query}`)).list.map(({ messageId }) => messageId);
    expect(await found('limit=20')).toEqual(dense.toReversed());
    expect(await found('limit=5&page=2')).toEqual(dense.toReversed().slice(5, 10));
    expect(await found('limit=20&sort=at&order=ASC')).toEqual(dense);
  });

  it('exports what the list shows, at once or later as the list counts it', async () => {
    const admin = await test.signIn('admin');
    const few = { value: '550' };
    await test.call('PUT', '/api/system/settings/export.maxRows', few, admin);
    const person = await test.as(['log:communication:list', 'log:communication:export'], site);
    const exported = (query: string) =>
      test.app.inject({
        method: 'GET',
        url: `/api/log/communication-logs/export?format=csv&${query}`,
        headers: person,
      });
    const week = await list('limit=1&params[direction]=up&params[queueName]=pass');
    const everything = await list(`limit=1&${all}&params[queueName]=pass`);
    expect(week.total).toBeLessThanOrEqual(550);
    expect(everything.total).toBeGreaterThan(550);
    const file = await exported('params[direction]=up&params[queueName]=pass');
    expect(file.headers['content-type']).toContain('text/csv');
    expect(file.body.trim().split('\n')).toHaveLength(week.total + 1);
    const later = await exported(`${all}&params[queueName]=pass`);
    expect(later.json()).toMatchObject({ data: { job: { total: everything.total } } });
    const broad = await exported(`${all}&params[message]=报文`);
    expect(broad.json()).toMatchObject({ code: 400, data: { key: 'log.list.tooBroad' } });
  });

  it('says that a search was too broad when it takes longer than its time', async () => {
    const holder = await test.database.owner.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table log_communication in access exclusive mode');
      const url = '/api/log/communication-logs?limit=20&params[message]=abc';
      expect(await test.call('GET', url, undefined, reader)).toMatchObject({
        code: 400,
        msg: '查询范围过大，请缩小时间范围',
        data: { key: 'log.list.tooBroad' },
      });
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('stops counting a search inside texts at 10,000 and says so', async () => {
    const many = Array.from({ length: 10_050 }, (_, n) => ({
      ...entryAt(HOURS - 1, 1),
      siteId: site.id,
      messageId: `x-${n}`,
      message: 'viele',
    }));
    await inScope(test.database.app, { site: site.id }, (trx) =>
      writeLog(trx, communicationLog, many),
    );
    expect(await list('params[message]=viele&limit=20&page=500')).toMatchObject({
      total: 10_000,
      totalCapped: true,
    });
    expect((await list('params[message]=viele&page=501')).list).toEqual([]);
  });
});
