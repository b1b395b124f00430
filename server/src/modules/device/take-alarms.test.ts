import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
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

  it('names the order that the machine told, else the one that ran at its line then', async () => {
    const gateway = await makeGateway(test, ['D-9']);
    const site = gateway.site.id;
    await query(
      `with line as (insert into base_line (site_id, code, name) values ($1, 'L9', '线') returning id),
        product as (insert into base_product (site_id, category, material_code, product_name, standard_beat)
          values ($1, 'wheel', 'W-D9', '轮', 145) returning id),
        placed as (update base_equipment set line_id = (select id from line) where id = $2)
       insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
         plan_end_time, due_date, actual_start_time, actual_end_time, state)
       select $1, code, 'O', product.id, 10, array[line.id], now(), now(), current_date, now() - begins, now() - ends, state
       from line, product, (values ('O-RUN', interval '1 hour', null::interval, 'running'),
         ('O-DONE', interval '3 hours', interval '80 minutes', 'completed')) o(code, begins, ends, state)`,
      site,
      gateway.devices['D-9'],
    );
    const alarm = (encoding: string, minutes: number, orderCode?: string) =>
      message(gateway, {
        type: 'alarm',
        sendTime: ago(minutes * 60_000),
        data: { encoding, active: 1 },
        ...(orderCode ? { orderCode } : {}),
      });
    await post(test, gateway, [alarm('B1', 30), alarm('B2', 20, 'O-TOLD')]);
    await post(test, gateway, [alarm('C1', 200), alarm('C2', 90), alarm('C3', 70)]);
    const logged = await query(
      `select encoding, order_code as "order" from log_alarm where site_id = $1 order by at`,
      site,
    );
    expect(logged).toEqual([
      { encoding: 'C1', order: null },
      { encoding: 'C2', order: 'O-DONE' },
      { encoding: 'C3', order: null },
      { encoding: 'B1', order: 'O-RUN' },
      { encoding: 'B2', order: 'O-TOLD' },
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

  it('takes an alarm although its notice cannot be stored, and tells of the others', async () => {
    const gateway = await makeGateway(test, ['D-4']);
    for (const encoding of ['OK1', 'BAD1', 'OK2'])
      await query(
        `insert into alarm_config (site_id, encoding, level, equipment_kind, control_type, content_zh, content_en, notify)
         values ($1, $2, '3', 'machineTool', '*', '报警', 'Alarm', true)`,
        gateway.site.id,
        encoding,
      );
    await query(
      `alter table notification add constraint no_bad check (object_id not like '%:BAD%')`,
    );
    const report = vi.spyOn(test.app.services, 'report');
    const answer = await post(
      test,
      gateway,
      ['OK1', 'BAD1', 'OK2'].map((encoding) =>
        message(gateway, { type: 'alarm', data: { encoding, active: 1 } }),
      ),
    );
    await query('alter table notification drop constraint no_bad');
    expect(answer.rejected).toEqual([]);
    expect(answer.accepted).toHaveLength(3);
    expect(report.mock.calls.map(([, told]) => told)).toEqual([
      `Alarms of site ${gateway.site.id} are stored, but not all could be told.`,
    ]);
    const logged = await query(
      'select encoding from log_alarm where site_id = $1 order by encoding',
      gateway.site.id,
    );
    expect(logged).toEqual([{ encoding: 'BAD1' }, { encoding: 'OK1' }, { encoding: 'OK2' }]);
    const told = await query<{ id: string }>(
      'select object_id as id from notification where site_id = $1 order by 1',
      gateway.site.id,
    );
    const id = gateway.devices['D-4'];
    expect(told.map((one) => one.id)).toEqual([`${id}:OK1`, `${id}:OK2`]);
  });
});
