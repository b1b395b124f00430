import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { hearSilence } from './silence.ts';
import {
  flagRowsOf,
  hearAfterLong,
  listenSince,
  makeGateway,
  message,
  numberSitesHigh,
  post,
  type TestGateway,
} from './testing.ts';

describe('silence', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
    await numberSitesHigh(test);
  });
  afterAll(() => test.close());

  const rowsOf = async <T extends object>(text: string, ...values: unknown[]) =>
    (await test.database.owner.query<T>(text, values)).rows;
  const say = (gateway: TestGateway, deviceNumber: string) =>
    post(test, gateway, [
      message(gateway, { type: 'state', deviceNumber, data: { status: 'run', connection: 1 } }),
    ]);
  const states = (gateway: TestGateway, number: string) =>
    rowsOf<{ status: string | null; source: string }>(
      `select status, source from device_state where equipment_id = $1 order by order_time, id`,
      gateway.devices[number],
    );

  it('makes a machine offline that is not heard for 60 s while its gateway is', async () => {
    const gateway = await makeGateway(test, ['S-1', 'S-2']);
    await say(gateway, 'S-1');
    await say(gateway, 'S-2');
    await rowsOf(
      `update device_live set heard_time = now() - interval '50 seconds' where equipment_id = $1`,
      gateway.devices['S-1'],
    );
    await hearAfterLong(test);
    expect(await states(gateway, 'S-1')).toEqual([{ status: 'run', source: 'device' }]);
    await rowsOf(
      `update device_live set heard_time = now() - interval '61 seconds' where equipment_id = $1`,
      gateway.devices['S-1'],
    );
    await hearAfterLong(test);
    await hearAfterLong(test);
    expect(await states(gateway, 'S-1')).toEqual([
      { status: 'run', source: 'device' },
      { status: 'offline', source: 'heartbeat' },
    ]);
    expect(await states(gateway, 'S-2')).toHaveLength(1);
    const logged = await rowsOf(
      `select source, connection, changed_field from log_equipment_state where site_id = $1 and device_number = 'S-1' and source = 'heartbeat'`,
      gateway.site.id,
    );
    expect(logged).toEqual([
      { source: 'heartbeat', connection: false, changed_field: ['connection'] },
    ]);
    await say(gateway, 'S-1');
    expect(
      await rowsOf(
        `select running_status from base_equipment where id = $1`,
        gateway.devices['S-1'],
      ),
    ).toEqual([{ running_status: 'run' }]);
  });

  it('does not take our own absence for silence of machines', async () => {
    const gateway = await makeGateway(test, ['S-11']);
    const id = gateway.devices['S-11'];
    await say(gateway, 'S-11');
    const ago = `now() - interval '65 seconds'`;
    await rowsOf(`update device_live set heard_time = ${ago} where equipment_id = $1`, id);
    await rowsOf(`update base_gateway set last_heard_time = ${ago} where id = $1`, gateway.id);
    const connections = () =>
      rowsOf(`select connection from base_gateway where id = $1`, gateway.id);
    await listenSince(test, Date.now() - 40_000);
    await hearSilence(test.app.services);
    expect(await states(gateway, 'S-11')).toEqual([{ status: 'run', source: 'device' }]);
    expect(await flagRowsOf(test, gateway, 'S-11')).toHaveLength(1);
    expect(await connections()).toEqual([{ connection: 'online' }]);
    await listenSince(test, Date.now() - 61_000);
    await hearSilence(test.app.services);
    expect(await states(gateway, 'S-11')).toEqual([
      { status: 'run', source: 'device' },
      { status: null, source: 'gateway' },
    ]);
    expect(await flagRowsOf(test, gateway, 'S-11')).toHaveLength(2);
    expect(await connections()).toEqual([{ connection: 'silent' }]);
  });

  it('is over with the next sign of life: the machine is again what it said last', async () => {
    const gateway = await makeGateway(test, ['S-12']);
    const id = gateway.devices['S-12'];
    const fallSilent = async () => {
      await rowsOf(
        `update device_live set heard_time = now() - interval '61 seconds' where equipment_id = $1`,
        id,
      );
      await hearAfterLong(test);
    };
    await post(test, gateway, [
      message(gateway, { type: 'state', data: { status: 'setup', program: 'O1000' } }),
    ]);
    await fallSilent();
    await post(test, gateway, [message(gateway, { type: 'heartbeat', data: {} })]);
    await post(test, gateway, [message(gateway, { type: 'heartbeat', data: {} })]);
    await fallSilent();
    await post(test, gateway, [message(gateway, { type: 'state', data: { program: 'O2000' } })]);
    const told = await rowsOf(
      `select status, program, source from device_state where equipment_id = $1 order by order_time, id`,
      id,
    );
    const own = { status: 'setup', program: 'O1000', source: 'device' };
    const silent = { status: 'offline', program: 'O1000', source: 'heartbeat' };
    expect(told).toEqual([own, silent, own, silent, { ...own, program: 'O2000' }]);
  });

  it('is no data when the gateway itself is silent', async () => {
    const gateway = await makeGateway(test, ['S-3']);
    await say(gateway, 'S-3');
    await rowsOf(
      `update base_gateway set last_heard_time = now() - interval '2 minutes' where id = $1`,
      gateway.id,
    );
    await rowsOf(
      `update device_live set heard_time = now() - interval '2 minutes' where equipment_id = $1`,
      gateway.devices['S-3'],
    );
    await Promise.all([hearAfterLong(test), hearAfterLong(test)]);
    expect(await states(gateway, 'S-3')).toEqual([
      { status: 'run', source: 'device' },
      { status: null, source: 'gateway' },
    ]);
    expect(await rowsOf(`select connection from base_gateway where id = $1`, gateway.id)).toEqual([
      { connection: 'silent' },
    ]);
  });

  it('ends by the clock of the machine, so that what it says next comes after', async () => {
    const gateway = await makeGateway(test, ['S-6']);
    const behind = (seconds: number) =>
      new Date(Date.now() - 180_000 - seconds * 1000).toISOString();
    const sayAt = (sendTime: string) =>
      post(test, gateway, [message(gateway, { type: 'state', sendTime, data: { status: 'run' } })]);
    await sayAt(behind(70));
    await rowsOf(
      `update device_live set heard_time = now() - interval '70 seconds', clock_difference = -180 where equipment_id = $1`,
      gateway.devices['S-6'],
    );
    await rowsOf(
      `update base_gateway set last_heard_time = now() - interval '70 seconds' where id = $1`,
      gateway.id,
    );
    await hearAfterLong(test);
    const statuses = async () => (await states(gateway, 'S-6')).map(({ status }) => status);
    expect(await statuses()).toEqual(['run', null]);
    await sayAt(behind(0));
    expect(await statuses()).toEqual(['run', null, 'run']);
  });

  it('ends the state and the stop of a machine that is disabled', async () => {
    const gateway = await makeGateway(test, ['S-7']);
    await say(gateway, 'S-7');
    await rowsOf(`update base_equipment set status = '0' where id = $1`, gateway.devices['S-7']);
    await hearAfterLong(test);
    await hearAfterLong(test);
    expect(await states(gateway, 'S-7')).toEqual([
      { status: 'run', source: 'device' },
      { status: null, source: 'manual' },
    ]);
  });

  it('says nothing of the machines of a gateway that replays history, which is silent itself', async () => {
    const gateway = await makeGateway(test, ['S-4'], { isHistory: true });
    await say(gateway, 'S-4');
    await rowsOf(
      `update device_live set heard_time = now() - interval '1 day' where equipment_id = $1`,
      gateway.devices['S-4'],
    );
    await rowsOf(
      `update base_gateway set last_heard_time = now() - interval '1 day' where id = $1`,
      gateway.id,
    );
    await hearAfterLong(test);
    expect(await states(gateway, 'S-4')).toHaveLength(1);
    expect(await rowsOf(`select connection from base_gateway where id = $1`, gateway.id)).toEqual([
      { connection: 'silent' },
    ]);
  });

  it('counts open states up to now, and once', async () => {
    const gateway = await makeGateway(test, ['S-5']);
    const now = Date.now();
    const sendTime = new Date(now - 1_800_000).toISOString();
    await post(test, gateway, [
      message(gateway, { type: 'state', sendTime, data: { status: 'run' } }),
    ]);
    await hearAfterLong(test);
    await hearAfterLong(test);
    const sum = async () =>
      Number(
        (
          await rowsOf<{ run: string }>(
            `select sum(run) as run from device_hour where equipment_id = $1`,
            gateway.devices['S-5'],
          )
        )[0]?.run,
      );
    expect(Math.abs((await sum()) - 1800)).toBeLessThan(30);
    const idle = new Date(now - 600_000).toISOString();
    await post(test, gateway, [
      message(gateway, { type: 'state', sendTime: idle, data: { status: 'idle' } }),
    ]);
    expect(Math.abs((await sum()) - 1200)).toBeLessThan(1);
  });

  it('counts what was set by hand at a site without any gateway', async () => {
    const gateway = await makeGateway(test, ['S-12']);
    const id = gateway.devices['S-12'];
    await say(gateway, 'S-12');
    await rowsOf(`update base_equipment set gateway_id = null where site_id = $1`, gateway.site.id);
    await rowsOf(`delete from base_gateway where id = $1`, gateway.id);
    const summed = async () =>
      Number(
        (
          await rowsOf<{ run: string }>(
            `select sum(run) as run from device_hour where equipment_id = $1`,
            id,
          )
        ).at(0)?.run ?? 0,
      );
    const before = await summed();
    await rowsOf(
      `update device_live set stop_since = now(), start_time = now() - interval '20 minutes', counted_until = now() - interval '20 minutes'
       where equipment_id = $1`,
      id,
    );
    await hearAfterLong(test);
    expect(Math.abs((await summed()) - before - 1200)).toBeLessThan(30);
  });
});
