import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { tellAllDue } from './due-alarms.ts';
import { quietDisabled } from './quiet.ts';

let test: TestApp;
let gateway: TestGateway;
let admin: Headers;
let fitter: Headers;

const HOUR = 3_600_000;

beforeAll(async () => {
  test = await testApp();
  admin = await test.signIn('admin');
  gateway = await makeGateway(test, ['DU-1', 'DU-2', 'DU-3']);
  fitter = await test.as(['log:alarm:list', 'log:alarm:query'], gateway.site);
});
afterAll(() => test.close());

async function configure(encoding: string, more: Record<string, unknown> = {}): Promise<void> {
  const draft = {
    encoding,
    level: '2',
    equipmentKind: 'machineTool',
    controlType: '*',
    notify: true,
    contentZh: encoding,
    contentEn: encoding,
    ...more,
  };
  expect(await test.call('POST', '/api/alarm/configs', draft, admin)).toMatchObject({ code: 0 });
}

async function raise(encoding: string, deviceNumber = 'DU-1'): Promise<void> {
  const data = { encoding, active: 1, text: 'raw' };
  const { rejected } = await post(test, gateway, [
    message(gateway, { type: 'alarm', deviceNumber, data }),
  ]);
  expect(rejected).toEqual([]);
}

async function open(): Promise<string[]> {
  const url = '/api/index/notifications?limit=200&params[modelType]=3';
  const { data } = await test.call<{ list: { objectId: string; resolvedAt: string | null }[] }>(
    'GET',
    url,
    undefined,
    fitter,
  );
  return data.list
    .filter(({ resolvedAt }) => resolvedAt === null)
    .map(({ objectId }) => objectId.split(':')[1] ?? '')
    .sort();
}

async function pass(now: number): Promise<string[]> {
  const reported: string[] = [];
  const report = (_error: unknown, told: string) => void reported.push(told);
  await test.app.services.asSystem((trx) => tellAllDue(trx, { report }, now));
  return reported;
}

const change = (text: string, ...values: unknown[]) => test.database.owner.query(text, values);

it('tells the others when some alarms cannot be told, and tries those again later', async () => {
  const encodings = ['G1', 'BAD1', 'G2', 'BAD2', 'G3'];
  for (const encoding of encodings) await configure(encoding, { delaySeconds: 600 });
  for (const encoding of encodings) await raise(encoding);
  await change(
    `alter table notification add constraint no_bad check (object_id not like '%:BAD%')`,
  );
  const due = Date.now() + 601_000;
  expect((await pass(due)).sort()).toEqual([
    'Nobody could be told of alarm BAD1 of DU-1; put off by an hour.',
    'Nobody could be told of alarm BAD2 of DU-1; put off by an hour.',
  ]);
  expect(await open()).toEqual(['G1', 'G2', 'G3']);
  expect(await pass(due + HOUR - 1000)).toEqual([]);
  await change('alter table notification drop constraint no_bad');
  expect(await pass(due + HOUR)).toEqual([]);
  expect(await open()).toEqual(['BAD1', 'BAD2', 'G1', 'G2', 'G3']);
});

it('ends what was told of a machine when it is disabled; it cannot be removed any more', async () => {
  await configure('M2');
  await raise('M2', 'DU-2');
  expect(await open()).toContain('M2');
  const url = `/api/base/equipments/${gateway.devices['DU-2']}`;
  const person = await test.as('site_admin', gateway.site);
  expect(await test.call('DELETE', url, undefined, person)).toMatchObject({
    code: 409,
    msg: '「DU-2 设备DU-2」被报警(1)引用，不能删除，可改为停用',
    data: { key: 'row.inUse' },
  });
  expect(await open()).toContain('M2');
  const { data } = await test.call<{ revision: number }>('GET', url, undefined, person);
  const off = { revision: data.revision, status: '0' };
  expect(await test.call('PUT', url, off, person)).toMatchObject({ code: 0 });
  await test.app.services.asSystem(quietDisabled);
  expect(await open()).not.toContain('M2');
  const { rows } = await change(
    'select 1 from alarm_watch where equipment_id = $1',
    gateway.devices['DU-2'],
  );
  expect(rows).toEqual([]);
});
