import type { UnconfiguredAlarm } from '@millwright/contract/alarm/config';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../kernel/testing.ts';
import { DRAFT, PATH, raising, type Row } from './config.testing.ts';

const test = await testApp();
const site = await test.makeSite();
const engineer = await test.as(
  ['list', 'query', 'add', 'edit'].map((way) => `alarm:config:${way}`),
  site,
);
const { device, raised } = raising(() => ({ test, site }));
afterAll(() => test.close());

const post = (url: string, body: unknown, who = engineer) => test.call<Row>('POST', url, body, who);
const get = async <T>(url: string, who = engineer) =>
  (await test.call<T>('GET', url, undefined, who)).data;
const make = async (draft: Record<string, unknown>, who = engineer) =>
  (await post(PATH, { ...DRAFT, ...draft }, who)).data;

describe('alarms that no configuration explains', () => {
  it('lists codes that nobody explained, and a configuration takes them away', async () => {
    await device('MC-2');
    await device('MC-3');
    await raised('X9', 'MC-2', { count: 2 });
    await raised('X9', 'MC-3');
    const find = async () =>
      (await get<{ list: UnconfiguredAlarm[] }>(`${PATH}/unconfigured`)).list.find(
        ({ encoding }) => encoding === 'X9',
      );
    expect(await find()).toMatchObject({
      isDisabled: false,
      equipmentKind: 'machineTool',
      controlType: 'FANUC 31i-B',
      text: '原文 X9',
      count: 3,
      devices: ['MC-2', 'MC-3'],
    });
    const made = await make({ encoding: 'X9' });
    expect(await find()).toBeUndefined();
    // Disabled it explains nothing, but need not be written again.
    const { revision } = await get<Row>(`${PATH}/${made.id}`);
    expect(await post(`${PATH}/${made.id}/actions/disable`, { revision })).toMatchObject({
      code: 0,
    });
    expect(await find()).toMatchObject({ count: 3, isDisabled: true });
  });

  it('lists what machines raised that are gone or bear another number, until the code is configured', async () => {
    await device('OLD-1');
    await raised('GONE1', 'OLD-1', { count: 2 });
    await raised('GONE1', 'NEVER-1');
    await test.database.owner.query(
      `update base_equipment set number = 'NEW-1' where site_id = $1 and number = 'OLD-1'`,
      [site.id],
    );
    const find = async () =>
      (await get<{ list: UnconfiguredAlarm[] }>(`${PATH}/unconfigured`)).list.filter(
        ({ encoding }) => encoding === 'GONE1',
      );
    const listed = {
      equipmentKind: null,
      controlType: '*',
      text: '原文 GONE1',
      count: 3,
      devices: ['OLD-1', 'NEVER-1'],
    };
    expect(await find()).toMatchObject([{ ...listed, isDisabled: false }]);
    await make({ encoding: 'GONE1' }, await test.as(['alarm:config:add'], await test.makeSite()));
    expect(await find()).toMatchObject([{ ...listed, isDisabled: false }]);
    const made = await make({ encoding: 'gone1', equipmentKind: 'robot' });
    expect(await find()).toEqual([]);
    const { revision } = await get<Row>(`${PATH}/${made.id}`);
    await post(`${PATH}/${made.id}/actions/disable`, { revision });
    expect(await find()).toMatchObject([{ ...listed, isDisabled: true }]);
  });

  it('counts every code that nobody explained, though it lists the 500 most frequent', async () => {
    const busy = await test.makeSite();
    const reader = await test.as(['alarm:config:list'], busy);
    const all = () =>
      get<{ list: UnconfiguredAlarm[]; total: number }>(`${PATH}/unconfigured`, reader);
    expect(await all()).toEqual({ list: [], total: 0 });
    await test.database.owner.query(
      `insert into log_alarm (site_id, at, encoding, device_number, count, configured, ack_state)
       select $1, now() - interval '1 hour', 'M' || n, 'M-1', n, false, 'open' from generate_series(1, 503) n`,
      [busy.id],
    );
    const found = await all();
    expect([found.list.length, found.total]).toEqual([500, 503]);
    expect(found.list.at(-1)).toMatchObject({ encoding: 'M4', count: 4 });
  });
});
