import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../kernel/testing.ts';
import { enabledGateways } from '../gateway-row.ts';
import { makeGateway, type TestGateway } from '../testing.ts';
import { freePort } from './mosquitto.testing.ts';
import { startMill, type TestMill } from './opcua.testing.ts';
import { readOpcua } from './opcua.ts';
import { until } from './until.testing.ts';

describe('OPC UA servers', () => {
  let test: TestApp;
  let folder = '';
  const ending: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    test = await testApp();
    folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-opcua-'));
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });
  afterAll(async () => {
    await test.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('hears of values, alarms and qualities, and refuses nodes that there are not', async () => {
    const mill = await millAt(await freePort());
    const gateway = await gatewayAt('UA-1', mill.address);
    await reading(gateway, mappingOf('UA-1'));
    await until(async () => (await states(gateway)).join() === 'idle');
    await until(async () => (await program(gateway)) === '-42');
    mill.status('run');
    await until(async () => (await states(gateway)).join() === 'idle,run');
    mill.alarm(true);
    await until(async () => (await alarms(gateway)).join() === 'E017 open');
    mill.alarm(false);
    mill.status('run', false);
    await until(async () => (await states(gateway)).join() === 'idle,run,UNAVAILABLE');
    await until(async () => (await alarms(gateway)).join() === 'E017 ended');
    mill.status('run');
    await until(async () => (await states(gateway)).join() === 'idle,run,UNAVAILABLE,run');
    const { rows } = await test.database.owner.query<{ reason: string }>(
      `select reason_en as reason from device_refusal where gateway_id = $1`,
      [gateway.id],
    );
    expect(rows.map(({ reason }) => reason)).toEqual([
      'The OPC UA server cannot give node "ns=1;s=Mill.None": BadNodeIdUnknown',
    ]);
  }, 240_000);

  it('says what is now of a machine that is bound to the gateway while it is read', async () => {
    const mill = await millAt(await freePort());
    const gateway = await gatewayAt('UA-6', mill.address);
    await bind(gateway, null);
    mill.status('run');
    await reading(gateway, mappingOf('UA-6'));
    await until(async () => (await refusedStates(gateway)) > 0);
    await bind(gateway, gateway.id);
    await until(async () => (await states(gateway)).join() === 'run');
    mill.status('idle');
    await until(async () => (await states(gateway)).join() === 'run,idle');
  }, 240_000);

  it('takes every change of a source whose clock stands still', async () => {
    const mill = await millAt(await freePort());
    const gateway = await gatewayAt('UA-5', mill.address);
    await reading(gateway, mappingOf('UA-5'));
    await until(async () => (await states(gateway)).join() === 'idle');
    const never = new Date('2001-01-01T00:00:00Z');
    const seen = ['idle'];
    for (const status of ['run', 'idle', 'run']) {
      mill.status(status, true, never);
      seen.push(status);
      await until(async () => (await states(gateway)).join() === seen.join());
    }
  }, 240_000);

  it('is no data while the server is away, and goes on when it is back', async () => {
    const port = await freePort();
    const mill = await millAt(port);
    const gateway = await gatewayAt('UA-2', mill.address);
    await reading(gateway, mappingOf('UA-2'));
    mill.status('run');
    await until(async () => (await states(gateway)).at(-1) === 'run');
    await mill.stop();
    await until(async () => (await states(gateway)).at(-1) === 'UNAVAILABLE');
    const again = await millAt(port);
    again.status('run');
    await until(async () => (await states(gateway)).at(-1) === 'run');
  }, 240_000);

  it('speaks secured, as a user, to the certificate that it saw first', async () => {
    const port = await freePort();
    const mill = await millAt(port, false);
    const gateway = await gatewayAt('UA-3', mill.address, { security: 'basic256sha256' });
    expect(await signIn(gateway, { user: 'mill', password: 'wrong' })).toBe(0);
    const refused = await reading(gateway, mappingOf('UA-3'));
    await sleep(2000);
    await refused.stop();
    expect(await states(gateway)).toEqual([]);
    expect(await signIn(gateway, { user: 'mill', password: 's3cret' })).toBe(0);
    const reader = await reading(gateway, mappingOf('UA-3'));
    await until(async () => (await states(gateway)).join() === 'idle');
    await reader.stop();
    await mill.stop();
    await rm(path.join(folder, 'mill'), { recursive: true });
    const other = await millAt(port, false);
    other.status('run');
    await reading(gateway, mappingOf('UA-3'));
    await sleep(3000);
    expect(await states(gateway)).not.toContain('run');
  }, 240_000);

  it('keeps the password sealed, and forgets it with the address', async () => {
    const gateway = await gatewayAt('UA-4', 'opc.tcp://127.0.0.1:4840');
    await signIn(gateway, { user: 'mill', password: 's3cret' });
    const kept = async () =>
      (
        await test.database.owner.query<{ sealed: Buffer }>(
          `select sealed from gateway_sign_in where gateway_id = $1`,
          [gateway.id],
        )
      ).rows;
    expect((await kept())[0]?.sealed.includes('s3cret')).toBe(false);
    const person = await test.as('site_admin', gateway.site);
    const url = `/api/base/gateways/${gateway.id}`;
    const row = await test.call<Record<string, unknown>>('GET', url, undefined, person);
    expect(JSON.stringify(row)).not.toContain('s3cret');
    expect(row.data.sourceUser).toBe('mill');
    const { revision } = row.data;
    const wrong = { revision, address: '10.0.0.9:4840' };
    expect(await test.call('PUT', url, wrong, person)).toMatchObject({ code: 422 });
    const elsewhere = { revision, address: 'opc.tcp://10.0.0.9:4840' };
    expect(await test.call('PUT', url, elsewhere, person)).toMatchObject({
      code: 0,
      data: { sourceUser: null },
    });
    expect(await kept()).toEqual([]);
  });

  it('tries no other password where the key is another one, as after a restore, and says so', async () => {
    const mill = await millAt(await freePort(), false);
    const gateway = await gatewayAt('UA-5', mill.address, { security: 'basic256sha256' });
    expect(await signIn(gateway, { user: 'mill', password: 's3cret' })).toBe(0);
    await test.database.owner.query(
      `update gateway_sign_in set sealed = overlay(sealed placing '\\x00' from 20) where gateway_id = $1`,
      [gateway.id],
    );
    const person = await test.as('site_admin', gateway.site);
    const look = () =>
      test.call('GET', `/api/base/gateways/${gateway.id}/source`, undefined, person);
    expect(await look()).toMatchObject({ code: 409, data: { key: 'gateway.source.password' } });
    const reader = await reading(gateway, mappingOf('UA-5'));
    await sleep(2000);
    await reader.stop();
    expect(mill.signIns()).toBe(0);
    expect(await signIn(gateway, { user: 'mill', password: 's3cret' })).toBe(0);
    expect(await look()).toMatchObject({ code: 0 });
    expect(mill.signIns()).toBe(1);
  }, 60_000);

  async function millAt(port: number, allowAnonymous = true): Promise<TestMill> {
    const mill = await startMill(port, folder, allowAnonymous);
    ending.push(() => mill.stop());
    return mill;
  }

  /** Without a mapping, so that the server that the test runs in does not read it beside the reader of the test. */
  function gatewayAt(number: string, address: string, more: object = {}): Promise<TestGateway> {
    return makeGateway(test, [number], { protocol: 'opcua', address, mapping: null, ...more });
  }

  async function signIn(gateway: TestGateway, body: object): Promise<number> {
    const person = await test.as('site_admin', gateway.site);
    const url = `/api/base/gateways/${gateway.id}`;
    const row = await test.call<{ revision: number }>('GET', url, undefined, person);
    const sent = { revision: row.data.revision, ...body };
    return (await test.call('POST', `${url}/actions/signIn`, sent, person)).code;
  }

  async function reading(gateway: TestGateway, mapping: object) {
    const { services } = test.app;
    const all = await services.asSystem((trx) =>
      enabledGateways(trx, services.settings, ['opcua']),
    );
    const row = all.find(({ id }) => id === gateway.id);
    if (!row) throw new Error('The gateway is not enabled.');
    const own = { ...services.config, dataFolder: services.config.dataFolder || folder };
    const reader = readOpcua({ ...services, config: own }, { ...row, mapping });
    ending.push(() => reader.stop());
    return reader;
  }

  async function states(gateway: TestGateway): Promise<string[]> {
    const { rows } = await test.database.owner.query<{ raw: string }>(
      `select raw_status as raw from device_state where equipment_id = $1 order by order_time, id`,
      [Object.values(gateway.devices)[0]],
    );
    // Another program is another interval of the same status.
    return rows.map(({ raw }) => raw).filter((raw, at) => raw !== rows[at - 1]?.raw);
  }

  function bind(gateway: TestGateway, gatewayId: string | null) {
    return test.database.owner.query('update base_equipment set gateway_id = $1 where id = $2', [
      gatewayId,
      Object.values(gateway.devices)[0],
    ]);
  }

  async function refusedStates(gateway: TestGateway): Promise<number> {
    const { rows } = await test.database.owner.query(
      `select 1 from device_refusal where gateway_id = $1 and type = 'state'`,
      [gateway.id],
    );
    return rows.length;
  }

  async function program(gateway: TestGateway): Promise<string | null | undefined> {
    const { rows } = await test.database.owner.query<{ program: string | null }>(
      `select program from device_live where equipment_id = $1`,
      [Object.values(gateway.devices)[0]],
    );
    return rows[0]?.program;
  }

  async function alarms(gateway: TestGateway): Promise<string[]> {
    const { rows } = await test.database.owner.query<{ encoding: string; open: boolean }>(
      `select encoding, end_time is null as open from alarm_event where equipment_id = $1`,
      [Object.values(gateway.devices)[0]],
    );
    return rows.map(({ encoding, open }) => `${encoding} ${open ? 'open' : 'ended'}`);
  }
});

function mappingOf(deviceNumber: string) {
  const items = {
    'ns=1;s=Mill.Status': { to: 'status', values: { run: 'run', idle: 'idle' } },
    'ns=1;s=Mill.Alarm': {
      to: 'condition',
      code: 'E017',
      values: { true: 'Fault', false: 'Normal' },
    },
    'ns=1;s=Mill.Count': { to: 'program' },
    'ns=1;s=Mill.None': { to: 'program' },
  };
  return { devices: [{ deviceNumber, items }] };
}
