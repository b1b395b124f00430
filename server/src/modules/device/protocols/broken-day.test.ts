import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { usualMapping } from '@millwright/contract/device/mapping';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../kernel/testing.ts';
import { addressOf, type Server, startServer } from '../../../server-process.testing.ts';
import { makeGateway, type TestGateway } from '../testing.ts';
import { startMosquitto } from './mosquitto.testing.ts';

// The recorded day of a machining centre over two protocols at once, at a real server that is killed and a real
// broker that is stopped while it goes on.

const ROOT = path.join(import.meta.dirname, '../../../../..');
const FILE = path.join(import.meta.dirname, '../fixtures/mazak01-20190702.shdr.gz');
const DAY = { active: 1950, stopped: 23_552, ready: 1420.3, alarms: 39, open: 0 };
/** Messages of the day are 457; how often the rest of the day is longer than what a test may take. */
const SPEED = 2500;
/** The source of a killed process is free for another after half a minute. */
const LATER = { timeout: 150_000, interval: 100 };

describe('the recorded day, broken off', () => {
  let test: TestApp;
  let folder: string;
  let broker: Awaited<ReturnType<typeof startMosquitto>>;
  let server: Server;
  let adapter: Awaited<ReturnType<typeof startAdapter>>;
  let overMqtt: TestGateway;
  let overLines: TestGateway;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    test = await testApp();
    folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-day-'));
    broker = await startMosquitto();
    adapter = await startAdapter();
    overMqtt = await makeGateway(test, ['D-1'], { isHistory: true, protocol: 'mqtt' });
    overLines = await makeGateway(test, ['D-2'], {
      isHistory: true,
      protocol: 'shdr',
      address: `127.0.0.1:${adapter.port}`,
      mapping: usualMapping('D-2'),
    });
    // The server of its own does all the rest.
    await test.app.close();
    server = await start();
  }, 120_000);

  afterAll(async () => {
    for (const child of running) child.kill();
    server.child.kill('SIGTERM');
    await server.ended;
    adapter.stop();
    await broker.stop();
    await test.close();
    await rm(folder, { recursive: true, force: true });
  }, 120_000);

  it('gives its seconds and alarms though the broker stops and the server is killed in the middle, and when it is sent twice', async () => {
    await vi.waitFor(async () => expect(await stored(overLines)).toBeGreaterThan(200), LATER);
    const first = replay(SPEED);
    await vi.waitFor(async () => expect(await stored(overMqtt)).toBeGreaterThan(100), LATER);
    await broker.restart();
    await vi.waitFor(async () => expect(await stored(overMqtt)).toBeGreaterThan(200), LATER);
    server.child.kill('SIGKILL');
    await server.ended;
    expect(await figures(overMqtt)).not.toEqual(DAY);
    expect(await figures(overLines)).not.toEqual(DAY);
    server = await start();
    expect(await first).toContain(' 0 rejected');
    expect(await figures(overMqtt)).toEqual(DAY);
    expect(await replay(0)).toMatch(/: 0 accepted, \d+ duplicate, 0 rejected/);
    expect(await figures(overMqtt)).toEqual(DAY);
    // After the half that was cut off, the adapter plays the whole day twice.
    await vi.waitFor(() => expect(adapter.played()).toBe(2), LATER);
    expect(await figures(overLines)).toEqual(DAY);
  }, 400_000);

  const start = () =>
    startServer(folder, {
      DATABASE_URL: addressOf(test.database.ownerConnection),
      MQTT_URL: broker.url,
    });

  /** `npm run replay` in a process of its own; gives what it prints. */
  async function replay(speed: number): Promise<string> {
    const pair = Buffer.from((overMqtt.headers.authorization ?? '').slice(6), 'base64').toString();
    const target = ['--mqtt', broker.url, '--client', pair, '--device', 'D-1'];
    const child = spawn(
      process.execPath,
      ['scripts/replay.ts', FILE, ...target, '--speed', String(speed)],
      { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'] },
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
      `select round(sum(seconds) filter (where raw_status = 'ACTIVE')::numeric, 1)::float as active,
        round(sum(seconds) filter (where raw_status = 'STOPPED')::numeric, 1)::float as stopped,
        round(sum(seconds) filter (where raw_status = 'READY')::numeric, 1)::float as ready,
        (select count(*)::int from alarm_event where equipment_id = $1) as alarms,
        (select count(*)::int from alarm_event where equipment_id = $1 and end_time is null) as open
       from device_state where equipment_id = $1`,
      Object.values(gateway.devices),
    );
    return rows[0] ?? {};
  }
});

/** An adapter that tells its first caller half of the day and hangs, and later ones all of it before it ends the call. */
async function startAdapter() {
  const lines = gunzipSync(readFileSync(FILE)).toString('utf8').trim().split('\n');
  const sockets = new Set<net.Socket>();
  let calls = 0;
  const adapter = net.createServer((socket) => {
    calls += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    const isFirst = calls === 1;
    for (const line of isFirst ? lines.slice(0, lines.length / 2) : lines)
      socket.write(`${line}\n`);
    if (!isFirst && calls <= 3) socket.end();
  });
  await new Promise<void>((resolve) => adapter.listen(0, '127.0.0.1', resolve));
  return {
    port: (adapter.address() as net.AddressInfo).port,
    /** How often the whole day was played and taken: the reader calls again when it has taken what it was told. */
    played: () => Math.max(0, calls - 2),
    stop() {
      adapter.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
