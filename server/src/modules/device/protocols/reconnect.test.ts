import { createServer, type Server } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { usualMapping } from '@millwright/contract/device/mapping';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../kernel/testing.ts';
import { enabledGateways } from '../gateway-row.ts';
import { hearAfterLong, makeGateway, type TestGateway } from '../testing.ts';
import { readMtconnect } from './mtconnect.ts';
import { readShdr } from './shdr.ts';
import { until } from './until.testing.ts';

/** What a source says was so for longer than silence lasts. */
const SAID = new Date(Date.now() - 1_200_000).toISOString();

describe('sources that come back and say what they said before', () => {
  let test: TestApp;
  const ending: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    test = await testApp();
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });
  afterAll(() => test.close());

  it('gives a machine its state back when its agent answers again', async () => {
    let isAway = false;
    const agent = createServer((request, response) => {
      if (isAway) request.socket.destroy();
      const said = `<Execution dataItemId="x1" name="execution" sequence="1" timestamp="${SAID}">ACTIVE</Execution>`;
      const told = request.url?.endsWith('/current') ? said : '';
      response.end(
        `<MTConnectStreams><Header instanceId="1" firstSequence="1" nextSequence="2"/><Streams><DeviceStream name="M1"><ComponentStream><Events>${told}</Events></ComponentStream></DeviceStream></Streams></MTConnectStreams>`,
      );
    });
    const address = `http://127.0.0.1:${await listen(agent)}`;
    const mapping = usualMapping('RC-1');
    const named = mapping.devices.map((device) => ({ ...device, source: 'M1' }));
    const gateway = await makeGateway(test, ['RC-1'], {
      protocol: 'mtconnect',
      address,
      mapping: { devices: named },
    });
    await reading(gateway, readMtconnect);
    await until(async () => (await status(gateway)) === 'run');
    isAway = true;
    await fallSilent(gateway);
    isAway = false;
    await until(async () => (await status(gateway)) === 'run');
  });

  it('gives a machine its state back when its adapter is connected to again', async () => {
    let isAway = false;
    const open = new Set<net.Socket>();
    const adapter = net.createServer((socket) => {
      socket.on('error', () => undefined);
      open.add(socket);
      if (isAway) socket.destroy();
      else socket.write(`${SAID}|execution|ACTIVE\n`);
    });
    ending.push(() => open.forEach((socket) => void socket.destroy()));
    const address = `127.0.0.1:${await listen(adapter)}`;
    const mapping = usualMapping('RC-2');
    const gateway = await makeGateway(test, ['RC-2'], { protocol: 'shdr', address, mapping });
    await reading(gateway, readShdr);
    await until(async () => (await status(gateway)) === 'run');
    isAway = true;
    open.forEach((socket) => void socket.destroy());
    await fallSilent(gateway);
    isAway = false;
    await until(async () => (await status(gateway)) === 'run');
  });

  it('leaves what somebody set by hand until the machine itself says something new', async () => {
    const adapter = net.createServer((socket) => {
      socket.on('error', () => undefined);
      ending.push(() => void socket.destroy());
      socket.write(`${SAID}|execution|ACTIVE\n`);
    });
    const address = `127.0.0.1:${await listen(adapter)}`;
    const mapping = usualMapping('RC-3');
    const gateway = await makeGateway(test, ['RC-3'], { protocol: 'shdr', address, mapping });
    const reader = await reading(gateway, readShdr);
    await until(async () => (await status(gateway)) === 'run');
    const person = await test.as(
      ['list', 'query', 'setStatus'].map((right) => `equipment:machineTool:${right}`),
      gateway.site,
    );
    const url = `/api/equipment/machine-tools/${gateway.devices['RC-3']}`;
    const row = await test.call<{ revision: number }>('GET', url, undefined, person);
    const sent = { status: 'maintain', revision: row.data.revision };
    const set = await test.call('POST', `${url}/actions/setStatus`, sent, person);
    expect(set).toMatchObject({ code: 0 });
    await reader.stop();
    await reading(gateway, readShdr);
    await sleep(3000);
    expect(await status(gateway)).toBe('maintain');
  });

  async function reading(gateway: TestGateway, read: typeof readShdr) {
    const { services } = test.app;
    const all = await services.asSystem((trx) =>
      enabledGateways(trx, services.settings, ['shdr', 'mtconnect']),
    );
    const row = all.find(({ id }) => id === gateway.id);
    if (!row) throw new Error('The gateway is not enabled.');
    const reader = read(services, row);
    ending.push(() => reader.stop());
    return reader;
  }

  /** More than a minute passes without a word. */
  async function fallSilent(gateway: TestGateway): Promise<void> {
    const ago = `now() - interval '61 seconds'`;
    const { owner } = test.database;
    // A word that was on its way when the source left may still come, and the server itself may be looking.
    await until(async () => {
      await owner.query(`update device_live set heard_time = ${ago} where site_id = $1`, [
        gateway.site.id,
      ]);
      await owner.query(`update base_gateway set last_heard_time = ${ago} where id = $1`, [
        gateway.id,
      ]);
      await hearAfterLong(test);
      return (await status(gateway)) === null;
    });
  }

  async function listen(server: net.Server | Server): Promise<number> {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ending.push(() => void server.close());
    return (server.address() as net.AddressInfo).port;
  }

  async function status(gateway: TestGateway): Promise<string | null | undefined> {
    const { rows } = await test.database.owner.query<{ status: string | null }>(
      'select status from device_live where equipment_id = $1',
      [Object.values(gateway.devices)[0]],
    );
    return rows[0]?.status;
  }
});
