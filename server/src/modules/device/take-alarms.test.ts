import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, message, post } from './testing.ts';

describe('alarms of machines', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await testApp();
  });
  afterAll(() => test.close());

  const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
  const query = async <T extends object>(text: string, ...values: unknown[]) =>
    (await test.database.owner.query<T>(text, values)).rows;

  it('folds repeats within 60 s into one row of the alarm log', async () => {
    const gateway = await makeGateway(test, ['D-1']);
    const alarm = (seconds: number, active: 0 | 1) =>
      message(gateway, {
        type: 'alarm',
        sendTime: ago((600 - seconds) * 1000),
        data: { encoding: 'SV0401', active, text: 'Servo' },
      });
    await post(test, gateway, [
      alarm(0, 1),
      alarm(10, 1),
      alarm(20, 0),
      alarm(50, 1),
      alarm(55, 0),
      alarm(300, 1),
    ]);
    const events = await query(
      `select end_time is null as open from alarm_event where equipment_id = $1 order by start_time`,
      gateway.devices['D-1'],
    );
    expect(events).toEqual([{ open: false }, { open: false }, { open: true }]);
    const logged = await query(
      `select count, duration, end_time is null as open from log_alarm where site_id = $1 order by at`,
      gateway.site.id,
    );
    expect(logged).toEqual([
      { count: 3, duration: 55, open: false },
      { count: 1, duration: null, open: true },
    ]);
  });

  it('closes an alarm whose going came before its coming', async () => {
    const gateway = await makeGateway(test, ['D-2']);
    const [on, off] = [ago(20_000), ago(10_000)];
    await post(test, gateway, [
      message(gateway, { type: 'alarm', sendTime: off, data: { encoding: 'E1', active: 0 } }),
    ]);
    await post(test, gateway, [
      message(gateway, { type: 'alarm', sendTime: on, data: { encoding: 'E1', active: 1 } }),
    ]);
    const events = await query(
      `select round(seconds) as seconds from alarm_event where equipment_id = $1`,
      gateway.devices['D-2'],
    );
    expect(events).toEqual([{ seconds: '10' }]);
  });

  it('copies level and texts of the configuration into the alarm log', async () => {
    const gateway = await makeGateway(test, ['D-3']);
    await query(
      `insert into alarm_config (site_id, encoding, level, equipment_kind, control_type, content_zh, content_en)
       values ($1, 'E7', '2', 'machineTool', '*', '主轴过热', 'Spindle too hot')`,
      gateway.site.id,
    );
    const raise = (encoding: string) =>
      message(gateway, {
        type: 'alarm',
        data: { encoding, active: 1, text: 'SPINDLE TEMP' },
      });
    await post(test, gateway, [raise('E7'), raise('E8')]);
    await query(`update alarm_config set content_zh = '改' where site_id = $1`, gateway.site.id);
    const logged = await query(
      `select encoding, level, content_zh, content_en, configured from log_alarm where site_id = $1 order by encoding`,
      gateway.site.id,
    );
    expect(logged).toEqual([
      {
        encoding: 'E7',
        level: '2',
        content_zh: '主轴过热',
        content_en: 'Spindle too hot',
        configured: true,
      },
      {
        encoding: 'E8',
        level: null,
        content_zh: 'SPINDLE TEMP',
        content_en: 'SPINDLE TEMP',
        configured: false,
      },
    ]);
  });
});
