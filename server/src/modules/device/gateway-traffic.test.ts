import type { GatewayTraffic, SuspectMessages } from '@millwright/contract/device/traffic';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from './testing.ts';

const DAY = 86_400_000;

describe('traffic of a gateway', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const query = (text: string, ...values: unknown[]) => test.database.owner.query(text, values);
  const from = (ms: number) => new Date(Date.now() + ms).toISOString();
  const watcher = ({ site }: TestGateway) =>
    test.as(['base:gateway:list', 'base:gateway:query', 'log:communication:list'], site);
  const call = <T>(path: string, person: Headers) => test.call<T>('GET', path, undefined, person);
  const trafficOf = async ({ id }: TestGateway, person: Headers) =>
    (await call<GatewayTraffic>(`/api/base/gateways/${id}/traffic`, person)).data;
  const state = (gateway: TestGateway, ms: number, more: object = {}) =>
    message(gateway, { type: 'state', sendTime: from(ms), data: { status: 'run' }, ...more });

  it('is empty before anything came', async () => {
    const gateway = await makeGateway(test, ['T-0']);
    expect(await trafficOf(gateway, await watcher(gateway))).toMatchObject({
      perMinute: 0,
      delayMs: null,
      aheadMs: 0,
      refusedCount: 0,
      refused: [],
      suspectCount: 0,
      suspect: [],
      devices: [{ number: 'T-0', heardTime: null, clockDifference: null }],
    });
  });

  it('counts messages a minute and the way of those accepted, of five minutes and of this gateway', async () => {
    const gateway = await makeGateway(test, ['T-1', 'T-2']);
    const other = await makeGateway(test, ['T-3'], { site: gateway.site });
    const person = await watcher(gateway);
    const began = Date.now();
    const first = [state(gateway, -10_000), state(gateway, -10_000), state(gateway, -10_000)];
    await post(test, gateway, first);
    await post(test, gateway, [
      state(gateway, -40_000, { deviceNumber: 'T-2' }),
      { ...first[0] },
      state(gateway, -50_000, { data: { status: 'flying' } }),
    ]);
    await post(test, other, [state(other, -100_000)]);
    const traffic = await trafficOf(gateway, person);
    const took = Date.now() - began;
    // Six messages, of which four were accepted after 10, 10, 10 and 40 s.
    expect(traffic.perMinute).toBe(1.2);
    expect(traffic.delayMs).toBeGreaterThanOrEqual(17_500);
    expect(traffic.delayMs).toBeLessThanOrEqual(17_501 + took);
    expect(traffic.devices.map(({ number }) => number)).toEqual(['T-1', 'T-2']);
    for (const [index, off] of [-10, -40].entries()) {
      const { clockDifference, heardTime } = traffic.devices[index] ?? {};
      expect(Number(clockDifference)).toBeLessThanOrEqual(off);
      expect(Number(clockDifference)).toBeGreaterThanOrEqual(off - took / 1000);
      expect(Date.parse(String(heardTime))).toBeGreaterThanOrEqual(began);
    }
    expect(await trafficOf(other, person)).toMatchObject({ perMinute: 0.2, refusedCount: 0 });
    await query(
      `update device_batch set at = now() - interval '6 minutes' where gateway_id = $1`,
      gateway.id,
    );
    expect(await trafficOf(gateway, person)).toMatchObject({ perMinute: 0, delayMs: null });
  });

  it('tells what was refused and why, as it was sent, and counts that of a day', async () => {
    const gateway = await makeGateway(test, ['T-4']);
    const person = await watcher(gateway);
    const wrong = state(gateway, 0, { data: { status: 'flying' } });
    const stranger = state(gateway, 0, { deviceNumber: 'NOBODY' });
    await post(test, gateway, [wrong]);
    await post(test, gateway, [stranger, state(gateway, 0)]);
    const { refused, refusedCount } = await trafficOf(gateway, person);
    expect(refusedCount).toBe(2);
    expect(refused).toMatchObject([
      {
        messageId: stranger.messageId,
        deviceNumber: 'NOBODY',
        type: 'state',
        reasonZh: '设备「NOBODY」不存在、已停用或未绑定此网关',
        reasonEn: 'Device "NOBODY" is unknown, disabled or not bound to this gateway',
      },
      {
        messageId: wrong.messageId,
        reasonZh: '字段不正确：状态（data.status）',
        reasonEn: 'Wrong or missing: Status (data.status)',
      },
    ]);
    expect(JSON.parse(refused[1]?.message ?? '')).toEqual(wrong);
    await query(
      `update device_refusal set at = now() - interval '25 hours' where message_id = $1`,
      wrong.messageId,
    );
    const later = await trafficOf(gateway, person);
    expect([later.refusedCount, later.refused.length]).toEqual([1, 2]);
  });

  it('compares clocks by heartbeats', async () => {
    const gateway = await makeGateway(test, ['T-5']);
    const began = Date.now();
    const sendTime = new Date(began + 90_000).toISOString();
    await post(test, gateway, [
      message(gateway, { type: 'heartbeat', deviceNumber: '', sendTime, data: {} }),
    ]);
    const { data } = await call<{ clockDrift: string }>(
      `/api/base/gateways/${gateway.id}`,
      await watcher(gateway),
    );
    expect(Number(data.clockDrift)).toBeLessThanOrEqual(90);
    expect(Number(data.clockDrift)).toBeGreaterThanOrEqual(90 - (Date.now() - began) / 1000);
  });

  it('counts no way of messages whose clock is ahead, and tells how far it is', async () => {
    const gateway = await makeGateway(test, ['T-10']);
    const person = await watcher(gateway);
    const began = Date.now();
    await post(test, gateway, [state(gateway, 240_000), state(gateway, 60_000)]);
    const ahead = await trafficOf(gateway, person);
    expect(ahead.delayMs).toBe(0);
    expect(ahead.aheadMs).toBeLessThanOrEqual(240_000);
    expect(ahead.aheadMs).toBeGreaterThanOrEqual(240_000 - (Date.now() - began));
    await post(test, gateway, [state(gateway, -30_000)]);
    const { delayMs, aheadMs } = await trafficOf(gateway, person);
    expect(delayMs).toBeGreaterThanOrEqual(10_000);
    expect(delayMs).toBeLessThanOrEqual(10_001 + Date.now() - began);
    expect(aheadMs).toBe(ahead.aheadMs);
  });

  it('marks messages whose time cannot be, here and in the communication log', async () => {
    const gateway = await makeGateway(test, ['T-6']);
    const person = await watcher(gateway);
    const began = Date.now();
    const ahead = state(gateway, 600_000);
    const old = state(gateway, -8 * DAY);
    const sent = [ahead, state(gateway, 240_000), state(gateway, -6 * DAY)];
    expect((await post(test, gateway, sent)).accepted).toHaveLength(3);
    // What cannot be tells nothing of how long messages are on their way.
    const { delayMs, aheadMs } = await trafficOf(gateway, person);
    expect(delayMs).toBeGreaterThanOrEqual((6 * DAY) / 2);
    expect(delayMs).toBeLessThanOrEqual((6 * DAY) / 2 + 1 + Date.now() - began);
    expect(aheadMs).toBeLessThanOrEqual(240_000);
    await post(test, gateway, [old]);
    await post(test, gateway, [ahead]);
    await post(test, gateway, [
      message(gateway, { type: 'heartbeat', sendTime: from(900_000), data: {} }),
    ]);
    const { suspect, suspectCount } = await trafficOf(gateway, person);
    const seconds = (Date.now() - began) / 1000;
    expect(suspectCount).toBe(2);
    expect(suspect).toMatchObject([
      { messageId: old.messageId, deviceNumber: 'T-6', type: 'state' },
      { messageId: ahead.messageId, deviceNumber: 'T-6', type: 'state' },
    ]);
    const offs = suspect.map(({ clockOff }) => clockOff);
    for (const [index, off] of [(-8 * DAY) / 1000, 600].entries()) {
      expect(offs[index]).toBeLessThanOrEqual(off);
      expect(offs[index]).toBeGreaterThanOrEqual(off - seconds);
    }
    const log = await call<{ list: { messageId: string; result: string; clockOff: unknown }[] }>(
      `/api/log/communication-logs?params[clientId]=${gateway.clientId}`,
      person,
    );
    const marked = log.data.list.filter(({ clockOff }) => clockOff !== null);
    expect(log.data.list).toHaveLength(5);
    expect(marked.map(({ messageId, result, clockOff }) => [messageId, result, clockOff])).toEqual(
      expect.arrayContaining([
        [ahead.messageId, 'accepted', offs[1]],
        [old.messageId, 'accepted', offs[0]],
      ]),
    );
    expect(marked).toHaveLength(2);
    const listed = async (path: string, one = person) =>
      (await call<SuspectMessages>(`/api/log/communication-logs/suspects${path}`, one)).data.list;
    expect(await listed('')).toMatchObject([
      { messageId: old.messageId, clientId: gateway.clientId, clockOff: offs[0] },
      { messageId: ahead.messageId, clientId: gateway.clientId, clockOff: offs[1] },
    ]);
    expect(await listed(`?end=${from(-DAY)}`)).toEqual([]);
    expect(await listed('', await watcher(await makeGateway(test, ['T-11'])))).toEqual([]);
    await query(
      `update device_suspect set at = now() - interval '25 hours' where message_id = $1`,
      old.messageId,
    );
    const later = await trafficOf(gateway, person);
    expect([later.suspectCount, later.suspect.length]).toEqual([1, 2]);
  });

  it('suspects no age of a gateway that replays', async () => {
    const gateway = await makeGateway(test, ['T-7'], { isHistory: true });
    await post(test, gateway, [state(gateway, -800 * DAY)]);
    expect(await trafficOf(gateway, await watcher(gateway))).toMatchObject({ suspect: [] });
  });

  it('is told to nobody of another site', async () => {
    const gateway = await makeGateway(test, ['T-8']);
    const stranger = await watcher(await makeGateway(test, ['T-9']));
    const path = `/api/base/gateways/${gateway.id}/traffic`;
    expect(await call(path, stranger)).toMatchObject({ code: 404 });
  });
});
