import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { flagRowsOf, hearAfterLong, makeGateway, message, post } from './testing.ts';

describe('flags of silent machines', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const rowsOf = async <T extends object>(text: string, ...values: unknown[]) =>
    (await test.database.owner.query<T>(text, values)).rows;

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
    expect(await flagRowsOf(test, gateway, 'S-8')).toEqual([
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
    expect(await flagRowsOf(test, gateway, 'S-9')).toEqual([
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
});
