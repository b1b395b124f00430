import { line } from '@millwright/contract/base/line';
import { product } from '@millwright/contract/base/product';
import { order } from '@millwright/contract/production/order';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../kernel/database/testing.ts';
import { inScope } from '../kernel/database/transaction.ts';
import { createStore } from '../kernel/store/store.ts';
import { snapshotFor } from '../modules/production/order-release.ts';
import { outlookNow } from '../modules/production/order-outlook.ts';
import { demoAt, NOW } from './demo.testing.ts';
import { mayLoadDemo } from './load-demo.ts';
import { writerIn } from './writer.ts';

describe('the demo company', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await demoAt(NOW);
  }, 180_000);
  afterAll(() => database.close());

  const one = async (query: string) => {
    const found = await database.owner.query<{ value: string }>(`select (${query})::text as value`);
    return found.rows[0]?.value;
  };
  const all = async (query: string) => (await database.owner.query(query)).rows;

  it('holds the documents, alarm texts and open notices that are told of', async () => {
    const [counted] = await all(`select
      (select count(*)::int from alarm_config) as alarms, (select count(distinct code)::int from system_instruction) as documents,
      (select count(*)::int from system_instruction) as versions,
      (select count(read_time)::int from system_instruction_reader) as confirmations,
      (select json_object_agg(model_type, n) from (select model_type, count(*)::int as n from notification
        where resolved_at is null and model_type in ('1', '2', '4') group by 1) t) as notices,
      (select read_rate from system_instruction where code like 'SOP-%-0012' and version = 3
        and title = 'W1890A 粗车 OP10') as rate,
      (select count(distinct encoding)::int from log_alarm l where not configured and not exists
        (select from alarm_config c where c.encoding = l.encoding)) as unexplained`);
    expect(counted).toEqual({
      alarms: 320,
      documents: 18,
      versions: 31,
      confirmations: 120,
      notices: { 1: 18, 2: 14, 4: 8 },
      rate: '92.00',
      unexplained: 6,
    });
  });

  it('holds what the documents count', async () => {
    const counts = await all(`select
      (select count(*)::int from "system_user") as people, (select count(*)::int from base_equipment) as devices,
      (select count(*)::int from base_equipment where equipment_kind = 'robot') as robots,
      (select count(*)::int from base_equipment where equipment_kind = 'machineTool') as machines,
      (select count(*)::int from base_equipment where equipment_kind = 'press') as presses,
      (select count(*)::int from base_station) as stations, (select count(distinct procedure_code)::int from base_procedure) as procedures,
      (select count(*)::int from base_line) as lines, (select count(*)::int from base_check_item) as items,
      (select count(*)::int from base_reason_code) as reasons, (select count(*)::int from production_order) as orders,
      (select count(*)::int from base_product where category = 'wheel') as wheels,
      (select count(*)::int from base_product where category = 'block') as blocks,
      (select count(*)::int from base_product where category = 'rod') as rods,
      (select count(*)::int from system_role) as roles,
      (select count(*)::int from log_operate) as operations, (select count(*)::int from log_login) as logins,
      (select count(*)::int from log_mom) as calls, (select count(*)::int from log_dnc) as transfers,
      (select count(*)::int from log_equipment_state) as states, (select count(*)::int from log_alarm) as alarms`);
    expect(counts).toEqual([
      {
        people: 65,
        devices: 92,
        robots: 18,
        machines: 40,
        presses: 3,
        stations: 74,
        procedures: 16,
        lines: 14,
        items: 160,
        reasons: 85,
        orders: 36,
        wheels: 14,
        blocks: 6,
        rods: 4,
        roles: 27,
        operations: 20_000,
        logins: 6_000,
        calls: 15_000,
        transfers: 3_000,
        states: 40_000,
        alarms: 8_000,
      },
    ]);
  });

  it('tells the four orders that tie the two halves together', async () => {
    const rows =
      await all(`select order_code, order_name, quantity, state, progress::float as progress, risk, due_date::text as due,
        (select array_agg(l.code order by l.code) from base_line l where l.id = any(o.line_ids)) as lines
      from production_order o
      where order_code in ('NB-MO-2510-0007', 'TH-MO-2510-0003', 'CS-MO-2510-0011', 'NB-MO-2511-0002') order by order_code`);
    expect(rows).toEqual([
      {
        order_code: 'CS-MO-2510-0011',
        order_name: '19寸样件-沃特',
        quantity: 30,
        state: 'completed',
        progress: 100,
        risk: null,
        due: '2025-11-03',
        lines: ['M01', 'M04'],
      },
      {
        order_code: 'NB-MO-2510-0007',
        order_name: '18寸锻造轮-星驰',
        quantity: 2400,
        state: 'running',
        progress: 61,
        risk: 'onTime',
        due: '2025-11-18',
        lines: ['L02', 'L03', 'L04', 'L05', 'L06'],
      },
      {
        order_code: 'NB-MO-2511-0002',
        order_name: '18寸锻造轮-星驰',
        quantity: 3000,
        state: 'draft',
        progress: 0,
        risk: null,
        due: '2025-12-19',
        lines: ['L02'],
      },
      {
        order_code: 'TH-MO-2510-0003',
        order_name: '22.5寸商用车轮-远帆',
        quantity: 1200,
        state: 'running',
        progress: 54.67,
        risk: 'late',
        due: '2025-11-12',
        lines: ['T01', 'T02', 'T03', 'T04'],
      },
    ]);
  });

  it('says risk and forecast of open orders as the order page computes them', async () => {
    const rows =
      await all(`select id, order_code as "orderCode", state, quantity, output_qty as "outputQty", good_qty as "goodQty",
        packed_qty as "packedQty", due_date::text as "dueDate", actual_start_time as began, plan_end_time as ends, forecast_time as forecast, risk
      from production_order where state in ('released', 'running', 'paused')`);
    expect(rows.length).toBeGreaterThan(15);
    for (const row of rows) {
      const told = {
        ...row,
        actualStartTime: row.began?.toISOString() ?? null,
        planEndTime: row.ends.toISOString(),
      };
      const outlook = outlookNow(told, 'Asia/Shanghai', NOW);
      expect([row.orderCode, outlook.risk]).toEqual([row.orderCode, row.risk]);
      expect(
        Math.abs(Date.parse(outlook.forecastTime ?? '') - row.forecast.getTime()),
      ).toBeLessThan(60_000);
    }
  });

  it('could have released every order that it shows as released', async () => {
    const ids = await all(
      `select id from production_order where state not in ('draft', 'cancelled')`,
    );
    await inScope(database.app, { site: '*' }, async (trx) => {
      const { context } = writerIn(trx, '1');
      for (const { id } of ids) {
        const row = await createStore(context, order).get(id);
        expect(await snapshotFor(context, row)).toEqual({
          materialCode: row.materialCode,
          routeId: row.routeId,
        });
      }
    });
  });

  it('binds every device to one line, every station to a line and procedure of its own site', async () => {
    expect(await all(`select number from base_equipment where line_id is null`)).toEqual([]);
    expect(await one(`select count(*) from base_line_devices`)).toBe('92');
    expect(
      await all(`select s.work_report_station_no from base_station s join base_line l on l.id = s.line_id
      join base_procedure p on p.id = s.process_name left join base_equipment e on e.id = s.equipment_id
      where l.site_id <> s.site_id or p.site_id <> s.site_id or e.site_id <> s.site_id or e.line_id <> s.line_id`),
    ).toEqual([]);
    expect(await all(`select code from base_line where not has_output`)).toEqual([]);
    const robot = await all(
      `select nickname, security_door_no as door, ip, standard_action_rate::float as rate from base_equipment where number = 'NB-RB-03'`,
    );
    expect(robot).toEqual([
      { nickname: '机加L05上料机器人', door: 'D-03', ip: '10.20.4.33', rate: 85 },
    ]);
  });

  it('lets everybody in with the password of admin, each with one role', async () => {
    expect(await one(`select count(distinct password_hash) from user_credential`)).toBe('1');
    expect(await one(`select count(*) from user_credential`)).toBe('65');
    expect(
      await all(
        `select username from "system_user" where cardinality(role) <> 1 or must_change_password`,
      ),
    ).toEqual([]);
    const roles = await all(
      `select r.role_key from system_role r where not exists (select 1 from "system_user" u where r.id = any(u.role))`,
    );
    expect(roles).toEqual([{ role_key: 'screen' }]);
    expect(await one(`select count(*) from "system_user" where cardinality(departments) > 0`)).toBe(
      '31',
    );
  });

  it('fills sixty days of logs up to now, most of them on weekdays', async () => {
    const [span] = await all(`select min(at) as first, max(at) as last,
      count(*) filter (where extract(isodow from at at time zone 'Asia/Shanghai') > 5)::float / count(*) as weekend from log_operate`);
    expect(span.last.getTime()).toBeLessThanOrEqual(NOW.getTime());
    expect(span.first.getTime()).toBeGreaterThan(NOW.getTime() - 61 * 86_400_000);
    expect(span.weekend).toBeLessThan(0.2);
    expect(
      await all(`select u.username from "system_user" u join log_login l on l.username = u.username and l.event = '1' and l.status = '0'
      group by u.username, u.last_login_at having max(l.at) <> u.last_login_at`),
    ).toEqual([]);
  });

  it('speaks in its log of rows that are there', async () => {
    expect(
      await all(`select distinct l.entity, l.entity_id from log_operate l where l.entity_id is not null and not (
        l.entity = 'production/order' and exists (select 1 from production_order o where o.id::text = l.entity_id and o.site_id = l.site_id)
        or l.entity = 'base/line' and exists (select 1 from base_line o where o.id::text = l.entity_id)
        or l.entity = 'base/product' and exists (select 1 from base_product o where o.id::text = l.entity_id and o.site_id = l.site_id)
        or l.entity = 'base/checkItem' and exists (select 1 from base_check_item o where o.id::text = l.entity_id)
        or l.entity = 'base/procedure' and exists (select 1 from base_procedure o where o.id::text = l.entity_id)
        or l.entity = 'base/station' and exists (select 1 from base_station o where o.id::text = l.entity_id)
        or l.entity = 'base/reasonCode' and exists (select 1 from base_reason_code o where o.id::text = l.entity_id)
        or l.entity = 'base/equipment' and exists (select 1 from base_equipment o where o.id::text = l.entity_id)
        or l.entity = 'system/user' and exists (select 1 from "system_user" o where o.id::text = l.entity_id)
        or l.entity = 'system/role' and exists (select 1 from system_role o where o.id::text = l.entity_id))`),
    ).toEqual([]);
  });

  it('shows the bell to Ningbo and is loaded once', async () => {
    expect(
      await one(
        `select value from system_setting where key = 'notify.orgCode' and site_id is null`,
      ),
    ).toBe('ZCNB01');
    expect(
      await one(`select jsonb_array_length(value) from user_preference where key = 'favourites'`),
    ).toBe('5');
    expect(await mayLoadDemo(database.app)).toBe(false);
  });

  it('names rows that a list can read', async () => {
    await inScope(database.app, { site: '*' }, async (trx) => {
      const { context } = writerIn(trx, '1');
      const lines = await createStore(context, line).list({ page: 1, limit: 20, params: {} });
      expect(lines.total).toBe(14);
      const wheel = await createStore(context, product).find({ materialCode: 'W2195R' });
      expect(wheel?.components).toHaveLength(1);
    });
  });
});
