import { createServer, type Server } from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { usualMapping } from '@millwright/contract/device/mapping';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../kernel/testing.ts';
import { enabledGateways } from '../gateway-row.ts';
import { makeGateway, type TestGateway } from '../testing.ts';
import { readMtconnect } from './mtconnect.ts';
import { readShdr, type Reader } from './shdr.ts';
import { until } from './until.testing.ts';

const fixture = (name: string) =>
  gunzipSync(readFileSync(path.join(import.meta.dirname, '../fixtures', name))).toString('utf8');

describe('sources that the server reads', () => {
  let test: TestApp;
  const ending: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    test = await testApp();
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });
  afterAll(() => test.close());

  it('reads the recorded day over the line protocol, cut off in the middle', async () => {
    const lines = fixture('mazak01-20190702.shdr.gz').split('\n');
    let connections = 0;
    const adapter = net.createServer((socket) => {
      connections += 1;
      socket.on('error', () => undefined);
      const cut = connections === 1 ? 9000 : lines.length;
      socket.end(`${lines.slice(0, cut).join('\n')}\n`);
    });
    const port = await listen(adapter);
    const gateway = await makeGateway(test, ['P-1'], {
      isHistory: true,
      protocol: 'shdr',
      address: `127.0.0.1:${port}`,
      mapping: usualMapping('P-1'),
    });
    await reading(gateway, readShdr);
    await until(async () => (await sums(gateway, 'P-1')).alarms === 39 && connections > 1, 30_000);
    expect(await sums(gateway, 'P-1')).toEqual({
      active: 1950,
      stopped: 23_552,
      ready: 1420,
      alarms: 39,
      open: 0,
    });
  });

  it('reads an agent on from its place, and anew when it was started anew', async () => {
    const asked: string[] = [];
    let instance = 1;
    const agent = createServer((request, response) => {
      asked.push(request.url ?? '');
      const from = Number(/from=(\d+)/.exec(request.url ?? '')?.[1] ?? 0);
      const events = [
        [1, 'READY', 0],
        [2, 'ACTIVE', 60],
        [3, 'STOPPED', 120],
      ].filter(([sequence]) => (from === 0 ? sequence === 1 : Number(sequence) >= from));
      const told = events.map(
        ([sequence, value, seconds]) =>
          `<Execution dataItemId="x1" name="execution" sequence="${sequence}" timestamp="${new Date(BASE + instance * 3_600_000 + Number(seconds) * 1000).toISOString()}">${value}</Execution>`,
      );
      const next = Number(events.at(-1)?.[0] ?? from - 1) + 1;
      response.end(
        `<MTConnectStreams><Header instanceId="${instance}" firstSequence="1" nextSequence="${next}"/><Streams><DeviceStream name="M1"><ComponentStream><Events>${told.join('')}</Events></ComponentStream></DeviceStream></Streams></MTConnectStreams>`,
      );
    });
    const port = await listen(agent);
    const mapping = usualMapping('P-2');
    const gateway = await makeGateway(test, ['P-2'], {
      isHistory: true,
      protocol: 'mtconnect',
      address: `http://127.0.0.1:${port}/M1`,
    });
    // The server that the test runs in would keep a place too; it reads no gateway without a mapping.
    const named = { devices: mapping.devices.map((device) => ({ ...device, source: 'M1' })) };
    const reader = await reading(gateway, readMtconnect, named);
    await until(async () => (await states(gateway, 'P-2')).length === 3);
    expect(await states(gateway, 'P-2')).toEqual(['READY', 'ACTIVE', 'STOPPED']);
    await reader.stop();
    asked.length = 0;
    await reading(gateway, readMtconnect, named);
    await until(() => asked.length > 0);
    expect(asked[0]).toBe('/M1/sample?from=4&count=1000&interval=500&heartbeat=10000');
    instance = 2;
    // Nobody knows what the machine was while its agent was started anew.
    await until(async () => (await states(gateway, 'P-2')).length === 7);
    expect((await states(gateway, 'P-2'))[3]).toBe('RESTARTED');
  });

  async function reading(
    gateway: TestGateway,
    read: typeof readShdr,
    mapping?: object,
  ): Promise<Reader> {
    const { services } = test.app;
    const all = await services.asSystem((trx) =>
      enabledGateways(trx, services.settings, ['shdr', 'mtconnect']),
    );
    const row = all.find(({ id }) => id === gateway.id);
    if (!row) throw new Error('The gateway is not enabled.');
    const reader = read(services, mapping ? { ...row, mapping } : row);
    ending.push(() => reader.stop());
    return reader;
  }

  async function listen(server: net.Server | Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ending.push(() => void server.close());
    return (server.address() as net.AddressInfo).port;
  }

  async function states(gateway: TestGateway, number: string): Promise<string[]> {
    const { rows } = await test.database.owner.query<{ raw: string }>(
      `select raw_status as raw from device_state where equipment_id = $1 order by order_time, id`,
      [gateway.devices[number]],
    );
    return rows.map(({ raw }) => raw);
  }

  async function sums(gateway: TestGateway, number: string) {
    const { rows } = await test.database.owner.query<Record<string, number>>(
      `select round(sum(seconds) filter (where raw_status = 'ACTIVE'))::int as active,
        round(sum(seconds) filter (where raw_status = 'STOPPED'))::int as stopped,
        round(sum(seconds) filter (where raw_status = 'READY'))::int as ready,
        (select count(*)::int from alarm_event where equipment_id = $1) as alarms,
        (select count(*)::int from alarm_event where equipment_id = $1 and end_time is null) as open
       from device_state where equipment_id = $1`,
      [gateway.devices[number]],
    );
    return rows[0] ?? {};
  }
});

const BASE = Date.parse('2026-03-01T00:00:00Z');
