import type { ToldNotice } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { tellAllDue } from './due-alarms.ts';

let test: TestApp;
let gateway: TestGateway;
let manager: Headers;

const MINUTE = 60_000;

beforeAll(async () => {
  test = await testApp();
  gateway = await makeGateway(test, ['AL-1']);
  await test.database.owner.query('update base_gateway set max_age_days = 150 where id = $1', [
    gateway.id,
  ]);
  manager = await test.as('plant_manager', gateway.site);
});
afterAll(() => test.close());

/** An alarm of a configuration, at the machine since some days. */
async function raise(encoding: string, config: object = {}, daysAgo = 0): Promise<void> {
  const draft = { encoding, level: '3', equipmentKind: 'machineTool', controlType: '*' };
  const words = { contentZh: encoding, contentEn: encoding, notify: true };
  const admin = await test.signIn('admin');
  expect(
    await test.call('POST', '/api/alarm/configs', { ...draft, ...words, ...config }, admin),
  ).toMatchObject({ code: 0 });
  const sendTime = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  const data = { encoding, active: 1, text: 'raw' };
  const { rejected } = await post(test, gateway, [
    message(gateway, { type: 'alarm', sendTime, data }),
  ]);
  expect(rejected).toEqual([]);
}

async function notices(encoding: string): Promise<ToldNotice[]> {
  const url = '/api/index/notifications?limit=200&params[modelType]=3';
  const { data } = await test.call<{ list: ToldNotice[] }>('GET', url, undefined, manager);
  return data.list.filter(({ objectId }) => objectId.endsWith(`:${encoding}`));
}

const pass = (minutes: number) =>
  test.app.services.asSystem((trx) =>
    tellAllDue(trx, test.app.services, Date.now() + minutes * MINUTE),
  );

it('leads from a notice to the row of the log, whatever its age', async () => {
  const admin = await test.signIn('admin');
  for (const [encoding, daysAgo] of [
    ['L0', 0],
    ['L120', 120],
  ] as const) {
    await raise(encoding, {}, daysAgo);
    const [told] = await notices(encoding);
    const { pathname, searchParams } = new URL(told?.link ?? '', 'http://house');
    expect(pathname).toBe('/log/alarm');
    const [begin = '', end] = (searchParams.get('at') ?? '').split('~');
    expect(begin).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(end).toBe('');
    const query = new URLSearchParams({
      'params[encoding]': searchParams.get('encoding') ?? '',
      'params[deviceNumber]': searchParams.get('deviceNumber') ?? '',
      'params[at][begin]': begin,
    });
    const found = await test.call<{ list: { at: string }[] }>(
      'GET',
      `/api/log/alarm-logs?${query.toString()}`,
      undefined,
      { ...admin },
    );
    const days = (Date.now() - Date.parse(found.data.list[0]?.at ?? '')) / 86_400_000;
    expect([found.data.list.length, Math.round(days)]).toEqual([1, daysAgo]);
  }
});

it('escalates levels 3 and 4 also where no minutes are said: after 30 and after 10', async () => {
  const levels = ['2', '3', '4'] as const;
  for (const level of levels) await raise(`N${level}`, { level });
  const escalated = async () =>
    (
      await Promise.all(
        levels.map(async (level) =>
          (await notices(`N${level}`)).flatMap(({ kind, message: text }) =>
            kind === 'alarm.escalated' ? [text] : [],
          ),
        ),
      )
    ).flat();
  await pass(9);
  expect(await escalated()).toEqual([]);
  await pass(11);
  expect(await escalated()).toEqual(['AL-1 报警 N4 10 分钟未确认']);
  await pass(31);
  expect(await escalated()).toEqual(['AL-1 报警 N3 30 分钟未确认', 'AL-1 报警 N4 10 分钟未确认']);
});
