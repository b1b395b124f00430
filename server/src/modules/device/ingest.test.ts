import type { BatchAnswer, DeviceMessage } from '@millwright/contract/device/message';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from './testing.ts';

const MINUTE = 60_000;

describe('messages of machines', () => {
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

  describe('who may send', () => {
    it('asks for client id and secret, in the language of the caller', async () => {
      const gateway = await makeGateway(test, ['A-1']);
      const wrong = {
        authorization: `Basic ${Buffer.from(`${gateway.clientId}:x`).toString('base64')}`,
      };
      for (const headers of [{}, wrong, { authorization: 'Basic !' }]) {
        const zh = await test.call('POST', '/api/device/messages', [], headers);
        expect(zh).toMatchObject({ code: 402, data: { key: 'gateway.call.credentials' } });
        const en = await test.call('POST', '/api/device/messages', [], {
          ...headers,
          'accept-language': 'en-US',
        });
        expect(en.msg).toContain('secret');
      }
    });

    it('refuses a disabled gateway, and the old secret after a new one was made', async () => {
      const gateway = await makeGateway(test, ['A-2']);
      await query(`update base_gateway set status = '0' where id = $1`, gateway.id);
      expect((await test.call('POST', '/api/device/messages', [], gateway.headers)).code).toBe(402);
      await query(`update base_gateway set status = '1' where id = $1`, gateway.id);
      expect((await test.call('POST', '/api/device/messages', [], gateway.headers)).code).toBe(0);
      const person = await test.as('site_admin', gateway.site);
      const renewed = await test.call<{ secret: string }>(
        'POST',
        `/api/base/gateways/${gateway.id}/actions/renew`,
        {},
        person,
      );
      expect(renewed.data.secret).toMatch(/^[\w-]{43}$/);
      expect((await test.call('POST', '/api/device/messages', [], gateway.headers)).code).toBe(402);
      const [kept] = await query<{ all: string }>(
        `select coalesce(string_agg(o::text, ''), '') as all from log_operate o where site_id = $1`,
        gateway.site.id,
      );
      expect(kept?.all).not.toContain(renewed.data.secret);
    });

    it('takes an array of at most 500', async () => {
      const gateway = await makeGateway(test, ['A-3']);
      const many = Array.from({ length: 501 }, () => state(gateway, ago(0), { status: 'run' }));
      for (const body of [many, {}, 'x'])
        expect(
          await test.call('POST', '/api/device/messages', body, gateway.headers),
        ).toMatchObject({ code: 400 });
    });
  });

  describe('each message for itself', () => {
    it('accepts, tells duplicates and rejects with a reason', async () => {
      const gateway = await makeGateway(test, ['B-1']);
      const good = state(gateway, ago(MINUTE), { status: 'run' });
      const sent = [
        good,
        { ...good },
        state(gateway, ago(0), { status: 'flying' }),
        state(gateway, ago(0), { status: 'run' }, { deviceNumber: 'NOBODY' }),
        state(gateway, ago(0), { status: 'run' }, { clientId: 'gw-other' }),
        { messageId: 'broken' },
        'text',
        null,
      ];
      const answer = await test.call<BatchAnswer>('POST', '/api/device/messages', sent, {
        ...gateway.headers,
        'accept-language': 'en-US',
      });
      expect(answer.data.accepted).toEqual([good.messageId]);
      expect(answer.data.duplicate).toEqual([good.messageId]);
      expect(answer.data.rejected.map(({ reason }) => reason)).toEqual([
        'Wrong or missing: data.status',
        'clientId is not that of the gateway that sends',
        expect.stringContaining('clientId'),
        'Wrong or missing: message',
        'Wrong or missing: message',
        'Device "NOBODY" is unknown, disabled or not bound to this gateway',
      ]);
      const again = await post(test, gateway, [good]);
      expect(again).toMatchObject({ accepted: [], duplicate: [good.messageId] });
      const refused = await query<{ n: number }>(
        `select count(*)::int n from device_refusal where gateway_id = $1`,
        gateway.id,
      );
      expect(refused).toEqual([{ n: 6 }]);
    });

    it('S121 writes a row of the communication log for every message, accepted or not', async () => {
      const gateway = await makeGateway(test, ['B-2']);
      const one = state(
        gateway,
        ago(MINUTE),
        { status: 'idle' },
        { queueName: 'line', orderCode: 'MO-1', deviceType: 'cnc', lineNumber: 'L04' },
      );
      await post(test, gateway, [one, { ...one }, state(gateway, ago(0), { status: 'x' })]);
      const person = await test.as(
        ['log:communication:list', 'log:equipmentState:list'],
        gateway.site,
      );
      const list = await test.call<{ list: Record<string, unknown>[] }>(
        'GET',
        `/api/log/communication-logs?params[clientId]=${gateway.clientId}`,
        undefined,
        person,
      );
      expect(
        list.data.list
          .map(({ result }) => result)
          .toSorted((a, b) => String(a).localeCompare(String(b))),
      ).toEqual(['accepted', 'duplicate', 'rejected']);
      expect(list.data.list.find(({ result }) => result === 'accepted')).toMatchObject({
        queueName: 'line',
        messageId: one.messageId,
        clientId: gateway.clientId,
        orderCode: 'MO-1',
        deviceType: 'cnc',
        deviceNumber: 'B-2',
        lineNumber: 'L04',
        direction: 'up',
        sendTime: one.sendTime,
      });
    });

    it('keeps messages whose page comes later', async () => {
      const gateway = await makeGateway(test, ['B-3']);
      const pass = { stationNumber: 'S1', workpieceNo: 'W1', result: 'OK' };
      const answer = await post(test, gateway, [
        message(gateway, { type: 'pass', data: pass }),
        message(gateway, { type: 'pass', data: { ...pass, result: 'MAYBE' } }),
        message(gateway, { type: 'count', data: { stationNumber: 'S1', counter: 7 } }),
      ]);
      expect(answer.rejected).toHaveLength(1);
      const kept = await query(
        `select type, message->'data' as data from device_waiting where gateway_id = $1 order by id`,
        gateway.id,
      );
      expect(kept).toEqual([
        { type: 'pass', data: pass },
        { type: 'count', data: { stationNumber: 'S1', counter: 7 } },
      ]);
    });
  });

  describe('states', () => {
    it('opens and closes intervals and tells the equipment list', async () => {
      const gateway = await makeGateway(test, ['C-1']);
      const times = [30, 20, 10].map((minutes) => ago(minutes * MINUTE));
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

  describe('alarms', () => {
    it('folds repeats within 60 s into one row of the alarm log', async () => {
      const gateway = await makeGateway(test, ['D-1']);
      const alarm = (seconds: number, active: 0 | 1) =>
        message(gateway, {
          type: 'alarm',
          sendTime: ago((600 - seconds) * 1000),
          data: { encoding: 'SV0401', active, text: 'Servo' },
        });
      await post(test, gateway, [
        alarm(0, 1),
        alarm(10, 1),
        alarm(20, 0),
        alarm(50, 1),
        alarm(55, 0),
        alarm(300, 1),
      ]);
      const events = await query(
        `select end_time is null as open from alarm_event where equipment_id = $1 order by start_time`,
        gateway.devices['D-1'],
      );
      expect(events).toEqual([{ open: false }, { open: false }, { open: true }]);
      const logged = await query(
        `select count, duration, end_time is null as open from log_alarm where site_id = $1 order by at`,
        gateway.site.id,
      );
      expect(logged).toEqual([
        { count: 3, duration: 55, open: false },
        { count: 1, duration: null, open: true },
      ]);
    });

    it('closes an alarm whose going came before its coming', async () => {
      const gateway = await makeGateway(test, ['D-2']);
      const [on, off] = [ago(20_000), ago(10_000)];
      await post(test, gateway, [
        message(gateway, { type: 'alarm', sendTime: off, data: { encoding: 'E1', active: 0 } }),
      ]);
      await post(test, gateway, [
        message(gateway, { type: 'alarm', sendTime: on, data: { encoding: 'E1', active: 1 } }),
      ]);
      const events = await query(
        `select round(seconds) as seconds from alarm_event where equipment_id = $1`,
        gateway.devices['D-2'],
      );
      expect(events).toEqual([{ seconds: '10' }]);
    });
  });

  it('takes in batches that cross each other without waiting in a circle', async () => {
    const numbers = Array.from({ length: 8 }, (_, index) => `E-${index}`);
    const gateway = await makeGateway(test, numbers);
    const base = Date.now() - 3_600_000;
    const all = Array.from({ length: 400 }, (_, index) =>
      state(
        gateway,
        new Date(base + index * 1000).toISOString(),
        { status: index % 2 ? 'run' : 'idle' },
        { deviceNumber: numbers[(index * 3) % 8] ?? '' },
      ),
    );
    const batches = Array.from({ length: 20 }, (_, index) =>
      all.filter((_one, at) => at % 20 === index),
    );
    const answers = await Promise.all(
      [...batches, ...batches.toReversed()].map((batch) => post(test, gateway, batch)),
    );
    expect(answers.flatMap(({ accepted }) => accepted).sort()).toEqual(
      all.map(({ messageId }) => messageId).sort(),
    );
    expect(answers.flatMap(({ duplicate }) => duplicate)).toHaveLength(400);
    const broken = await query(
      `select 1 from (select end_time, lead(start_time) over (partition by equipment_id order by order_time, id) as next
      from device_state where site_id = $1) s where end_time is distinct from next`,
      gateway.site.id,
    );
    expect(broken).toEqual([]);
    const [sums] = await query<{ hours: string; states: string }>(
      `select
      (select sum(run + idle) from device_hour where site_id = $1) as hours,
      (select sum(seconds) from device_state where site_id = $1) as states`,
      gateway.site.id,
    );
    expect(sums?.hours).toBe(sums?.states);
  });
});
