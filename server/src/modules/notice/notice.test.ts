import type { BatchAnswer } from '@millwright/contract/device/message';
import type { NoticeKey } from '@millwright/contract/system/notice';
import type { Tip, ToldNotice } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { makeGateway } from '../device/testing.ts';
import { settle, tell, type Telling } from './tell.ts';

let test: TestApp;
let site: TestSite;
let inspector: Headers;

const OWN = '/api/index/getActiveTipsVo';
const MOM = '/mom/api/mom/index/getActiveTipsVo';

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  inspector = await test.as(['base:regularInspection:list', 'tool:message:list'], site);
});
afterAll(() => test.close());

const told = (telling: Partial<Telling> & { notice: NoticeKey }) =>
  inScope(test.database.app, { site: '*' }, (trx) =>
    tell(trx, { siteId: site.id, objectId: 'x', params: { name: 'L04' }, ...telling }),
  );
const settled = (notice: NoticeKey, objectId = 'x') =>
  inScope(test.database.app, { site: '*' }, (trx) =>
    settle(trx, { notice, siteId: site.id, objectId }),
  );
const own = async (who: Headers, locale = 'zh-CN') =>
  (
    await test.call<{ notifyList: Tip[] }>('GET', OWN, undefined, {
      ...who,
      'accept-language': locale,
    })
  ).data.notifyList;
const messages = async (who: Headers, locale?: string) =>
  (await own(who, locale)).map(({ message }) => message);
const history = async (who: Headers, query = '') =>
  (
    await test.call<{ list: ToldNotice[]; total: number }>(
      'GET',
      `/api/index/notifications${query}`,
      undefined,
      who,
    )
  ).data;

describe('tips', () => {
  it('S104 S249 carry id, message, dataTime, modelType and link, in the language of the caller', async () => {
    await told({ notice: 'tool.lifeWarning', params: { name: 'T0102-3', percent: 6, n: 12 } });
    await expect.poll(() => messages(inspector)).toEqual(['刀具 T0102-3 寿命剩余 6%（12 件）']);
    const [tip] = await own(inspector, 'en-US');
    expect(tip).toEqual({
      id: expect.stringMatching(/^\d+$/),
      message: 'Tool T0102-3 life left 6 % (12 pcs)',
      dataTime: expect.stringMatching(/^\d{4}-.*Z$/),
      modelType: '2',
      link: '/tool/toolMsg',
    });
    await settled('tool.lifeWarning');
    await expect.poll(() => messages(inspector)).toEqual([]);
  });

  it.each([
    ['1', 'regularInspection.due', '/baseConfig/regularInspection'],
    ['2', 'tool.broken', '/tool/toolMsg'],
    ['4', 'hold.set', '/baseConfig/regularInspection'],
  ] as const)(
    'S60 S61 S91 S92 S104 type %s carries message and time and leads to its page',
    async (modelType, notice, link) => {
      await told({ notice, params: { name: 'N7', n: 1, reason: '裂纹' } });
      const message = expect.stringContaining('N7');
      const dataTime = expect.stringMatching(/^\d{4}-.*Z$/);
      await expect
        .poll(() => own(inspector))
        .toEqual([expect.objectContaining({ modelType, message, dataTime, link })]);
      await settled(notice);
      await expect.poll(() => own(inspector)).toEqual([]);
    },
  );

  it('S250 what MOM reports stands in its own list, on the MOM base and beside it', async () => {
    await told({ notice: 'hold.set', fromMom: true, params: { name: 'B1', reason: '裂纹' } });
    const mom = async (path: string) =>
      (await test.call<{ notifyListMom: Tip[] }>('GET', path, undefined, inspector)).data;
    await expect
      .poll(async () => (await mom(MOM)).notifyListMom)
      .toMatchObject([{ modelType: '4', message: 'B1 已冻结：裂纹' }]);
    expect(await mom('/api/mom/index/getActiveTipsVo')).toEqual(await mom(MOM));
    expect(await messages(inspector)).toEqual([]);
    await test.database.owner.query(
      `update notification set expires_at = now() where dedupe_key = 'hold.set:x'`,
    );
    await told({ notice: 'tool.broken' });
    await expect.poll(async () => (await mom(MOM)).notifyListMom).toEqual([]);
    await settled('tool.broken');
  });

  it('S250 come from the MOM service for its orders, once each, until they are reported closed', async () => {
    const gateway = await makeGateway(test, [], { site });
    const report = (body: unknown) =>
      test.call<BatchAnswer>('POST', '/api/mom/notices', body, gateway.headers);
    const listed = async () =>
      (await test.call<{ notifyListMom: Tip[] }>('GET', MOM, undefined, inspector)).data
        .notifyListMom;
    const at = new Date(Date.now() - 60_000).toISOString();
    const due = { messageId: 'n-1', at, event: 'regularInspection.due', orderCode: 'MO-7' };
    const failed = { ...due, messageId: 'n-2', event: 'regularInspection.failed', name: '跳动' };
    const reports = [{ ...due, name: '跳动', n: 2 }, failed, failed];
    expect(await report([...reports, { ...due, messageId: 'n-3', name: '跳动' }])).toMatchObject({
      code: 0,
      data: {
        accepted: ['n-1', 'n-2'],
        duplicate: ['n-2'],
        rejected: [{ messageId: 'n-3', reason: '缺少 n' }],
      },
    });
    await expect.poll(listed).toMatchObject([
      { modelType: '4', message: 'MO-7 跳动 定期检验不合格', dataTime: at },
      { modelType: '1', message: 'MO-7 跳动 定期检验将在 2 天后到期', dataTime: at },
    ]);
    expect(await own(inspector)).toEqual([]);
    expect((await report(reports)).data.accepted).toEqual([]);
    const closed = [
      { ...failed, messageId: 'n-4', closed: true },
      { ...due, messageId: 'n-5', name: '跳动', closed: true },
    ];
    expect((await report(closed)).data.accepted).toEqual(['n-4', 'n-5']);
    await expect.poll(listed).toEqual([]);
    expect(await report([{ ...failed, messageId: 'n-6', event: 'alarm.raised' }])).toMatchObject({
      data: { accepted: [], rejected: [{ messageId: 'n-6' }] },
    });
    const stranger = { authorization: 'Basic Z3c6bm8=' };
    expect(await test.call('POST', '/api/mom/notices', reports, stranger)).toMatchObject({
      code: 402,
    });
  });

  it('repeat as one line that counts, and a fresh figure does not count', async () => {
    await told({ notice: 'tool.noSister' });
    await told({ notice: 'tool.noSister' });
    await told({ notice: 'tool.noSister', isUpdate: true, params: { name: 'L05' } });
    await expect.poll(() => messages(inspector)).toEqual(['刀具 L05 没有可用的姊妹刀 ×2']);
    await settled('tool.noSister');
    await told({ notice: 'tool.noSister' });
    await expect.poll(() => messages(inspector)).toEqual(['刀具 L04 没有可用的姊妹刀']);
    await settled('tool.noSister');
  });

  it('reach those who hold the tag, in their site, and persons wherever they work', async () => {
    const elsewhere = await test.makeSite();
    const person = await test.makeUser(['tool:message:list'], elsewhere);
    const other = await test.signIn(person);
    const withoutTag = await test.as(['base:line:list'], site);
    await told({ notice: 'tool.broken' });
    await told({
      notice: 'instruction.rejected',
      userIds: [person.id],
      params: { name: 'S', reason: 'r' },
    });
    await expect.poll(() => messages(inspector)).toEqual(['刀具 L04 断刀']);
    await expect.poll(() => messages(other)).toEqual(['操作说明 S 被退回：r']);
    expect(await messages(withoutTag)).toEqual([]);
    const admin = await test.signIn('admin');
    expect(await messages(admin)).toContain('刀具 L04 断刀');
    await settled('tool.broken');
  });

  it('answer 304 until the list of this caller changes', async () => {
    await told({ notice: 'tool.lifeReached' });
    await expect.poll(() => messages(inspector)).toHaveLength(1);
    const ask = (etag?: string, locale = 'zh-CN') =>
      test.app.inject({
        method: 'GET',
        url: OWN,
        headers: {
          ...inspector,
          'accept-language': locale,
          ...(etag && { 'if-none-match': etag }),
        },
      });
    const etag = String((await ask()).headers.etag);
    const unchanged = await ask(etag);
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, '']);
    expect(unchanged.headers['x-perm-version']).toMatch(/^\d+$/);
    expect((await ask(etag, 'en-US')).statusCode).toBe(200);
    await told({ notice: 'tool.lifeReached' });
    await expect.poll(async () => (await ask(etag)).statusCode).toBe(200);
    await settled('tool.lifeReached');
  });

  it('are no activity of the session and need one', async () => {
    expect(await test.call('GET', OWN)).toMatchObject({ code: 402 });
    expect(await test.call('GET', MOM)).toMatchObject({ code: 402 });
  });
});

describe('the history of notifications', () => {
  it('S251 lists what was told, open or ended, by type and by person', async () => {
    const place = await test.makeSite();
    const person = await test.makeUser(['base:regularInspection:list'], place);
    const reader = await test.signIn(person);
    const at = { siteId: place.id };
    await told({ ...at, notice: 'regularInspection.overdue', params: { name: '跳动仪', n: 2 } });
    await told({ ...at, notice: 'spotCheck.missed', params: { name: 'OP10', time: '08:00' } });
    await told({ ...at, notice: 'tool.broken' });
    await told({
      ...at,
      notice: 'instruction.toConfirm',
      userIds: [person.id],
      params: { name: 'S', version: 1 },
    });
    await inScope(test.database.app, { site: place.id }, (trx) =>
      settle(
        trx,
        { notice: 'spotCheck.missed', siteId: place.id, objectId: 'x' },
        { userId: person.id },
      ),
    );
    const all = await history(reader);
    expect(all.list.map(({ kind }) => kind).sort()).toEqual([
      'instruction.toConfirm',
      'regularInspection.overdue',
      'spotCheck.missed',
    ]);
    expect(all.list.find(({ kind }) => kind === 'spotCheck.missed')?.resolvedAt).not.toBeNull();
    expect(
      (await history(reader, '?params[modelType]=4')).list.map(({ message }) => message),
    ).toEqual(['跳动仪 定期检验已超期 2 小时']);
    expect((await history(reader, '?params[mine]=1')).total).toBe(1);
    expect(await history(reader, '?page=2&limit=2')).toMatchObject({
      total: 3,
      page: 2,
      list: [{}],
    });
    expect((await history(inspector)).list.some(({ message }) => message.includes('跳动仪'))).toBe(
      false,
    );
  });

  it('refuses what it does not know with a sentence', async () => {
    for (const query of [
      '?x=1',
      '?params[x]=1',
      '?params[modelType]=9',
      '?page=0',
      '?limit=201',
      '?params=1',
    ])
      expect(
        await test.call('GET', `/api/index/notifications${query}`, undefined, inspector),
        query,
      ).toMatchObject({ code: 400 });
  });

  it('reads one person’s own alone, and a message of the project side ends with it', async () => {
    const person = await test.makeUser(['base:line:list'], site);
    const reader = await test.signIn(person);
    await told({
      notice: 'instruction.toConfirm',
      userIds: [person.id],
      params: { name: 'S', version: 1 },
    });
    const [row] = (await history(reader, '?params[mine]=1')).list;
    const read = (who: Headers) =>
      test.call('POST', '/api/index/notifications/actions/read', { ids: [row?.id] }, who);
    expect((await read(inspector)).data).toMatchObject({ ok: 0, failed: 1 });
    expect((await read(reader)).data).toMatchObject({ ok: 1, failed: 0 });
    const [after] = (await history(reader, '?params[mine]=1')).list;
    expect(after).toMatchObject({ readTime: expect.any(String), resolvedAt: null });
    expect(await messages(reader)).toHaveLength(1);
  });
});
