import type { AlarmAnalysis } from '@millwright/contract/alarm/config';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { DRAFT, PATH, raising, type Row } from './config.testing.ts';
import { explainAlarm } from './explain.ts';

let test: TestApp;
let site: TestSite;
let admin: Headers;
let engineer: Headers;

const { device, raised } = raising(() => ({ test, site }));

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
  engineer = await test.as(
    [
      'alarm:config:list',
      'alarm:config:query',
      'alarm:config:add',
      'alarm:config:edit',
      'alarm:config:remove',
      'alarm:config:shelve',
    ],
    site,
  );
});
afterAll(() => test.close());

const post = <T = Row>(url: string, body: unknown, who: Headers) =>
  test.call<T>('POST', url, body, who);
const get = async <T>(url: string, who: Headers) =>
  (await test.call<T>('GET', url, undefined, who)).data;
const make = async (draft: Record<string, unknown>, who: Headers) =>
  (await post(PATH, { ...DRAFT, ...draft }, who)).data;
const list = (query: string, who: Headers) =>
  get<{ list: Row[]; total: number }>(`${PATH}${query}`, who);
const explained = (encoding: string, controlType = 'FANUC 31i-B') =>
  inScope(test.database.app, { site: site.id }, (trx) =>
    explainAlarm(trx, { siteId: site.id, equipmentKind: 'machineTool', controlType, encoding }),
  );

describe('alarm configuration', () => {
  it('S115 has encoding, level, Chinese and English content and the time of its last change', async () => {
    const row = await make({ encoding: 'S115' }, admin);
    expect(row).toMatchObject({ ...DRAFT, encoding: 'S115', siteId: null });
    expect(Math.abs(Date.parse(row.time) - Date.now())).toBeLessThan(60_000);
  });

  it('is unique per kind, control and code, in the company and again in a site', async () => {
    await make({ encoding: 'U1' }, admin);
    expect(await post(PATH, { ...DRAFT, encoding: 'u1' }, admin)).toMatchObject({
      code: 409,
      data: { key: 'row.duplicate' },
    });
    expect(await make({ encoding: 'U1' }, engineer)).toMatchObject({ siteId: site.id });
    expect(await post(PATH, { ...DRAFT, encoding: 'U1' }, engineer)).toMatchObject({ code: 409 });
    expect(await make({ encoding: 'U1', controlType: 'KRC5' }, engineer)).toMatchObject({
      siteId: site.id,
    });
  });

  it('keeps the placeholders of both languages equal and the chatter filter whole', async () => {
    const answer = await post<{ errors: { field: string; key: string; message: string }[] }>(
      PATH,
      {
        ...DRAFT,
        encoding: 'P1',
        contentZh: '轴{1}超程{2}',
        contentEn: 'Axis {1} over travel',
        chatterCount: 3,
      },
      engineer,
    );
    expect(answer.code).toBe(422);
    expect(answer.data.errors).toMatchObject([
      {
        field: 'contentEn',
        key: 'alarm.edit.placeholders',
        message: '两种语言的占位符须相同：{1} {2} / {1}',
      },
      { field: 'chatterMinutes', key: 'alarm.edit.chatter' },
    ]);
  });

  it('of the company is copied, not changed, by a site, and the site’s own goes first', async () => {
    const company = await make({ encoding: 'C1' }, admin);
    const [seen] = (await list('?params[encoding]=C1', engineer)).list;
    expect(seen?.actions.sort()).toEqual(['adopt', 'shelve']);
    expect(
      await test.call(
        'PUT',
        `${PATH}/${company.id}`,
        { revision: company.revision, level: '1' },
        engineer,
      ),
    ).toMatchObject({ code: 409, data: { key: 'alarm.edit.company' } });
    expect(await test.call('DELETE', `${PATH}/${company.id}`, undefined, engineer)).toMatchObject({
      code: 409,
    });
    expect(await explained('c1')).toMatchObject({ id: company.id, level: '3' });
    const own = (await post(`${PATH}/${company.id}/actions/adopt`, { revision: 1 }, engineer)).data;
    expect(own).toMatchObject({ siteId: site.id, encoding: 'C1' });
    await test.call('PUT', `${PATH}/${own.id}`, { revision: own.revision, level: '1' }, engineer);
    expect(await explained('C1')).toMatchObject({ id: own.id, level: '1' });
    expect(await post(`${PATH}/${own.id}/actions/adopt`, { revision: 1 }, engineer)).toMatchObject({
      code: 409,
    });
  });

  it('for all controls of a kind explains what the control’s own row does not', async () => {
    await make({ encoding: 'D1', controlType: '*', level: '2' }, admin);
    expect(await explained('D1', 'SMOOTHG')).toMatchObject({ level: '2', shelvedUntil: null });
    await make({ encoding: 'D1', controlType: 'SMOOTHG', level: '4' }, admin);
    expect(await explained('D1', 'smoothg')).toMatchObject({ level: '4' });
    expect(await explained('nothing')).toBeNull();
  });

  it('is shelved for eight hours at most, with a reason, in the own site alone', async () => {
    const company = await make({ encoding: 'H1' }, admin);
    const shelve = (body: object) =>
      post(
        `${PATH}/${company.id}/actions/shelve`,
        { revision: company.revision, ...body },
        engineer,
      );
    expect(await shelve({ hours: 9, reason: '换泵' })).toMatchObject({ code: 422 });
    expect(await shelve({ hours: 9 })).toMatchObject({
      data: { errors: [{ field: 'hours' }, { field: 'reason', key: 'row.reason' }] },
    });
    expect(await shelve({ hours: 2 })).toMatchObject({ code: 422, data: { key: 'row.reason' } });
    expect(await shelve({})).toMatchObject({ code: 422, data: { key: 'row.reason' } });
    const own = (await shelve({ hours: 8, reason: '换泵' })).data;
    expect(own.siteId).toBe(site.id);
    expect(Date.parse(own.shelveUntil ?? '') - Date.now()).toBeLessThanOrEqual(8 * 3_600_000);
    expect(await explained('H1')).toMatchObject({ id: own.id, shelvedUntil: expect.any(Number) });
    expect((await get<Row>(`${PATH}/${company.id}`, admin)).shelveUntil).toBeNull();
    const unshelve = ({ revision }: Row) =>
      post(`${PATH}/${own.id}/actions/unshelve`, { revision }, engineer);
    const after = (await unshelve(own)).data;
    expect(after.shelveUntil).toBeNull();
    expect(await unshelve(after)).toMatchObject({ code: 409 });
  });

  it('is shelved for an hour when the call names none', async () => {
    const company = await make({ encoding: 'H2' }, admin);
    const body = { revision: company.revision, reason: '换泵' };
    const own = (await post(`${PATH}/${company.id}/actions/shelve`, body, engineer)).data;
    const hours = (Date.parse(own.shelveUntil ?? '') - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(0.9);
    expect(hours).toBeLessThanOrEqual(1);
  });

  it('counts what came within 30 days and sorts by it', async () => {
    await device('MC-1');
    await make({ encoding: 'N1' }, admin);
    await make({ encoding: 'N2' }, admin);
    await raised('N1', 'MC-1', { count: 2, configured: true });
    await raised('N1', 'MC-1', { hoursAgo: 31 * 24, configured: true });
    await raised('n2', 'MC-1', { count: 5, configured: true });
    const { list: rows } = await list('?params[encoding]=N&sort=count30&order=DESC', engineer);
    expect(
      rows
        .filter(({ encoding }) => /^N\d/.test(encoding))
        .map(({ encoding, count30 }) => [encoding, count30]),
    ).toEqual([
      ['N2', 5],
      ['N1', 2],
    ]);
    expect((await list('?params[encoding]=N2', engineer)).list).toMatchObject([{ count30: 5 }]);
  });

  it('counts an alarm once, on the configuration that explains it', async () => {
    await device('PR-1');
    await device('PR-2', 'SMOOTHG');
    await device('PR-3', 'KRC5');
    const company = await make({ encoding: 'PR1' }, admin);
    const every = await make({ encoding: 'PR1', controlType: '*' }, admin);
    await raised('PR1', 'PR-1', { count: 3, configured: true });
    await raised('pr1', 'PR-2', { count: 4, configured: true });
    await raised('PR1', 'PR-3', { count: 5, configured: true });
    const counts = async (who = engineer) => {
      const { list: rows } = await list('?params[encoding]=PR1&sort=count30&order=DESC', who);
      return Object.fromEntries(rows.map(({ id, count30 }) => [id, count30]));
    };
    expect(await counts()).toEqual({ [company.id]: 3, [every.id]: 9 });
    const own = await make({ encoding: 'PR1', controlType: 'smoothg' }, engineer);
    expect(await counts()).toEqual({ [company.id]: 3, [every.id]: 5, [own.id]: 4 });
    // As it explains them: what a site says of every control goes before the company's row for one.
    const whole = await make({ encoding: 'PR1', controlType: '*' }, engineer);
    const last = { [company.id]: 0, [every.id]: 0, [own.id]: 4, [whole.id]: 8 };
    expect(await counts()).toEqual(last);
    expect(await counts(admin)).toEqual(last);
    for (const [control, { id }] of [
      ['FANUC 31i-B', whole],
      ['SMOOTHG', own],
    ] as const)
      expect(await explained('PR1', control)).toMatchObject({ id });
    const { revision } = await get<Row>(`${PATH}/${whole.id}`, engineer);
    await post(`${PATH}/${whole.id}/actions/disable`, { revision }, engineer);
    expect(await counts()).toEqual({ [company.id]: 3, [every.id]: 5, [own.id]: 4, [whole.id]: 0 });
  });

  it('is analysed: most frequent, longest, per device, standing and chattering', async () => {
    await device('MC-9');
    await raised('T1', 'MC-9', { seconds: 3600, configured: true });
    await raised('T2', 'MC-9', { count: 50, configured: true });
    await raised('T3', 'MC-9', { hoursAgo: 48, seconds: null, configured: true });
    const found = await get<AlarmAnalysis>(`${PATH}/analysis?params[days]=7`, engineer);
    expect(found.byCount[0]).toMatchObject({ encoding: 'T2', count: 50, contentZh: '原文 T2' });
    expect(found.byMinutes.slice(0, 2)).toMatchObject([
      { encoding: 'T3', minutes: 2880 },
      { encoding: 'T1', minutes: 60 },
    ]);
    expect(found.devices[0]).toMatchObject({ number: 'MC-9', count: 52, perHour: 0.31 });
    expect(found.standing).toMatchObject([{ encoding: 'T3', hours: 48 }]);
    expect(found.chattering[0]).toMatchObject({ encoding: 'T2', most: 50 });
    expect(
      await test.call('GET', `${PATH}/analysis?params[days]=5`, undefined, engineer),
    ).toMatchObject({ code: 400 });
    const stranger = await test.as(['alarm:config:list'], await test.makeSite());
    expect(await get<AlarmAnalysis>(`${PATH}/analysis`, stranger)).toMatchObject({
      byCount: [],
      standing: [],
      chattering: [],
    });
  });
});
