import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../kernel/testing.ts';
import { enabledGateways } from '../gateway-row.ts';
import { makeGateway, type TestGateway } from '../testing.ts';
import { freePort, startMosquitto } from './mosquitto.testing.ts';
import { openMqtt } from './mqtt.ts';
import { asksForBirth, birth, deathOf, edgeNode } from './sparkplug.testing.ts';
import { readSparkplug } from './sparkplug.ts';
import { until } from './until.testing.ts';

const DAY = Date.parse('2026-03-02T08:00:00Z');
const at = (seconds: number) => DAY + seconds * 1000;

describe('edge nodes of Sparkplug B', () => {
  let test: TestApp;
  let mqtt: { close(): Promise<void> };
  let port = 0;
  const ending: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    test = await testApp();
    port = await freePort();
    const settings = { host: '127.0.0.1', port, url: null, share: null, name: 'test' };
    mqtt = await openMqtt(test.app.services, settings);
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });
  afterAll(async () => {
    await mqtt.close();
    await test.close();
  });

  it('connects machines by births, takes values by alias, disconnects by deaths', async () => {
    const { gateway, node, alarms, states, connected } = await plant('SP-1');
    await node.born(at(0), 7);
    await node.deviceBorn('mill', at(1), birth('idle', at(-500)));
    expect(await connected()).toBe(1);
    await node.tell('mill', at(10), [{ alias: 1, type: 'String', value: 'run', timestamp: at(9) }]);
    await node.tell('mill', at(20), [
      { alias: 2, type: 'Boolean', value: true, timestamp: at(19) },
      { alias: 3, type: 'Int16', value: -2, timestamp: at(19) },
    ]);
    expect(await alarms()).toEqual([{ encoding: 'E017', open: true }]);
    await node.tell('mill', at(30), [
      { alias: 2, type: 'Boolean', value: false, timestamp: at(29) },
    ]);
    await node.deviceDies('mill', at(40));
    expect(await states()).toEqual(['idle 1', 'run 9', 'DDEATH 40']);
    expect(await alarms()).toEqual([{ encoding: 'E017', open: false }]);
    expect(await connected()).toBe(0);
    expect(await refusals(gateway)).toBe(0);
  });

  it('changes nothing when everything is sent again', async () => {
    const { node, states, count } = await plant('SP-2');
    const day = async () => {
      await node.born(at(0), 1);
      await node.deviceBorn('mill', at(1), birth('idle', at(-500)));
      await node.tell('mill', at(10), [{ alias: 1, value: 'run', type: 'String' }]);
      await node.deviceDies('mill', at(20));
      await node.deviceBorn('mill', at(30), birth('run', at(10)));
      await node.born(at(40), 2);
      await node.deviceBorn('mill', at(41), birth('idle', at(35)));
    };
    await day();
    const first = [await states(), await count()];
    expect(first[0]).toEqual(['idle 1', 'run 10', 'DDEATH 20', 'run 30', 'idle 41']);
    await day();
    expect([await states(), await count()]).toEqual(first);
  });

  it('asks for births where a message is missing, and puts what it learns in its place', async () => {
    const { node, client, states } = await plant('SP-3');
    const asked: string[] = [];
    client.on('message', (topic, payload) => {
      if (asksForBirth(payload)) asked.push(topic);
    });
    await client.subscribeAsync('spBv1.0/plant/NCMD/SP-3/#');
    await node.tell('mill', at(0), [{ alias: 1, value: 'run', type: 'String' }]);
    await until(() => asked.length === 1);
    await node.born(at(0), 1);
    await node.deviceBorn('mill', at(1), birth('idle', at(-500)));
    node.lose();
    await node.tell('mill', at(20), [{ alias: 3, value: 5, type: 'Int16' }]);
    await until(() => asked.length === 2);
    await node.born(at(21), 1);
    await node.deviceBorn('mill', at(22), birth('run', at(12)));
    expect(await states()).toEqual(['idle 1', 'run 12']);
    expect(asked[0]).toBe('spBv1.0/plant/NCMD/SP-3');
  });

  it('ends a machine by the death of its node, unless an earlier session died', async () => {
    const { node, states, gateway, connected } = await plant('SP-4', { isHistory: false });
    await node.born(at(0), 5);
    await node.deviceBorn('mill', at(1), birth('run', at(1)));
    await node.dies(4);
    expect(await connected()).toBe(1);
    await node.dies(5);
    expect(await connected()).toBe(0);
    expect((await states()).map((state) => state.split(' ')[0])).toEqual(['run', 'NDEATH']);
    const { rows } = await test.database.owner.query<{ connection: string }>(
      `select connection from base_gateway where id = $1`,
      [gateway.id],
    );
    expect(rows[0]?.connection).toBe('silent');
  });

  it('takes up a node again whose clock is behind', async () => {
    const { node, gateway } = await plant('SP-9', { isHistory: false });
    const behind = () => Date.now() - 45_000;
    const now = async () =>
      (
        await test.database.owner.query<{ status: string | null }>(
          'select status from device_live where equipment_id = $1',
          [gateway.devices['SP-9']],
        )
      ).rows[0]?.status;
    await node.born(behind(), 1);
    await node.deviceBorn('mill', behind(), birth('run', behind()));
    await node.dies(1);
    expect(await now()).toBeNull();
    await sleep(20);
    await node.born(behind(), 2);
    await node.deviceBorn('mill', behind(), birth('run', behind()));
    expect(await now()).toBe('run');
  });

  it('says what is now of a machine that is bound to the gateway later', async () => {
    const { node, gateway, states } = await plant('SP-11', { isHistory: false });
    const bind = (id: string | null) =>
      test.database.owner.query('update base_equipment set gateway_id = $1 where id = $2', [
        id,
        gateway.devices['SP-11'],
      ]);
    await bind(null);
    const now = Date.now();
    await node.born(now, 1);
    await node.deviceBorn('mill', now, birth('run', now));
    expect(await states()).toEqual([]);
    await bind(gateway.id);
    const words = async () => (await states()).map((state) => state.split(' ')[0]);
    await until(async () => (await words()).join() === 'run');
    const later = Date.now() + 100;
    await node.tell('mill', later, [{ alias: 1, value: 'idle', type: 'String', timestamp: later }]);
    expect(await words()).toEqual(['run', 'idle']);
  }, 60_000);

  it('counts a message whose time cannot be from when it came', async () => {
    const { node, client, states } = await plant('SP-10');
    await node.born(at(0), 1);
    await node.deviceBorn('mill', at(1), birth('idle', at(1)));
    await node.tell('mill', 9e15, [{ alias: 1, type: 'String', value: 'run', timestamp: 9e15 }]);
    // What was said long ago does not hold up to today.
    expect((await states()).map((state) => state.split(' ')[0])).toEqual(['idle', 'null', 'run']);
    expect(client.connected).toBe(true);
  });

  it('takes the will of a node that is cut off as its death', async () => {
    const { node, client, connected } = await plant('SP-5', { will: 9 });
    await node.born(at(0), 9);
    await node.deviceBorn('mill', at(1), birth('run', at(1)));
    expect(await connected()).toBe(1);
    client.stream.destroy();
    await until(async () => (await connected()) === 0);
  });

  it('is no data where a metric has no value, and refuses what is no payload', async () => {
    const { node, client, gateway, states } = await plant('SP-6');
    await node.born(at(0), 1);
    await node.deviceBorn('mill', at(1), birth('run', at(1)));
    await node.tell('mill', at(5), [{ alias: 1, value: null, type: 'String' }]);
    expect(await states()).toEqual(['run 1', 'UNAVAILABLE 5']);
    await client.publishAsync('spBv1.0/plant/DDATA/SP-6/mill', 'no protobuf', { qos: 1 });
    expect(await refusals(gateway)).toBe(1);
  });

  it('lets nobody speak for the node of another, and tells that its host is there', async () => {
    const { client, gateway } = await plant('SP-7');
    const told = new Promise<string>((resolve) =>
      client.once('message', (_topic, payload) => resolve(payload.toString())),
    );
    await client.subscribeAsync(`spBv1.0/STATE/${gateway.clientId}`);
    expect(JSON.parse(await told)).toMatchObject({ online: true });
    await expect(client.subscribeAsync('spBv1.0/plant/NCMD/SP-1/#')).rejects.toThrow();
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish('spBv1.0/plant/DDATA/SP-1/mill', 'x', { qos: 0 });
    await closed;
  });

  it('reads a node at another broker, asking for births as it comes', async () => {
    const broker = await startMosquitto();
    const client = await connectAsync(broker.url);
    const gateway = await gatewayOf('SP-8');
    const node = edgeNode(client, gateway.address);
    const asked = new Promise<void>((resolve) =>
      client.on('message', (_topic, payload) => {
        if (asksForBirth(payload)) resolve();
      }),
    );
    await client.subscribeAsync('spBv1.0/plant/NCMD/SP-8/#');
    const { services } = test.app;
    const rows = await services.asSystem((trx) =>
      enabledGateways(trx, services.settings, ['sparkplug']),
    );
    const row = rows.find(({ id }) => id === gateway.id);
    if (!row) throw new Error('The gateway is not enabled.');
    const reader = readSparkplug(services, row, broker.url);
    ending.push(
      () => broker.stop(),
      () => client.endAsync(true),
      () => reader.stop(),
    );
    await asked;
    await node.born(at(0), 1);
    await node.deviceBorn('mill', at(1), birth('run', at(1)));
    await until(async () => (await statesOf(gateway, 'SP-8')).length === 1);
    expect(await statesOf(gateway, 'SP-8')).toEqual(['run 1']);
  });

  async function gatewayOf(
    number: string,
    isHistory = true,
  ): Promise<TestGateway & { address: string }> {
    const address = `plant/${number}`;
    const alarm = { code: 'E017', text: '主轴过载', values: { true: 'Fault', false: 'Normal' } };
    const items = {
      Status: { to: 'status', values: { run: 'run', idle: 'idle' } },
      'Alarms/*': { to: 'condition', ...alarm },
    };
    const mapping = { devices: [{ deviceNumber: number, source: 'mill', items }] };
    const fields = { isHistory, protocol: 'sparkplug', address, mapping };
    return { ...(await makeGateway(test, [number], fields)), address };
  }

  async function plant(
    number: string,
    { will, isHistory }: { will?: number; isHistory?: boolean } = {},
  ) {
    const gateway = await gatewayOf(number, isHistory);
    const client = await signIn(gateway, will);
    ending.push(() => client.endAsync(true));
    const id = gateway.devices[number];
    const query = async <T extends object>(text: string) =>
      (await test.database.owner.query<T>(text, [id])).rows;
    return {
      gateway,
      client,
      node: edgeNode(client, gateway.address),
      states: () => statesOf(gateway, number),
      alarms: () =>
        query(
          `select encoding, end_time is null as open from alarm_event where equipment_id = $1 order by id`,
        ),
      connected: async () =>
        (
          await query<{ connection: number }>(
            `select connection::int from device_live where equipment_id = $1`,
          )
        )[0]?.connection,
      count: async () =>
        (
          await query(`select 1 from log_equipment_state l join base_equipment e
          on e.site_id = l.site_id and e.number = l.device_number where e.id = $1`)
        ).length,
    };
  }

  function signIn(gateway: TestGateway & { address: string }, will?: number): Promise<MqttClient> {
    const pair = Buffer.from((gateway.headers.authorization ?? '').slice(6), 'base64').toString();
    const [username = '', password = ''] = pair.split(':');
    const death = will === undefined ? {} : { will: deathOf(gateway.address, will) };
    return connectAsync(`mqtt://127.0.0.1:${port}`, {
      username,
      password,
      reconnectPeriod: 0,
      ...death,
    });
  }

  async function statesOf(gateway: TestGateway, number: string): Promise<string[]> {
    const { rows } = await test.database.owner.query<{ raw: string; start: Date }>(
      `select raw_status as raw, start_time as start from device_state where equipment_id = $1 order by order_time, id`,
      [gateway.devices[number]],
    );
    return rows.map(({ raw, start }) => `${raw} ${(new Date(start).getTime() - DAY) / 1000}`);
  }

  async function refusals(gateway: TestGateway): Promise<number> {
    const { rows } = await test.database.owner.query(
      `select 1 from device_refusal where gateway_id = $1`,
      [gateway.id],
    );
    return rows.length;
  }
});
