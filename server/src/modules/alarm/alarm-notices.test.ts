import type { ToldNotice } from '@millwright/contract/system/tip';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { tellAllDue } from './due-alarms.ts';

let test: TestApp;
let site: TestSite;
let gateway: TestGateway;
let admin: Headers;
let fitter: Headers;
let manager: Headers;

const PATH = '/api/alarm/configs';
const MINUTE = 60_000;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
  gateway = await makeGateway(test, ['MC-07', 'MC-08'], { site });
  fitter = await test.as(
    [
      'log:alarm:list',
      'log:alarm:query',
      'log:alarm:ack',
      'alarm:config:list',
      'alarm:config:query',
    ].concat(['alarm:config:shelve', 'alarm:config:add']),
    site,
  );
  manager = await test.as('plant_manager', site);
});
afterAll(() => test.close());

interface Config {
  id: string;
  revision: number;
}

async function configure(encoding: string, more: Record<string, unknown> = {}): Promise<Config> {
  const draft = {
    encoding,
    level: '3',
    equipmentKind: 'machineTool',
    controlType: '*',
    notify: true,
    contentZh: `${encoding}报警`,
    contentEn: `${encoding} alarm`,
    ...more,
  };
  const made = await test.call<Config>('POST', PATH, draft, admin);
  expect(made).toMatchObject({ code: 0 });
  return made.data;
}

const at = (secondsAgo: number) => Date.now() - secondsAgo * 1000;
/** What a machine says of an alarm: its comings (1) and goings (0). */
const say = (encoding: string, ...words: readonly [active: 0 | 1, moment: number][]) =>
  post(
    test,
    gateway,
    words.map(([active, moment]) =>
      message(gateway, {
        type: 'alarm',
        sendTime: new Date(moment).toISOString(),
        data: { encoding, active, text: 'raw' },
      }),
    ),
  );

/** Open or ended notices of an encoding, the newest first. */
async function notices(who: Headers, encoding: string) {
  const url = '/api/index/notifications?limit=200&params[modelType]=3';
  const { data } = await test.call<{ list: ToldNotice[] }>('GET', url, undefined, who);
  return data.list
    .filter(({ objectId }) => objectId.endsWith(`:${encoding}`))
    .map(({ kind, count, resolvedAt, message: text }) => ({
      kind,
      count,
      open: resolvedAt === null,
      text,
    }));
}
const open = async (who: Headers, encoding: string) =>
  (await notices(who, encoding)).filter((notice) => notice.open);

/** Lets time pass up to a moment. */
const pass = (now: number) =>
  inScope(test.database.app, { site: '*' }, (trx) => tellAllDue(trx, test.app.services, now));

async function acknowledge(encoding: string) {
  const { data } = await test.call<{ list: { id: string; revision: number }[] }>(
    'GET',
    `/api/log/alarm-logs?params[encoding]=${encoding}&params[ackState]=open`,
    undefined,
    fitter,
  );
  expect(data.list.length).toBeGreaterThan(0);
  const ids = data.list.map(({ id }) => id);
  const done = await test.call('POST', '/api/log/alarm-logs/actions/ack', { ids }, fitter);
  expect(done).toMatchObject({ code: 0, data: { failed: 0 } });
}

it('copies the words of the configuration into the log and tells the people of the site', async () => {
  await configure('A1', { contentZh: '轴{1}超程', contentEn: 'Axis {1} over travel', level: '4' });
  await post(test, gateway, [
    message(gateway, {
      type: 'alarm',
      data: { encoding: 'A1', active: 1, text: 'AXIS X OVER TRAVEL' },
    }),
  ]);
  const { rows } = await test.database.owner.query(
    `select level, content_zh, content_en, configured from log_alarm where site_id = $1 and encoding = 'A1'`,
    [site.id],
  );
  expect(rows).toEqual([
    { level: '4', content_zh: '轴X超程', content_en: 'Axis X over travel', configured: true },
  ]);
  expect(await open(fitter, 'A1')).toMatchObject([
    { kind: 'alarm.raised', count: 1, text: 'MC-07 报警 A1 轴X超程' },
  ]);
  const other = await test.as(['log:alarm:list'], await test.makeSite());
  expect(await notices(other, 'A1')).toEqual([]);
  await say('A1', [0, at(0)]);
  expect(await notices(fitter, 'A1')).toMatchObject([{ open: false }]);
});

it('tells nobody of what is not configured, has no notice, or is replayed', async () => {
  await configure('N1', { notify: false });
  await configure('N3');
  const history = await makeGateway(test, ['OLD-1'], { site, isHistory: true });
  await say('N1', [1, at(1)]);
  await say('N2', [1, at(1)]);
  await post(test, history, [
    message(history, { type: 'alarm', data: { encoding: 'N3', active: 1 } }),
  ]);
  for (const encoding of ['N1', 'N2', 'N3']) expect(await notices(fitter, encoding)).toEqual([]);
});

it('logs what ends within its delay and tells what lasts longer', async () => {
  await configure('D1', { delaySeconds: 60 });
  await say('D1', [1, at(70)], [0, at(40)]);
  expect(await notices(fitter, 'D1')).toEqual([]);
  const begun = at(20);
  await say('D1', [1, begun]);
  await pass(begun + 59_000);
  expect(await notices(fitter, 'D1')).toEqual([]);
  await pass(begun + 61_000);
  expect(await open(fitter, 'D1')).toMatchObject([{ kind: 'alarm.raised', count: 1 }]);
  await say('D1', [0, at(0)]);
  expect(await open(fitter, 'D1')).toEqual([]);
  // It lasted long enough although it is heard of after it went.
  await configure('D2', { delaySeconds: 60 });
  await say('D2', [1, at(400)], [0, at(300)]);
  expect(await notices(fitter, 'D2')).toMatchObject([{ count: 1, open: false }]);
});

it('holds one entry with a counter while an alarm chatters, until it is quiet', async () => {
  await configure('C1', { chatterCount: 3, chatterMinutes: 5 });
  const begin = at(1200);
  for (const second of [0, 70]) {
    await say('C1', [1, begin + second * 1000], [0, begin + second * 1000 + 1000]);
    expect(await open(fitter, 'C1')).toEqual([]);
  }
  expect(await notices(fitter, 'C1')).toHaveLength(2);
  await say('C1', [1, begin + 140_000], [0, begin + 141_000]);
  expect(await open(fitter, 'C1')).toMatchObject([{ count: 3, text: 'MC-07 报警 C1 C1报警 ×3' }]);
  await say('C1', [1, begin + 300_000]);
  expect(await open(fitter, 'C1')).toMatchObject([{ count: 4 }]);
  const gone = begin + 301_000;
  await say('C1', [0, gone]);
  await pass(Date.now());
  expect(await open(fitter, 'C1')).toEqual([]);
  expect(await notices(fitter, 'C1')).toHaveLength(3);
});

it('keeps a chattering entry open through its pauses', async () => {
  await configure('C2', { chatterCount: 2, chatterMinutes: 5 });
  const gone = at(4);
  await say('C2', [1, at(9)], [0, at(8)], [1, at(7)], [0, at(6)], [1, at(5)], [0, gone]);
  expect(await open(fitter, 'C2')).toMatchObject([{ count: 3 }]);
  await pass(gone + 5 * MINUTE - 2000);
  expect(await open(fitter, 'C2')).toHaveLength(1);
  await pass(gone + 5 * MINUTE + 2000);
  expect(await open(fitter, 'C2')).toEqual([]);
});

it('tells nobody while it is shelved, and tells what stands when that ends', async () => {
  const { id, revision } = await configure('S1');
  await say('S1', [1, at(2)]);
  expect(await open(fitter, 'S1')).toHaveLength(1);
  // The company's row is shelved in this site alone.
  const shelved = await test.call<Config>(
    'POST',
    `${PATH}/${id}/actions/shelve`,
    { revision, hours: 2, reason: '换阀' },
    fitter,
  );
  expect(shelved).toMatchObject({ code: 0 });
  expect(await open(fitter, 'S1')).toEqual([]);
  await pass(Date.now() + 60 * MINUTE);
  expect(await open(fitter, 'S1')).toEqual([]);
  const ended = await test.call(
    'POST',
    `${PATH}/${shelved.data.id}/actions/unshelve`,
    { revision: shelved.data.revision },
    fitter,
  );
  expect(ended).toMatchObject({ code: 0 });
  await pass(Date.now() + 1000);
  expect(await open(fitter, 'S1')).toHaveLength(1);
});

it('goes to the holders of the roles named, and to all readers of the log when nobody holds them', async () => {
  const roles = async (key: string) => {
    const { rows } = await test.database.owner.query<{ id: string }>(
      'select id from system_role where role_key = $1',
      [key],
    );
    return rows.map(({ id }) => id);
  };
  await configure('R1', { roles: await roles('plant_manager') });
  await configure('R2', { roles: await roles('tool_keeper') });
  await say('R1', [1, at(1)]);
  await say('R2', [1, at(1)]);
  expect(await open(manager, 'R1')).toHaveLength(1);
  expect(await open(fitter, 'R1')).toEqual([]);
  expect(await open(fitter, 'R2')).toHaveLength(1);
});

it('escalates levels 3 and 4 to the plant manager once, unless somebody acknowledged', async () => {
  for (const [encoding, level] of [
    ['E2', '2'],
    ['E3', '3'],
    ['E4', '4'],
  ] as const)
    await configure(encoding, { level, escalateMinutes: 10 });
  for (const encoding of ['E2', 'E3', 'E4']) await say(encoding, [1, at(1)]);
  await acknowledge('E4');
  expect(await open(fitter, 'E4')).toEqual([]);
  const escalated = async (encoding: string) =>
    (await open(manager, encoding)).filter(({ kind }) => kind === 'alarm.escalated');
  await pass(Date.now() + 9 * MINUTE);
  expect(await escalated('E3')).toEqual([]);
  // Several processes look at the same moment.
  const later = Date.now() + 11 * MINUTE;
  await Promise.all([pass(later), pass(later), pass(later)]);
  await pass(later + MINUTE);
  expect(await escalated('E3')).toMatchObject([{ count: 1, text: 'MC-07 报警 E3 10 分钟未确认' }]);
  expect(await escalated('E2')).toEqual([]);
  expect(await escalated('E4')).toEqual([]);
  expect((await notices(fitter, 'E3')).map(({ kind }) => kind)).toEqual(['alarm.raised']);
  await acknowledge('E3');
  expect(await open(manager, 'E3')).toEqual([]);
});

it('escalates to all who may read the log where the site has no plant manager, and says so', async () => {
  const place = await test.makeSite();
  const lone = await makeGateway(test, ['MC-99'], { site: place });
  const reader = await test.as(['log:alarm:list'], place);
  await configure('E9', { level: '4', escalateMinutes: 10 });
  const told = (active: 0 | 1) =>
    post(test, lone, [message(lone, { type: 'alarm', data: { encoding: 'E9', active } })]);
  await told(1);
  await pass(Date.now() + 11 * MINUTE);
  expect(await open(reader, 'E9')).toContainEqual({
    kind: 'alarm.escalatedToAll',
    count: 1,
    open: true,
    text: 'MC-99 报警 E9 10 分钟未确认，本厂区没有厂长',
  });
  await told(0);
  expect(await open(reader, 'E9')).toEqual([]);
});

it('does not tell again what comes back into an entry that was acknowledged', async () => {
  await configure('B1');
  await say('B1', [1, at(20)]);
  await acknowledge('B1');
  await say('B1', [0, at(15)], [1, at(10)]);
  expect(await open(fitter, 'B1')).toEqual([]);
  await say('B1', [0, at(5)]);
  const { rows } = await test.database.owner.query(
    `select from alarm_watch where site_id = $1 and encoding = 'B1'`,
    [site.id],
  );
  expect(rows).toEqual([]);
});
