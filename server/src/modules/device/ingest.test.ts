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
        { revision: 2 },
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
        'Wrong or missing: Status (data.status)',
        'clientId is not that of the gateway that sends',
        expect.stringContaining('clientId'),
        'Wrong or missing: Message (message)',
        'Wrong or missing: Message (message)',
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

    it('remembers what it took in, whatever the same id holds later', async () => {
      const gateway = await makeGateway(test, ['B-5', 'B-6']);
      const first = state(gateway, ago(MINUTE), { status: 'run' });
      const unbound = state(gateway, ago(MINUTE), { status: 'run' }, { deviceNumber: 'B-6' });
      const bad = { ...first, data: { status: 'flying' } };
      const never = state(gateway, ago(0), { status: 'flying' });
      // Later in the same batch, too.
      expect(await post(test, gateway, [first, unbound, bad, never])).toMatchObject({
        accepted: [first.messageId, unbound.messageId],
        duplicate: [first.messageId],
        rejected: [{ messageId: never.messageId }],
      });
      await query(`update base_equipment set gateway_id = null where number = 'B-6'`);
      const other = await makeGateway(test, ['B-7']);
      expect(await post(test, other, [{ ...bad, clientId: other.clientId }])).toMatchObject({
        duplicate: [],
        rejected: [{ messageId: first.messageId }],
      });
      const sent = [{ ...bad, sendTime: 'yesterday' }, { ...bad, type: 'x' }, unbound, never];
      expect(await post(test, gateway, [...sent, { ...bad, clientId: 'gw-other' }])).toMatchObject({
        accepted: [],
        duplicate: [first.messageId, first.messageId, unbound.messageId],
        rejected: [{ messageId: never.messageId }, { messageId: first.messageId }],
      });
      const logged = await query<{ result: string; n: number }>(
        `select result, count(*)::int n from log_communication where client_id = $1 group by 1 order by 1`,
        gateway.clientId,
      );
      expect(logged).toEqual([
        { result: 'accepted', n: 2 },
        { result: 'duplicate', n: 4 },
        { result: 'rejected', n: 3 },
      ]);
      const refused = await query(
        `select message_id from device_refusal where gateway_id = $1`,
        gateway.id,
      );
      expect(refused).toHaveLength(3);
    });

    it('S121 writes a row of the communication log for each message, be it accepted, duplicate or rejected, and none for a heartbeat', async () => {
      const gateway = await makeGateway(test, ['B-2']);
      const one = state(
        gateway,
        ago(MINUTE),
        { status: 'idle' },
        { queueName: 'line', orderCode: 'MO-1', deviceType: 'cnc', lineNumber: 'L04' },
      );
      await post(test, gateway, [
        one,
        { ...one },
        state(gateway, ago(0), { status: 'x' }),
        message(gateway, { type: 'heartbeat', deviceNumber: 'B-2', data: {} }),
      ]);
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
      const saw = { rodNo: 'R1', length: 255.1, targetWeight: 22.3, weight: 22.29 };
      const answer = await post(test, gateway, [
        message(gateway, { type: 'pass', data: pass }),
        message(gateway, { type: 'pass', data: { ...pass, result: 'MAYBE' } }),
        message(gateway, { type: 'saw', data: saw }),
      ]);
      expect(answer.rejected).toHaveLength(1);
      const kept = await query(
        `select type, message->'data' as data from device_waiting where gateway_id = $1 order by id`,
        gateway.id,
      );
      expect(kept).toEqual([
        { type: 'pass', data: pass },
        { type: 'saw', data: saw },
      ]);
    });

    it('names in both languages what a record lacks', async () => {
      const gateway = await makeGateway(test, ['B-4']);
      const planes = { innerMass: 1, innerAngle: 1, outerMass: 1, outerAngle: 1 };
      const run = { workpieceNo: 'W1', speed: 500, ...planes };
      const drilled = { plane: 'inner', kind: 'drill', mass: 3 };
      const sent = (
        [
          ['flaw', {}],
          ['balance', { workpieceNo: 'W1' }],
          ['saw', { rodNo: 'R1', length: 255.1, targetWeight: 22.3, weight: -1 }],
          ['forging', { forgingNo: 'W1' }],
          ['heatTreatment', { heatBatchNo: 'F1', state: 'quench' }],
          ['toolLife', { toolGroupNo: 'T1', toolNo: 1, lifeCount: 4 }],
          ['toolOffset', { toolGroupNo: 1, toolNo: 1 }],
          ['balance', { ...run, correction: [{ ...drilled, angle: 10 }, drilled] }],
        ] as const
      ).map(([type, data]) => message(gateway, { type, data }));
      const reasons = async (language: string) => {
        const headers = { ...gateway.headers, 'accept-language': language };
        const { data } = await test.call<BatchAnswer>(
          'POST',
          '/api/device/messages',
          sent,
          headers,
        );
        expect(data.accepted).toEqual([]);
        return data.rejected.map(({ reason }) => reason);
      };
      expect(await reasons('en-US')).toEqual([
        'Wrong or missing: Method (data.method), Standard (data.standardCode), Class (data.acceptClass), Probe (data.probeNo), Result (data.result)',
        'Wrong or missing: Speed (data.speed), Inner mass (data.innerMass), Inner angle (data.innerAngle), Outer mass (data.outerMass), Outer angle (data.outerAngle)',
        'Wrong or missing: Weight (data.weight)',
        'Wrong or missing: Block (data.blockNo), Set temperature (data.furnaceSetTemp), Billet temperature (data.billetTemp), Die (data.dieNo), Die hits (data.dieHitCount)',
        'Wrong or missing: Quench delay (data.quenchDelay)',
        'Wrong or missing: Tool group number (data.toolGroupNo)',
        'Wrong or missing: Offsets (data.xShape…radiusWorn)',
        'Wrong or missing: Correction row 2 Angle (data.correction.1.angle)',
      ]);
      expect((await reasons('zh-CN')).at(-1)).toBe(
        '字段不正确：校正 第2行 角度（data.correction.1.angle）',
      );
      expect((await reasons('zh-CN')).at(2)).toBe('字段不正确：重量（data.weight）');
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
