import type { NoticeChoice } from '@millwright/contract/system/notice-title';
import type { Tip } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { settle, tell } from './tell.ts';

const PATH = '/api/index/notifications/settings';
let test: TestApp;
let site: TestSite;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
});
afterAll(() => test.close());

const choices = async (who: Headers, locale = 'zh-CN') =>
  (
    await test.call<{ list: NoticeChoice[] }>('GET', PATH, undefined, {
      ...who,
      'accept-language': locale,
    })
  ).data.list;
const want = (who: Headers, unwanted: unknown) => test.call('PUT', PATH, { unwanted }, who);
const bell = async (who: Headers) =>
  (
    await test.call<{ notifyList: Tip[] }>('GET', '/api/index/getActiveTipsVo', undefined, who)
  ).data.notifyList.map(({ message }) => message);

it('names the events that a person may be told of, in his language', async () => {
  const keeper = await test.as(['tool:message:list'], site);
  const list = await choices(keeper);
  expect(list.map(({ kind }) => kind)).toEqual([
    'tool.lifeWarning',
    'tool.lifeReached',
    'tool.broken',
    'tool.offsetMismatch',
    'tool.noSister',
    'instruction.rejected',
    'job.exported',
    'job.imported',
    'job.failed',
  ]);
  expect(list[0]).toEqual({
    kind: 'tool.lifeWarning',
    modelType: '2',
    title: '刀具寿命预警',
    wanted: true,
  });
  expect((await choices(keeper, 'en-US'))[2]?.title).toBe('Tool broken');
});

it('keeps what a person does not want out of his bell, and of nobody else’s', async () => {
  const [one, other] = await Promise.all([
    test.as(['tool:message:list'], site),
    test.as(['tool:message:list'], site),
  ]);
  const cause = { siteId: site.id, objectId: 't' };
  const params = { name: 'T1' };
  await inScope(test.database.app, { site: '*' }, (trx) =>
    tell(trx, [
      { ...cause, notice: 'tool.broken', params },
      { ...cause, notice: 'tool.noSister', params },
    ]),
  );
  await expect.poll(() => bell(one)).toHaveLength(2);
  expect(await want(one, ['tool.broken'])).toMatchObject({ code: 0 });
  expect(await bell(one)).toEqual(['刀具 T1 没有可用的姊妹刀']);
  expect(await bell(other)).toHaveLength(2);
  const wanted = (await choices(one)).filter((choice) => !choice.wanted).map(({ kind }) => kind);
  expect(wanted).toEqual(['tool.broken']);
  const history = await test.call<{ total: number }>(
    'GET',
    '/api/index/notifications',
    undefined,
    one,
  );
  expect(history.data.total).toBe(2);
  await want(one, []);
  expect(await bell(one)).toHaveLength(2);
  await inScope(test.database.app, { site: '*' }, (trx) =>
    settle(trx, [
      { ...cause, notice: 'tool.broken' },
      { ...cause, notice: 'tool.noSister' },
    ]),
  );
});

it('refuses events that are not there or not a person’s to choose', async () => {
  const who = await test.as(['tool:message:list'], site);
  for (const unwanted of [
    'tool.broken',
    [1],
    ['nonsense'],
    ['instruction.toConfirm'],
    ['toString'],
  ])
    expect(await want(who, unwanted)).toMatchObject({ code: 400, data: { key: 'call.invalid' } });
  expect(await test.call('GET', PATH)).toMatchObject({ code: 402 });
});
