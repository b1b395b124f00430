import type { DeviceMessage } from '@millwright/contract/device/message';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { hearAfterLong, makeGateway, message, post, type TestGateway } from './testing.ts';

const MINUTE = 60_000;

describe('states of machines', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const query = async <T extends object>(text: string, ...values: unknown[]) =>
    (await test.database.owner.query<T>(text, values)).rows;
  const state = (
    gateway: TestGateway,
    sendTime: string,
    data: object,
    more: Partial<DeviceMessage> = {},
  ) => message(gateway, { type: 'state', sendTime, data: { ...data }, ...more });

  it('opens and closes intervals and tells the equipment list', async () => {
    const gateway = await makeGateway(test, ['C-1']);
    const now = Date.now();
    const times = [30, 20, 10].map((minutes) => new Date(now - minutes * MINUTE).toISOString());
    await post(test, gateway, [
      state(gateway, times[0] ?? '', { status: 'run', mode: 'auto', program: 'O1' }),
      state(gateway, times[1] ?? '', { status: 'idle' }),
      state(gateway, times[2] ?? '', { status: 'idle' }),
    ]);
    const rows = await query(
      `select status, mode, program, start_time::text = $2::timestamptz::text as fits, seconds
      from device_state where equipment_id = $1 order by order_time, id`,
      gateway.devices['C-1'],
      times[0],
    );
    expect(rows).toEqual([
      { status: 'run', mode: 'auto', program: 'O1', fits: true, seconds: '600.000' },
      { status: 'idle', mode: 'auto', program: 'O1', fits: false, seconds: null },
    ]);
    expect(
      await query(
        `select running_status, mode from base_equipment where id = $1`,
        gateway.devices['C-1'],
      ),
    ).toEqual([{ running_status: 'idle', mode: 'auto' }]);
  });

  it('puts a late message in its place and moves the seconds of its hours', async () => {
    const gateway = await makeGateway(test, ['C-2']);
    const base = Date.now() - 5 * 3_600_000;
    const at = (minutes: number) => new Date(base + minutes * MINUTE).toISOString();
    await post(test, gateway, [
      state(gateway, at(0), { status: 'run' }),
      state(gateway, at(120), { status: 'idle' }),
    ]);
    await post(test, gateway, [state(gateway, at(60), { status: 'alarm' })]);
    const rows = await query(
      `select status, seconds from device_state where equipment_id = $1 order by order_time`,
      gateway.devices['C-2'],
    );
    expect(rows).toEqual([
      { status: 'run', seconds: '3600.000' },
      { status: 'alarm', seconds: '3600.000' },
      { status: 'idle', seconds: null },
    ]);
    const hours = await query(
      `select sum(run) as run, sum(alarm) as alarm from device_hour where equipment_id = $1`,
      gateway.devices['C-2'],
    );
    expect(hours).toEqual([{ run: '3600.000', alarm: '3600.000' }]);
  });

  it('keeps what an interval was confirmed to be when a late message splits it', async () => {
    const gateway = await makeGateway(test, ['C-3']);
    const base = Date.now() - 2 * 3_600_000;
    const at = (minutes: number) => new Date(base + minutes * MINUTE).toISOString();
    await post(test, gateway, [state(gateway, at(0), { status: 'run' })]);
    await post(test, gateway, [state(gateway, at(30), { status: 'run' })]);
    await post(test, gateway, [state(gateway, at(10), { status: 'idle' })]);
    const rows = await query(
      `select status, seconds from device_state where equipment_id = $1 order by order_time`,
      gateway.devices['C-3'],
    );
    expect(rows).toEqual([
      { status: 'run', seconds: '600.000' },
      { status: 'idle', seconds: '1200.000' },
      { status: 'run', seconds: null },
    ]);
  });

  describe('a recording of years ago', () => {
    const day = (date: string) => `2019-07-${date}:00.000Z`;
    const told = (gateway: TestGateway) =>
      query(
        `select status, to_char(start_time at time zone 'utc', 'YYYY-MM-DD') as start, source from device_state
         where equipment_id = $1 order by order_time`,
        Object.values(gateway.devices)[0],
      );
    const hours = async (gateway: TestGateway) =>
      (
        await query<{ n: number }>(
          `select count(*)::int as n from device_hour where equipment_id = $1`,
          Object.values(gateway.devices)[0],
        )
      )[0]?.n;

    it('tells nothing of the time up to what a machine said later', async () => {
      const gateway = await makeGateway(test, ['H-1'], { isHistory: true });
      const now = new Date().toISOString();
      await post(test, gateway, [state(gateway, now, { status: 'run' })]);
      await post(test, gateway, [
        state(gateway, day('02T10:00'), { status: 'run' }),
        state(gateway, day('02T10:10'), { status: 'idle' }),
      ]);
      const first = [
        { status: 'run', start: '2019-07-02', source: 'device' },
        { status: 'idle', start: '2019-07-02', source: 'device' },
      ];
      const today = { status: 'run', start: now.slice(0, 10) };
      const until = (date: string) => ({
        status: null,
        start: `2019-07-${date}`,
        source: 'gateway',
      });
      expect(await told(gateway)).toMatchObject([...first, until('11'), today]);
      await post(test, gateway, [
        state(gateway, day('03T10:00'), { status: 'idle' }),
        state(gateway, day('05T10:00'), { status: 'alarm' }),
      ]);
      const alarm = (date: string) => ({ ...until(date), status: 'alarm', source: 'device' });
      const second = [...first, alarm('05'), alarm('11'), until('18'), today];
      expect(await told(gateway)).toMatchObject(second);
      expect(await hours(gateway)).toBe(24 * 16 - 10);
    });

    it('tells nothing of the time up to what a machine says afterwards, or does not', async () => {
      const gateway = await makeGateway(test, ['H-2'], { isHistory: true });
      await post(test, gateway, [state(gateway, day('02T10:00'), { status: 'run' })]);
      expect(await told(gateway)).toHaveLength(1);
      await query('update base_gateway set is_history = false where id = $1', gateway.id);
      await hearAfterLong(test);
      const recorded = [
        { status: 'run', start: '2019-07-02' },
        { status: null, start: '2019-07-11', source: 'gateway' },
      ];
      expect(await told(gateway)).toMatchObject(recorded);
      await post(test, gateway, [state(gateway, ago(0), { status: 'idle' })]);
      expect(await told(gateway)).toMatchObject([...recorded, { status: 'idle' }]);
      expect(await hours(gateway)).toBe(24 * 9 - 10);
    });
  });

  it('takes the arrival for a time that cannot be', async () => {
    const gateway = await makeGateway(test, ['C-4', 'C-5', 'C-6']);
    await post(test, gateway, [
      state(gateway, ago(-6 * MINUTE), { status: 'run' }),
      state(gateway, ago(8 * 86_400_000), { status: 'run' }, { deviceNumber: 'C-5' }),
      state(gateway, ago(-4 * MINUTE), { status: 'run' }, { deviceNumber: 'C-6' }),
    ]);
    const rows = await query(
      `select time_suspect, abs(extract(epoch from now() - start_time)) < 60 as now
      from device_state where equipment_id = any($1::bigint[]) order by equipment_id`,
      Object.values(gateway.devices),
    );
    expect(rows).toEqual([
      { time_suspect: true, now: true },
      { time_suspect: true, now: true },
      { time_suspect: false, now: false },
    ]);
  });

  it.each([
    ['M-1', 'state', { program: 'O2' }, { program: 'O2' }],
    ['M-2', 'alarm', { encoding: 'E1', active: 1 }, { program: 'O1' }],
  ] as const)(
    'ends what was set by hand with the next message and goes on from what the machine had said (%s %s)',
    async (number, type, data, told) => {
      const gateway = await makeGateway(test, [number]);
      await post(test, gateway, [state(gateway, ago(MINUTE), { status: 'run', program: 'O1' })]);
      const id = gateway.devices[number];
      const right = (name: string) => `equipment:machineTool:${name}`;
      const person = await test.as(['list', 'query', 'setStatus'].map(right), gateway.site);
      const url = `/api/equipment/machine-tools/${id}`;
      const row = await test.call<{ revision: number }>('GET', url, undefined, person);
      const sent = { status: 'maintain', revision: row.data.revision };
      await test.call('POST', `${url}/actions/setStatus`, sent, person);
      const states = () =>
        query(
          `select status, program, source from device_state where equipment_id = $1 order by order_time, id`,
          id,
        );
      const before = [
        { status: 'run', program: 'O1', source: 'device' },
        { status: 'maintain', program: 'O1', source: 'manual' },
      ];
      await post(test, gateway, [message(gateway, { type: 'heartbeat', data: {} })]);
      expect(await states()).toEqual(before);
      await post(test, gateway, [message(gateway, { type, data: { ...data } })]);
      expect(await states()).toEqual([...before, { status: 'run', ...told, source: 'device' }]);
    },
  );

  it('S122 writes the equipment state log when one of the four flags changes', async () => {
    const gateway = await makeGateway(test, ['C-7']);
    await post(test, gateway, [
      state(gateway, ago(3 * MINUTE), { alarm: 0, connection: 1, device: 1, emergencyStop: 0 }),
      state(gateway, ago(2 * MINUTE), { alarm: 0, connection: 1, device: 1, emergencyStop: 0 }),
      state(gateway, ago(MINUTE), { emergencyStop: 1 }),
    ]);
    const person = await test.as(
      ['log:communication:list', 'log:equipmentState:list'],
      gateway.site,
    );
    const list = await test.call<{ list: Record<string, unknown>[] }>(
      'GET',
      '/api/log/equipment-state-logs',
      undefined,
      person,
    );
    expect(list.data.list).toHaveLength(2);
    expect(list.data.list[0]).toMatchObject({
      deviceNumber: 'C-7',
      alarm: false,
      connection: true,
      device: true,
      emergencyStop: true,
      changedField: ['emergencyStop'],
    });
  });

  it('leaves flags of which a machine said nothing untold, and holds on to what it said late of one', async () => {
    const gateway = await makeGateway(test, ['C-9']);
    const rows = () =>
      query<Record<string, unknown>>(
        `select alarm, connection, device, emergency_stop as stop, changed_field as changed
         from log_equipment_state where site_id = $1 order by at, id`,
        gateway.site.id,
      );
    await post(test, gateway, [state(gateway, ago(3 * MINUTE), { alarm: 0 })]);
    const first = { alarm: false, connection: true, device: null, stop: null };
    expect(await rows()).toEqual([{ ...first, changed: ['alarm', 'connection'] }]);
    await post(test, gateway, [state(gateway, ago(4 * MINUTE), { device: 1 })]);
    await post(test, gateway, [state(gateway, ago(MINUTE), { device: 1, alarm: 1 })]);
    expect(await rows()).toEqual([
      { alarm: null, connection: null, device: true, stop: null, changed: ['device'] },
      { ...first, changed: ['alarm', 'connection'] },
      { ...first, device: true, changed: ['device'] },
      { ...first, device: true, alarm: true, changed: ['alarm'] },
    ]);
  });

  it('takes a night shift as part of the day on which it began', async () => {
    const gateway = await makeGateway(test, ['C-8'], { isHistory: true });
    const [line] = await query<{ id: string }>(
      `insert into base_line (site_id, code, name) values ($1, 'L1', '线') returning id`,
      gateway.site.id,
    );
    const [shift] = await query<{ id: string }>(
      `insert into base_line_shifts (site_id, parent_id, position, name, start_time, end_time) values ($1, $2, 0, '夜班', '20:00', '08:00') returning id`,
      gateway.site.id,
      line?.id,
    );
    await query(
      `insert into base_line_devices (site_id, parent_id, position, equipment_id) values ($1, $2, 0, $3)`,
      gateway.site.id,
      line?.id,
      gateway.devices['C-8'],
    );
    await post(test, gateway, [
      state(gateway, '2026-03-15T01:30:00+08:00', { status: 'idle' }),
      state(gateway, '2026-03-15T02:00:00+08:00', { status: 'run' }),
    ]);
    expect(
      await query(
        `select shift_date::text, shift_id, idle from device_hour where equipment_id = $1`,
        gateway.devices['C-8'],
      ),
    ).toEqual([{ shift_date: '2026-03-14', shift_id: shift?.id, idle: '1800.000' }]);
  });
});
