import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { hearSilence } from './silence.ts';
import { makeGateway, message, post, type TestGateway } from './testing.ts';

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
  const states = (gateway: TestGateway, number: string) =>
    rowsOf(
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
    await hearSilence(test.app.services);
    expect(await states(gateway, 'S-1')).toEqual([{ status: 'run', source: 'device' }]);
    await rowsOf(
      `update device_live set heard_time = now() - interval '61 seconds' where equipment_id = $1`,
      gateway.devices['S-1'],
    );
    await hearSilence(test.app.services);
    await hearSilence(test.app.services);
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
    await Promise.all([hearSilence(test.app.services), hearSilence(test.app.services)]);
    expect(await states(gateway, 'S-3')).toEqual([
      { status: 'run', source: 'device' },
      { status: null, source: 'gateway' },
    ]);
    expect(await rowsOf(`select connection from base_gateway where id = $1`, gateway.id)).toEqual([
      { connection: 'silent' },
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
    await hearSilence(test.app.services);
    expect(await states(gateway, 'S-4')).toHaveLength(1);
  });

  it('counts open states up to now, and once', async () => {
    const gateway = await makeGateway(test, ['S-5']);
    const sendTime = new Date(Date.now() - 1_800_000).toISOString();
    await post(test, gateway, [
      message(gateway, { type: 'state', sendTime, data: { status: 'run' } }),
    ]);
    await hearSilence(test.app.services);
    await hearSilence(test.app.services);
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
    const idle = new Date(Date.now() - 600_000).toISOString();
    await post(test, gateway, [
      message(gateway, { type: 'state', sendTime: idle, data: { status: 'idle' } }),
    ]);
    expect(Math.abs((await sum()) - 1200)).toBeLessThan(1);
  });
});
