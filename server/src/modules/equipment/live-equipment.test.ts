import type {
  ActionRateHistory,
  AlarmHistory,
  LiveFacts,
  MaintenanceHistory,
  StateHistory,
} from '@millwright/contract/equipment/live-equipment';
import { addSums, keyFigures } from '@millwright/contract/equipment/time-model';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import type { Headers, TestApp } from '../../kernel/testing.ts';
import { testApp } from '../../kernel/testing.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { shiftSums } from './shift-sums.ts';

interface Machine {
  id: string;
  number: string;
  revision: number;
  actionRate: number | null;
  coverage: number | null;
  runningStatus: string | null;
  live: LiveFacts;
  actions: string[];
}

const MINUTE = 60_000;
const TOOLS = '/api/equipment/machine-tools';

describe('machines as they are now', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let me: Headers;
  const now = Date.now();
  const tell = (minutesAgo: number, status: string, device = 'MC-1') =>
    message(gateway, {
      type: 'state',
      deviceNumber: device,
      sendTime: new Date(now - minutesAgo * MINUTE).toISOString(),
      data: { status, mode: 'auto', program: 'O2100' },
    });
  const list = async (path = TOOLS) =>
    (await test.call<{ list: Machine[]; total: number }>('GET', path, undefined, me)).data;
  const machine = async (number = 'MC-1') =>
    (await list()).list.find((row) => row.number === number) as Machine;

  beforeAll(async () => {
    test = await testApp();
    gateway = await makeGateway(test, ['MC-1', 'MC-2', 'RB-1']);
    await test.database.owner.query(
      `update base_equipment set equipment_kind = 'robot' where number = 'RB-1' and site_id = $1`,
      [gateway.site.id],
    );
    me = await test.as('equipment_engineer', gateway.site);
    // Two shifts of twelve hours without breaks: one of them runs, whenever this is read.
    const shifts = [
      { name: '早班', startTime: '08:00', endTime: '20:00', breaks: [], weekdays: [] },
      { name: '夜班', startTime: '20:00', endTime: '08:00', breaks: [], weekdays: [] },
    ];
    const devices = Object.values(gateway.devices).map((equipmentId) => ({ equipmentId }));
    const line = { code: 'L1', name: '一线', serialNumber: 1, shifts, devices };
    const admin = await test.as('site_admin', gateway.site);
    expect(await test.call('POST', '/api/base/lines', line, admin)).toMatchObject({ code: 0 });
    await post(test, gateway, [
      tell(60, 'run'),
      tell(20, 'alarm'),
      message(gateway, {
        type: 'alarm',
        deviceNumber: 'MC-1',
        sendTime: new Date(now - 20 * MINUTE).toISOString(),
        data: { encoding: '2041', active: 1, text: 'FIXTURE NOT CLAMPED' },
      }),
    ]);
  });
  beforeAll(() =>
    test.database.owner.query(
      `insert into alarm_config (encoding, level, equipment_kind, control_type, content_zh, content_en, time)
       values ('2041', '3', 'machineTool', '*', '夹具 {1} CLAMPED', 'FIXTURE {1} CLAMPED', now())`,
    ),
  );
  afterAll(() => test.close());

  it('lists the machines of its kind with state, alarms and shift so far', async () => {
    const tools = await list();
    expect(tools.list.map(({ number }) => number)).toEqual(['MC-1', 'MC-2']);
    expect((await list('/api/equipment/robots')).list.map(({ number }) => number)).toEqual([
      'RB-1',
    ]);
    const [first, silent] = tools.list;
    expect(first?.live).toMatchObject({ status: 'alarm', program: 'O2100', lineCode: 'L1' });
    expect(first?.live.alarms).toMatchObject([
      { encoding: '2041', contentZh: '夹具 NOT CLAMPED', contentEn: 'FIXTURE NOT CLAMPED' },
    ]);
    expect(first?.live.shift?.band.at(-1)?.[0]).toBe('alarm');
    expect(silent?.live).toMatchObject({ status: null, alarms: [] });
    expect(silent?.coverage).toBe(0);
    expect((await list(`${TOOLS}?params[runningStatus]=alarm`)).total).toBe(1);
    expect((await list(`${TOOLS}?params[equipmentKind]=robot`)).total).toBe(2);
  });

  it('says the same figures in the list, the drawer and the service', async () => {
    const row = await machine();
    const rate = await test.call<ActionRateHistory>(
      'GET',
      `${TOOLS}/${row.id}/action-rate`,
      undefined,
      me,
    );
    expect(rate.data.shift.actionRate).toBeCloseTo(row.live.shift?.figures.actionRate ?? -1, 2);
    expect(rate.data.shift.oee).toBeNull();
    const day = row.live.shift?.shiftDate ?? '';
    const sums = await inScope(test.database.app, { site: gateway.site.id }, (trx) =>
      shiftSums(trx, { siteId: gateway.site.id, equipmentIds: [row.id], from: day, to: day }),
    );
    const own = sums.find(
      ({ window }) => new Date(window.from).toISOString() === row.live.shift?.from,
    );
    expect(keyFigures(own?.sums ?? addSums([])).actionRate).toBeCloseTo(
      row.live.shift?.figures.actionRate ?? -1,
      2,
    );
  });

  it('tells states with what nobody knows apart, and alarms with their times', async () => {
    const row = await machine();
    const states = await test.call<StateHistory>(
      'GET',
      `${TOOLS}/${row.id}/states?span=day`,
      undefined,
      me,
    );
    expect(states.data.seconds).toMatchObject({ run: 40 * 60 });
    expect(states.data.seconds['alarm']).toBeGreaterThan(20 * 60 - 1);
    expect(states.data.seconds['noData']).toBeCloseTo(23 * 3600, -2);
    expect(states.data.overlays.alarms).toMatchObject([
      {
        encoding: '2041',
        contentZh: '夹具 NOT CLAMPED',
        contentEn: 'FIXTURE NOT CLAMPED',
        to: null,
      },
    ]);
    expect(states.data.overlays.stops).toMatchObject([{ category: 'unclassified', to: null }]);
    const alarms = await test.call<AlarmHistory>('GET', `${TOOLS}/${row.id}/alarms`, undefined, me);
    expect(alarms.data.active).toMatchObject([{ contentZh: '夹具 NOT CLAMPED' }]);
    expect(alarms.data.pareto[0]).toMatchObject({ encoding: '2041', count: 1 });
    expect(
      await test.call('GET', `${TOOLS}/${row.id}/states?span=year`, undefined, me),
    ).toMatchObject({ code: 400 });
  });

  it('takes no data for no idle time', async () => {
    const own = await makeGateway(test, ['ND-1']);
    const person = await test.as('equipment_engineer', own.site);
    const said = (minutesAgo: number, status: string) =>
      message(own, {
        type: 'state',
        sendTime: new Date(now - minutesAgo * MINUTE).toISOString(),
        data: { status },
      });
    await post(test, own, [said(180, 'idle'), said(120, 'noData'), said(60, 'run')]);
    const read = async <T>(path: string) =>
      (await test.call<T>('GET', `${TOOLS}${path}`, undefined, person)).data;
    const seconds = async () =>
      (await read<StateHistory>(`/${own.devices['ND-1']}/states?span=day`)).seconds;
    const before = await seconds();
    expect(before).toMatchObject({ idle: 3600 });
    expect(before['run']).toBeCloseTo(3600, -2);
    expect(before['noData']).toBeCloseTo(22 * 3600, -2);
    await post(test, own, [said(0, 'noData')]);
    const found = (status: string) =>
      read<{ total: number }>(`?params[runningStatus]=${status}`).then(({ total }) => total);
    expect([await found('idle'), await found('run')]).toEqual([0, 0]);
    expect(await seconds()).toMatchObject({ idle: 3600, run: 3600 });
    const { rows } = await test.database.owner.query(
      'select sum(idle)::float8 as idle, sum(run)::float8 as run from device_hour where equipment_id = $1',
      [own.devices['ND-1']],
    );
    expect(rows).toEqual([{ idle: 3600, run: 3600 }]);
  });

  it('sets maintenance by hand until the machine speaks again', async () => {
    const row = await machine();
    const path = `${TOOLS}/${row.id}/actions/setStatus`;
    expect(await test.call('POST', path, { revision: 1, status: 'run' }, me)).toMatchObject({
      code: 422,
    });
    expect(
      await test.call('POST', path, { revision: 1, status: 'maintain', note: '主轴点检' }, me),
    ).toMatchObject({ code: 0 });
    const set = await machine();
    expect(set.live).toMatchObject({ status: 'maintain', source: 'manual', rawStatus: '主轴点检' });
    expect(set.runningStatus).toBe('maintain');
    await post(test, gateway, [
      message(gateway, { type: 'state', deviceNumber: 'MC-1', data: { status: 'run' } }),
    ]);
    expect((await machine()).live).toMatchObject({ status: 'run', source: 'device' });
    const kept = await test.call<MaintenanceHistory>(
      'GET',
      `${TOOLS}/${row.id}/maintenance`,
      undefined,
      me,
    );
    expect(kept.data.spans).toMatchObject([{ note: '主轴点检', source: 'manual' }]);
  });

  it('refreshes the wall without counting as activity of whoever left it open', async () => {
    const headers = await test.as('equipment_engineer', gateway.site);
    const { rows } = await test.database.owner.query<{ id: string }>(
      `update system_session set last_seen_at = now() - interval '100 minutes'
       where id = (select max(id) from system_session) returning id`,
    );
    const idleMinutes = async () => {
      const found = await test.database.owner.query<{ minutes: number }>(
        `select extract(epoch from now() - last_seen_at)::int / 60 as minutes from system_session where id = $1`,
        [rows[0]?.id],
      );
      return found.rows[0]?.minutes;
    };
    const live = await test.call<{ list: Machine[] }>('GET', `${TOOLS}/live`, undefined, headers);
    expect(live.data.list.map(({ number }) => number)).toEqual(['MC-1', 'MC-2']);
    await test.call('GET', `${TOOLS}/live?page=1&limit=200`, undefined, headers);
    expect(await idleMinutes()).toBe(100);
    await test.call('GET', TOOLS, undefined, headers);
    await expect.poll(idleMinutes).toBe(0);
  });

  it('refuses machines of another kind or site, and people without the right', async () => {
    const { id } = await machine();
    expect(await test.call('GET', `/api/equipment/robots/${id}`, undefined, me)).toMatchObject({
      code: 404,
    });
    const elsewhere = await test.as('equipment_engineer', await test.makeSite());
    for (const name of ['', '/states', '/action-rate', '/alarms', '/outputs', '/maintenance'])
      expect(await test.call('GET', `${TOOLS}/${id}${name}`, undefined, elsewhere)).toMatchObject({
        code: 404,
      });
    const operator = await test.as('operator', gateway.site);
    const body = { status: 'maintain' };
    expect(
      await test.call('POST', `${TOOLS}/${id}/actions/setStatus`, body, operator),
    ).toMatchObject({ code: 403 });
  });

  it('exports what the table shows', async () => {
    const answer = await test.app.inject({
      method: 'GET',
      url: `${TOOLS}/export?format=csv`,
      headers: me,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('MC-1');
    expect(answer.body).not.toContain('RB-1');
    const [heads = [], ...rows] = answer.body.split('\r\n').map((line) => line.split(','));
    const row = rows.find((cells) => cells.includes('MC-1')) ?? [];
    const { actionRate } = await machine();
    const exported = row[heads.findIndex((head) => head.startsWith('稼动率'))];
    expect(exported).not.toBe('');
    expect(Number(exported)).toBeCloseTo(actionRate ?? -1, 0);
  });

  it('gives a night shift its day and its length where the clocks change', async () => {
    await test.database.owner.query(
      `update base_site set time_zone = 'Europe/Berlin' where id = $1`,
      [gateway.site.id],
    );
    const calendar = await inScope(test.database.app, { site: gateway.site.id }, (trx) =>
      openShiftCalendar(trx, gateway.site.id, Object.values(gateway.devices)),
    );
    const id = gateway.devices['MC-1'] ?? '';
    const hours = (day: string) =>
      calendar.shiftsOf(id, day).map(({ from, to }) => (to - from) / 3_600_000);
    expect(hours('2026-03-28')).toEqual([12, 11]);
    expect(hours('2026-10-24')).toEqual([12, 13]);
    expect(hours('2026-06-01')).toEqual([12, 12]);
    const at = Date.parse('2026-10-25T01:30:00Z');
    expect(calendar.placeOf(id, at).shiftDate).toBe('2026-10-24');
  });
});
