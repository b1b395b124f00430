import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, mazakDay, post, type TestGateway } from './testing.ts';

describe('the recorded day of a real machining centre', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  it('gives its seconds per state and 39 alarms, all closed again', async () => {
    const gateway = await makeGateway(test, ['MZ-1'], { isHistory: true });
    const answer = await post(test, gateway, mazakDay(gateway.clientId, 'MZ-1'));
    expect(answer.rejected).toEqual([]);
    await expectTheDay(gateway);
  });

  it('gives the same when it is sent twice', async () => {
    const gateway = await makeGateway(test, ['MZ-2'], { isHistory: true });
    const day = mazakDay(gateway.clientId, 'MZ-2');
    const first = await post(test, gateway, day);
    const second = await post(test, gateway, day);
    expect(second.accepted).toEqual([]);
    expect(second.duplicate.length).toBe(first.accepted.length + first.duplicate.length);
    await expectTheDay(gateway);
  });

  it('gives the same when its batches come late and in any order', async () => {
    const gateway = await makeGateway(test, ['MZ-3'], { isHistory: true });
    const day = mazakDay(gateway.clientId, 'MZ-3');
    const states = day.filter(({ type }) => type === 'state');
    const middle = Math.floor(states.length / 2);
    await post(test, gateway, states.slice(middle));
    await post(test, gateway, states.slice(0, middle));
    await post(test, gateway, day);
    await expectTheDay(gateway);
  });

  it('gives the same alarms when its messages come in any order', async () => {
    const gateway = await makeGateway(test, ['MZ-4'], { isHistory: true });
    const day = mazakDay(gateway.clientId, 'MZ-4');
    const shuffled = day
      .filter(({ type }) => type === 'alarm')
      .map((message, place) => ({ message, place: (place * 7919) % 286 }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ message }) => message);
    for (let at = 0; at < shuffled.length; at += 20)
      await post(test, gateway, shuffled.slice(at, at + 20));
    await post(test, gateway, day);
    await expectTheDay(gateway);
  });

  async function expectTheDay(gateway: TestGateway): Promise<void> {
    const [id] = Object.values(gateway.devices);
    const { rows: states } = await test.database.owner.query<{ raw: string; seconds: string }>(
      `select raw_status as raw, sum(seconds) as seconds from device_state where equipment_id = $1 group by 1`,
      [id],
    );
    const seconds = Object.fromEntries(states.map((row) => [row.raw, Number(row.seconds)]));
    expect(seconds.ACTIVE).toBeCloseTo(1950.0, 0);
    expect(seconds.STOPPED).toBeCloseTo(23_552.0, 0);
    expect(seconds.READY).toBeCloseTo(1420.3, 0);
    const { rows: alarms } = await test.database.owner.query<{ all: number; open: number }>(
      `select count(*)::int as all, count(*) filter (where end_time is null)::int as open from alarm_event where equipment_id = $1`,
      [id],
    );
    expect(alarms).toEqual([{ all: 39, open: 0 }]);
    const { rows: hours } = await test.database.owner.query<{ run: string; idle: string }>(
      `select sum(run) as run, sum(idle) as idle from device_hour where equipment_id = $1`,
      [id],
    );
    expect(Number(hours[0]?.run)).toBeCloseTo(seconds.ACTIVE ?? 0, 2);
    const idle = ['STOPPED', 'READY', 'INTERRUPTED', 'FEED_HOLD', 'PROGRAM_STOPPED'];
    const stood = idle.reduce((sum, raw) => sum + (seconds[raw] ?? 0), 0);
    expect(Number(hours[0]?.idle)).toBeCloseTo(stood, 2);
    const { rows: logged } = await test.database.owner.query<{ count: string; open: string }>(
      `select sum(count) as count, count(*) filter (where end_time is null) as open from log_alarm where site_id = $1`,
      [gateway.site.id],
    );
    expect(logged).toEqual([{ count: '39', open: '0' }]);
  }
});
