import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestDatabase } from '../kernel/database/testing.ts';
import { demoAt, NOW } from './demo.testing.ts';

describe('the shop floor of the demo', () => {
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

  it('lets no gateway be called never heard while states of its machines came in', async () => {
    expect(
      await all(`select count(*)::int as n, bool_and(g.connection = 'online') as spoke,
          bool_and(g.last_heard_time >= (select max(d.start_time) from device_live d
            join base_equipment e on e.id = d.equipment_id where e.gateway_id = g.id)) as after,
          max(abs(g.clock_drift)) < 2 as near from base_gateway g`),
    ).toEqual([{ n: 4, spoke: true, after: true, near: true }]);
  });

  it('binds machines to gateways that have no secret yet', async () => {
    expect(
      await all(`select g.code, count(e.id)::int as machines, count(s.digest)::int as secrets from base_gateway g
        join base_equipment e on e.gateway_id = g.id and e.site_id = g.site_id
        left join gateway_secret s on s.gateway_id = g.id group by g.code order by g.code`),
    ).toEqual([
      { code: 'GW-CS-M01', machines: 7, secrets: 0 },
      { code: 'GW-NB-L02', machines: 11, secrets: 0 },
      { code: 'GW-NB-L04', machines: 10, secrets: 0 },
      { code: 'GW-NB-L05', machines: 11, secrets: 0 },
    ]);
  });

  it('has the words of every alarm in both languages, of those that stand as their machines said them', async () => {
    expect(
      await all(`select encoding from log_alarm where content_zh is null or content_en is null
        or concat(content_zh, content_en) ~ '\\{|…'`),
    ).toEqual([]);
    expect(
      await all(`select count(*)::int as n, bool_and(v.text is not null and l.configured and l.content_zh = c.zh) as worded,
          bool_and(d.event_id = v.id and w.id is not null) as said
        from alarm_event v join base_equipment e on e.id = v.equipment_id
        join log_alarm l on l.site_id = v.site_id and l.at = v.log_time and l.id = v.log_id
        left join device_alarm d on d.equipment_id = v.equipment_id and d.encoding = v.encoding
        left join alarm_word w on w.equipment_id = v.equipment_id and w.order_time = v.start_time and w.active
        left join lateral (select regexp_replace(content_zh, '\\{(\\w+)\\}', '\\1', 'g') as zh from alarm_config
          where encoding = v.encoding and equipment_kind = e.equipment_kind
            and control_type in ('*', coalesce(e.control_type, '')) order by control_type = '*' limit 1) c on true
        where v.end_time is null`),
    ).toEqual([{ n: 4, worded: true, said: true }]);
  });

  it('shows 58 machines at work, and the stops that follow from what they were', async () => {
    expect(
      await all(`select status, count(*)::int as n from device_live group by 1 order by 2 desc, 1`),
    ).toEqual([
      { status: 'run', n: 41 },
      { status: 'idle', n: 6 },
      { status: 'alarm', n: 3 },
      { status: 'setup', n: 3 },
      { status: 'maintain', n: 2 },
      { status: 'offline', n: 2 },
      { status: 'estop', n: 1 },
    ]);
    expect(await one('select count(*) from equipment_downtime')).toBe('2100');
    const wrong = `not exists (select from device_state s where s.equipment_id = d.equipment_id and s.status <> 'run'
      and s.start_time <= d.start_time and coalesce(s.end_time, 'infinity') > d.start_time)`;
    expect(await all(`select d.* from equipment_downtime d where ${wrong}`)).toEqual([]);
    expect(await all(`select d.* from equipment_downtime d where minutes <= 2`)).toEqual([]);
    expect(
      await one(
        `select count(distinct shift_date) >= 60 and min(hour) > timestamptz '2025-09-05' from device_hour`,
      ),
    ).toBe('true');
  });

  it('counts pieces so that nothing contradicts anything', async () => {
    const wrong = await all(`select order_code from production_order where
      output_qty <> good_qty + ng_qty or packed_qty > good_qty or shipped_qty > packed_qty or scrap_qty > ng_qty
      or progress <> round(packed_qty * 100.0 / quantity, 2) or good_qty > quantity * (1 + over_percent / 100)
      or (state in ('draft', 'released', 'cancelled')) <> (output_qty = 0 and actual_start_time is null)
      or (state in ('completed', 'closed')) <> (actual_end_time is not null)
      or (state in ('completed', 'closed') and (wip_qty > 0 or packed_qty < quantity))
      or (state in ('released', 'running', 'paused')) <> (risk is not null and forecast_time is not null)
      or (state not in ('draft', 'cancelled')) <> (route_id is not null)
      or actual_start_time < create_time or actual_end_time < actual_start_time or plan_start_time < create_time`);
    expect(wrong).toEqual([]);
  });

  it('counts pieces as machines ran, and none while they stood', async () => {
    const [made] =
      await all(`select count(*)::int as hours, count(distinct p.equipment_id)::int as machines,
        bool_or(coalesce(h.run, 0) = 0 and e.equipment_kind = 'machineTool') as "whileStanding",
        min(p.hour) > '2025-10-05' and max(p.hour) <= '2025-11-06T06:00:00Z' as "isThen"
      from (select equipment_id, hour, sum(good + ng) as pieces from prod_hour group by 1, 2) p
      join base_equipment e on e.id = p.equipment_id
      left join device_hour h on h.equipment_id = p.equipment_id and h.hour = p.hour`);
    expect(made).toMatchObject({ machines: 54, whileStanding: false, isThen: true });
    const speeds = await all(`select e.number, sum(p.pieces) * 290 / sum(h.run) as speed
      from (select equipment_id, shift_date, sum(good + ng) as pieces from prod_hour group by 1, 2) p
      join base_equipment e on e.id = p.equipment_id and e.equipment_kind = 'machineTool'
      join (select equipment_id, shift_date, sum(run) as run from device_hour group by 1, 2) h using (equipment_id, shift_date)
      group by 1 having sum(p.pieces) * 290 / sum(h.run) not between 0.88 and 1.04`);
    expect(speeds).toEqual([]);
    // What left the machining lines had been through their last machines.
    const [lines] = await all(`select
        sum(h.good + h.ng) filter (where s.work_report_station_no ~ '^NB-L0[456]-(OP95-1|OP60-NG)$')::int as "out",
        sum(h.good) filter (where s.work_report_station_no ~ '^NB-L0[456]-OP30')::int as "through"
      from prod_hour h join base_station s on s.id = h.station_id`);
    expect(lines).toMatchObject({ out: lines?.['through'] });
  });

  it('is the same when loaded once more, and moves with the day', async () => {
    expect(await figuresAt(NOW)).toEqual(await figuresOf(database));
    const later = await figuresAt(new Date('2026-03-02T01:00:00Z'));
    expect(later.codes).toContain('NB-MO-2602-0007');
    expect(later.codes).toContain('NB-MO-2603-0002');
    expect(later.due).toBe('2026-03-14');
  }, 180_000);
});

async function figuresOf({
  owner,
}: TestDatabase): Promise<{ codes: string[]; due: string; digest: string }> {
  const { rows } = await owner.query(`select
    (select array_agg(order_code order by order_code) from production_order) as codes,
    (select due_date::text from production_order where order_code ~ '^NB-MO-....-0007$') as due,
    (select md5(string_agg(md5(at::text || operator || url || coalesce(error_msg, '')), '' order by at, operator, url)) from log_operate)
      || (select md5(string_agg(username || coalesce(phone, '') || last_login_at::text, '' order by username)) from "system_user" where username <> 'admin') as digest`);
  return rows[0];
}

async function figuresAt(now: Date) {
  const database = await demoAt(now);
  const figures = await figuresOf(database);
  await database.close();
  return figures;
}
