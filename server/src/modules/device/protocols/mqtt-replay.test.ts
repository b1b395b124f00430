import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { testApp, type TestApp } from '../../../kernel/testing.ts';
import { makeGateway, type TestGateway } from '../testing.ts';
import { freePort } from './mosquitto.testing.ts';
import { openMqtt } from './mqtt.ts';

const ROOT = path.join(import.meta.dirname, '../../../../..');

describe('the recorded day replayed over MQTT', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  const running: ChildProcess[] = [];
  afterAll(async () => {
    for (const child of running) child.kill();
    await test.close();
  });

  it('gives its seconds and alarms though the broker stops in the middle, and when it is sent twice', async () => {
    const gateway = await makeGateway(test, ['RE-1'], { isHistory: true, protocol: 'mqtt' });
    const port = await freePort();
    const settings = { host: '127.0.0.1', port, url: null, share: null, name: 'test' };
    let mqtt = await openMqtt(test.app.services, settings);
    // In ten seconds, so that its middle is long.
    const first = replay(gateway, port, 2500);
    while ((await stored(gateway)) < 150) await sleep(20);
    await mqtt.close();
    // What was being taken in when it stopped is still written; then nothing comes.
    const before = await vi.waitFor(async () => {
      const count = await stored(gateway);
      await sleep(500);
      expect(await stored(gateway)).toBe(count);
      return count;
    }, 45_000);
    mqtt = await openMqtt(test.app.services, settings);
    const sent = await first;
    expect(await stored(gateway)).toBeGreaterThan(before);
    const day = await figures(gateway);
    expect(day).toEqual({ active: 1950, stopped: 23_552, ready: 1420, alarms: 39, open: 0 });
    const again = await replay(gateway, port, 0);
    expect([sent, again].join()).toMatch(/ 0 rejected.* 0 accepted.* 0 rejected/s);
    expect(await figures(gateway)).toEqual(day);
    await mqtt.close();
  }, 240_000);

  /** `npm run replay` in a process of its own, at 0 as fast as it goes; gives what it prints. */
  async function replay(gateway: TestGateway, port: number, speed: number): Promise<string> {
    const client = Buffer.from((gateway.headers.authorization ?? '').slice(6), 'base64').toString();
    const file = path.join(import.meta.dirname, '../fixtures/mazak01-20190702.shdr.gz');
    const target = ['--mqtt', `mqtt://127.0.0.1:${port}`, '--client', client, '--device', 'RE-1'];
    const child = spawn(
      process.execPath,
      ['scripts/replay.ts', file, ...target, '--speed', String(speed)],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    running.push(child);
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const printed = await text(child.stdout);
    expect(await ended).toBe(0);
    return printed;
  }

  async function stored(gateway: TestGateway): Promise<number> {
    const { rows } = await test.database.owner.query<{ n: number }>(
      `select count(*)::int as n from log_communication where client_id = $1`,
      [gateway.clientId],
    );
    return rows[0]?.n ?? 0;
  }

  async function figures(gateway: TestGateway) {
    const { rows } = await test.database.owner.query<Record<string, number>>(
      `select round(sum(seconds) filter (where raw_status = 'ACTIVE'))::int as active,
        round(sum(seconds) filter (where raw_status = 'STOPPED'))::int as stopped,
        round(sum(seconds) filter (where raw_status = 'READY'))::int as ready,
        (select count(*)::int from alarm_event where equipment_id = $1) as alarms,
        (select count(*)::int from alarm_event where equipment_id = $1 and end_time is null) as open
       from device_state where equipment_id = $1`,
      [gateway.devices['RE-1']],
    );
    return rows[0] ?? {};
  }
});
