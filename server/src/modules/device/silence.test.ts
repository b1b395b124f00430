import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { beginListening, endListening, noteListening } from './listening.ts';
import { hearSilence } from './silence.ts';
import {
  hearAfterLong,
  listenSince,
  makeGateway,
  message,
  post,
  type TestGateway,
} from './testing.ts';

describe('silence', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const rowsOf = async <T extends object>(text: string, ...values: unknown[]) =>
    (await test.database.owner.query<T>(text, values)).rows;
  const say = (gateway: TestGateway, deviceNumber: string) =>
    post(test, gateway, [
      message(gateway, { type: 'state', deviceNumber, data: { status: 'run', connection: 1 } }),
    ]);
  const flagRows = (gateway: TestGateway, number: string) =>
    rowsOf(
      `select connection, alarm, source from log_equipment_state where site_id = $1 and device_number = $2 order by at, id`,
      gateway.site.id,
      number,
    );
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
    expect(await flagRows(gateway, 'S-11')).toHaveLength(1);
    expect(await connections()).toEqual([{ connection: 'online' }]);
    await listenSince(test, Date.now() - 61_000);
    await hearSilence(test.app.services);
    expect(await states(gateway, 'S-11')).toEqual([
      { status: 'run', source: 'device' },
      { status: null, source: 'gateway' },
    ]);
    expect(await flagRows(gateway, 'S-11')).toHaveLength(2);
    expect(await connections()).toEqual([{ connection: 'silent' }]);
  });

  it('has listened since the first of its processes began, and anew after all were away', async () => {
    const { services } = test.app;
    const note = () => services.asSystem((trx) => noteListening(trx, services));
    const long = Date.now() - 3_600_000;
    await listenSince(test, long);
    await beginListening(services);
    expect(await note()).toBe(long);
    await rowsOf(`delete from device_listener where name = 'another'`);
    expect(await note()).toBe(long);
    await endListening(services);
    await beginListening(services);
    expect(await note()).toBeGreaterThan(long);
    await listenSince(test, long);
    await rowsOf(`update device_listener set seen = now() - interval '1 minute'`);
    expect(await note()).toBeGreaterThan(long);
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

  it('takes a machine that never sends the flag for connected while it speaks, and derives its loss', async () => {
    const gateway = await makeGateway(test, ['S-8']);
    const id = gateway.devices['S-8'];
    await post(test, gateway, [message(gateway, { type: 'state', data: { status: 'run' } })]);
    await rowsOf(
      `update device_live set heard_time = now() - interval '50 seconds' where equipment_id = $1`,
      id,
    );
    await hearAfterLong(test);
    await hearAfterLong(test);
    // A sign of life is a word, too.
    await post(test, gateway, [message(gateway, { type: 'heartbeat', data: {} })]);
    expect(await flagRows(gateway, 'S-8')).toEqual([
      { connection: true, alarm: null, source: 'reported' },
      { connection: false, alarm: null, source: 'heartbeat' },
      { connection: true, alarm: null, source: 'reported' },
    ]);
  });

  it('leaves a machine cut off that its gateway said to be, whatever signs of life its gateway gives', async () => {
    const gateway = await makeGateway(test, ['S-9']);
    await post(test, gateway, [
      message(gateway, { type: 'state', data: { status: 'run', connection: 0 } }),
    ]);
    await post(test, gateway, [message(gateway, { type: 'heartbeat', data: {} })]);
    expect(await flagRows(gateway, 'S-9')).toEqual([
      { connection: false, alarm: null, source: 'reported' },
    ]);
  });

  it('writes the flags that a gateway stored before its loss was derived at their true time', async () => {
    const gateway = await makeGateway(test, ['S-10']);
    const id = gateway.devices['S-10'];
    const now = Date.now();
    const at = (secondsAgo: number, data: object) =>
      message(gateway, {
        type: 'state',
        sendTime: new Date(now - secondsAgo * 1000).toISOString(),
        data: { ...data },
      });
    await post(test, gateway, [at(60, { status: 'run', alarm: 0 })]);
    await rowsOf(
      `update device_live set heard_time = now() - interval '50 seconds', clock_difference = 0 where equipment_id = $1`,
      id,
    );
    await hearAfterLong(test);
    await post(test, gateway, [
      at(40, { alarm: 1, emergencyStop: 1 }),
      at(30, { emergencyStop: 0 }),
    ]);
    await post(test, gateway, [at(-120, { alarm: 1 })]);
    const told = await rowsOf(
      `select round(extract(epoch from at - $2::timestamptz))::int < -5 as "isEarlier", alarm, connection, emergency_stop as stop, source, changed_field as changed
       from log_equipment_state where site_id = $1 and device_number = 'S-10' order by at, id`,
      gateway.site.id,
      new Date(now).toISOString(),
    );
    const toldOf = (sign?: string) => (sign === '-' ? null : sign === '1');
    const row = (isEarlier: boolean, flags: string, source: string, ...changed: string[]) => ({
      isEarlier,
      alarm: toldOf(flags[0]),
      connection: toldOf(flags[1]),
      stop: toldOf(flags[2]),
      source,
      changed,
    });
    expect(told).toEqual([
      row(true, '01-', 'reported', 'alarm', 'connection'),
      row(true, '111', 'reported', 'alarm', 'emergencyStop'),
      row(true, '110', 'reported', 'emergencyStop'),
      row(false, '00-', 'heartbeat', 'connection'),
      row(false, '100', 'reported', 'alarm', 'emergencyStop'),
      row(false, '110', 'reported', 'connection'),
    ]);
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

  it('says nothing of a gateway that replays history', async () => {
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
});
