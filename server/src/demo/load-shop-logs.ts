import { type RawBuilder, sql } from 'kysely';
import { unexplained } from './alarm-data.ts';
import type { DemoCalendar } from './calendar.ts';
import type { DemoWriter } from './writer.ts';

/** Rows of each log over sixty days; messages fewer than a plant has, so that a first start waits a few seconds only. */
const ROWS = { communication: 60_000, mom: 15_000, dnc: 3_000, states: 40_000, alarms: 8_000 };
const DAYS = 60;

/**
 * The logs of the shop floor in the rhythm of the shifts, made inside the database because they are many: what devices
 * said, calls of the MOM service, program transfers, states of devices, and the alarms of those states.
 */
export async function loadShopLogs(writer: DemoWriter, calendar: DemoCalendar): Promise<void> {
  const { sql: trx } = writer.context;
  // The messages are sorted in memory instead of in files.
  await sql`set local work_mem = '64MB'`.execute(trx);
  await sql`create temporary table demo_device on commit drop as ${devices()}`.execute(trx);
  for (const statement of [
    messages(calendar),
    calls(calendar),
    keptBodies(),
    transfers(calendar),
    states(calendar),
    alarms(),
  ])
    await statement.execute(trx);
  await sql`select fold_log_counts()`.execute(trx);
}

/** Devices in the order of their numbers, with line, the order that is made there, and whether their alarms have texts. */
function devices(): RawBuilder<unknown> {
  return sql`select row_number() over (order by e.number)::int - 1 as place,
      e.site_id, e.number, e.nickname, e.equipment_kind as kind, l.code as line,
      exists (select from alarm_config a where a.equipment_kind = e.equipment_kind) as is_explained,
      (select o.order_code from production_order o where l.id = any(o.line_ids) and o.state in ('running', 'completed', 'paused')
        order by o.state = 'running' desc, o.id limit 1) as order_code
    from base_equipment e left join base_line l on l.id = e.line_id`;
}

/** The same number between 0 and 1 for the same row and purpose, whatever the database. */
function chance(row: string, purpose: number): RawBuilder<number> {
  return sql<number>`((hashint8extended((${sql.raw(row)})::bigint * 64 + ${sql.lit(purpose)}, 20251106) & 1048575) / 1048576::double precision)`;
}

/** A moment of the sixty days: few on Sundays and at night, fewer in the breaks at noon and midnight. */
function moment({ now }: DemoCalendar, row: string): RawBuilder<unknown> {
  const day = sql`floor(${chance(row, 1)} * ${sql.lit(DAYS)})::int`;
  const rest = sql`case when extract(isodow from ${now}::timestamptz - (${day} * interval '1 day')) = 7 and ${chance(row, 2)} < 0.75 then 1 else 0 end`;
  const hour = sql`case when ${chance(row, 3)} < 0.62 then 0 else 12 end`;
  const within = sql`case when ${chance(row, 4)} < 0.45 then ${chance(row, 5)} * 4 when ${chance(row, 4)} < 0.5 then 4 + ${chance(row, 5)} else 5 + ${chance(row, 5)} * 7 end`;
  // Shifts begin at eight in China, that is at midnight in UTC.
  return sql`(date_trunc('day', ${now}::timestamptz at time zone 'UTC') at time zone 'UTC' - (${day} + ${rest}) * interval '1 day' + (${hour} + ${within}) * interval '1 hour')`;
}

/** Moments that lie behind now belong to the day before. */
function past({ now }: DemoCalendar, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select case when m > ${now}::timestamptz - interval '1 minute' then m - interval '1 day' else m end from (select ${at} as m) x)`;
}

function messages(calendar: DemoCalendar): RawBuilder<unknown> {
  // Every 25th row is a command to a gateway, the next one its answer; one command of twenty is never answered.
  return sql`insert into log_communication (site_id, at, queue_name, message, message_id, client_id, order_code, device_type,
      device_number, line_number, direction, result, size, send_time)
    select site_id, at, queue, message, message_id, 'gw-' || lower(left(number, 2)) || '-0' || (1 + place % 2), order_code, kind,
      number, line, case when n % 25 = 0 then 'down' else 'up' end,
      case when ${chance('n', 12)} < 0.002 then 'rejected' when ${chance('n', 12)} < 0.007 then 'duplicate' else 'accepted' end,
      length(message), at - (20 + ${chance('n', 13)} * 180) * interval '1 millisecond'
    from (
      select b.n, d.*, b.at + case when b.n % 25 = 1 then (0.2 + ${chance('b.n', 6)} * 4) * interval '1 second' else interval '0' end as at,
        case when b.n % 25 < 2 then 'device.command' else 'device.' || k.type end as queue,
        case when b.n % 25 = 1 then 'cmd-' || (b.n - 1) else case when b.n % 25 = 0 then 'cmd-' else 'msg-' end || b.n end as message_id,
        case when b.n % 25 = 0 then '{"type":"command","command":"readProgram"}'
          when b.n % 25 = 1 then '{"type":"reply","ok":true}'
          when k.type = 'state' then format('{"type":"state","data":{"status":"%s","mode":"auto","program":"O%s","alarm":0,"connection":1,"device":1,"emergencyStop":0}}',
            case when ${chance('b.n', 7)} < 0.8 then 'run' else 'idle' end, 2100 + b.n % 14)
          when k.type = 'count' then format('{"type":"count","data":{"good":%s,"ng":%s,"counter":%s}}', 1 + b.n % 4, case when ${chance('b.n', 7)} < 0.03 then 1 else 0 end, b.n)
          when k.type = 'toolLife' then format('{"type":"toolLife","data":{"toolGroupNo":%s,"toolNo":%s,"lifeCount":%s}}', 1 + b.n % 12, 1 + b.n % 4, b.n % 900)
          else format('{"type":"pass","data":{"workpieceNo":"W%s","result":"%s","program":"O%s"}}', 250000 + b.n / 4, case when ${chance('b.n', 7)} < 0.015 then 'NG' else 'OK' end, 2100 + b.n % 14) end as message
      from (
        select n, base, ${past(calendar, moment(calendar, 'base'))} as at
        from (select n, n - (n % 25 = 1)::int as base from generate_series(1, ${ROWS.communication}::int) n where n % 500 <> 1) g offset 0
      ) b
      cross join lateral (select (array['state', 'state', 'count', 'pass', 'pass', 'pass', 'toolLife'])[1 + floor(${chance('b.base', 8)} * 7)::int] as type) k
      join demo_device d on d.place = floor(${chance('b.base', 9)} * (select count(*) from demo_device))::int
    ) rows order by at`;
}

function calls(calendar: DemoCalendar): RawBuilder<unknown> {
  return sql`insert into log_mom (site_id, at, interface_code, interface_name, interface_name_en, direction, order_code, biz_key, status, result_code,
      retry_count, cost_time, path, idempotency_key, request, response)
    select o.site_id, c.at, i.code, i.name, i.name_en, i.direction, o.order_code, 'BK' || (700000 + c.n), s.status,
      case s.status when 'success' then '0' when 'retry' then 'TIMEOUT' else '50012' end,
      case when s.status = 'success' then (${chance('c.n', 11)} < 0.01)::int else 1 + floor(${chance('c.n', 11)} * 3)::int end,
      round(30 + ${chance('c.n', 12)} * 160 + (s.status = 'retry')::int * 2800)::int, i.path, 'mom-' || c.n,
      format('{"orderCode":"%s","bizKey":"BK%s","quantity":%s}', o.order_code, 700000 + c.n, 1 + c.n % 40),
      case s.status when 'success' then '{"code":0,"msg":"success"}' when 'retry' then null else '{"code":50012,"msg":"物料批次不存在"}' end
    from (select n, ${past(calendar, moment(calendar, 'n'))} as at from generate_series(1, ${ROWS.mom}::int) n offset 0) c
    cross join lateral (select case when ${chance('c.n', 10)} < 0.976 then 'success' when ${chance('c.n', 10)} < 0.996 then 'failure' else 'retry' end as status) s
    join (values (0, 'MOM1001', '工单下发', 'Order issue', 'inbound', '/api/mom/order/issue'), (1, 'MOM1002', '报工', 'Work report', 'outbound', '/api/mom/report/work'),
      (2, 'MOM1003', '报工', 'Work report', 'outbound', '/api/mom/report/work'), (3, 'MOM2001', '物料领用', 'Material issue', 'outbound', '/api/mom/material/issue'),
      (4, 'MOM2002', '成品入库', 'Finished goods in', 'outbound', '/api/mom/stock/in'), (5, 'MOM3001', '质检结果上报', 'Inspection results', 'outbound', '/api/mom/quality/result'),
      (6, 'MOM3002', '不合格品上报', 'Nonconforming parts', 'outbound', '/api/mom/quality/ng'), (7, 'MOM4001', '设备状态同步', 'Equipment states', 'outbound', '/api/mom/equipment/state'))
      i(place, code, name, name_en, direction, path) on i.place = floor(${chance('c.n', 8)} * 8)::int
    join (select row_number() over (order by id) - 1 as place, site_id, order_code from production_order
      where state in ('running', 'paused', 'completed')) o on o.place = floor(${chance('c.n', 9)} * (select count(*) from production_order where state in ('running', 'paused', 'completed')))::int
    order by c.at`;
}

/** Failed calls can be sent again: what was to be sent is kept beside them. */
function keptBodies(): RawBuilder<unknown> {
  return sql`insert into log_body (site_id, log, id, at, body) select site_id, 'log_mom', id, at, request from log_mom
    where direction = 'outbound' and status <> 'success'`;
}

function transfers(calendar: DemoCalendar): RawBuilder<unknown> {
  const text = (feed: RawBuilder<unknown>) =>
    sql`format('%%\\u000aO%s (W1890A OP20)\\u000aG21 G40 G80\\u000aT0101 M6\\u000aG97 S1200 M3\\u000aG0 X460. Z5. M8\\u000aG1 Z-120. F%s\\u000aG0 X480. Z100.\\u000aM9\\u000aM30\\u000a%%', 2100 + c.n % 14, ${feed})`;
  return sql`insert into log_dnc (site_id, at, device_number, device_name, program_no, program_name, version, direction, file_size, checksum,
      match_result, operator, order_code, product_code, result, fail_reason, cost_time, sent_text, held_text)
    select d.site_id, c.at, d.number, d.nickname, 'O' || (2100 + c.n % 14), (array['W1890A', 'W1985V', 'T2290H'])[1 + c.n % 3] || '-OP' || (10 + 10 * (c.n % 4)),
      'V' || (1 + c.n % 3), k.direction, 4200 + c.n % 9000, md5('O' || (2100 + c.n % 14) || (c.n % 3)),
      case when k.direction = 'compare' then case when k.differs then 'different' else 'same' end end,
      (array['黄伟 huangwei', '徐军 xujun', '陈浩 chenhao'])[1 + c.n % 3], d.order_code, (array['W1890A', 'W1985V', 'T2290H'])[1 + c.n % 3],
      case when k.failed then 'failure' else 'success' end, case when k.failed then '机床未处于编辑方式' end,
      round(200 + ${chance('c.n', 12)} * 2400)::int,
      case when k.direction <> 'upload' then ${text(sql`300`)} end,
      case when k.direction = 'compare' then ${text(sql`case when k.differs then 280 else 300 end`)} end
    from (select n, ${past(calendar, moment(calendar, 'n'))} as at from generate_series(1, ${ROWS.dnc}::int) n offset 0) c
    cross join lateral (select case when ${chance('c.n', 10)} < 0.6 then 'download' when ${chance('c.n', 10)} < 0.9 then 'compare' else 'upload' end as direction,
      ${chance('c.n', 11)} < 0.06 as differs, ${chance('c.n', 11)} > 0.985 as failed) k
    join (select *, row_number() over (order by number) - 1 as tool from demo_device where kind = 'machineTool') d
      on d.tool = floor(${chance('c.n', 9)} * (select count(*) from demo_device where kind = 'machineTool'))::int
    order by c.at`;
}

/** Four rows a shift and device: it starts, an alarm comes and goes, it ends; now and then an emergency stop or a lost line. */
function states({ now }: DemoCalendar): RawBuilder<unknown> {
  return sql`insert into log_equipment_state (site_id, at, device_number, device_name, line_number, alarm, connection, device, emergency_stop,
      changed_field, source, order_code)
    select site_id, at, number, nickname, line, alarm, connection, device, stop,
      array_remove(array[
        case when alarm is distinct from lag(alarm, 1, false) over w then 'alarm' end,
        case when connection is distinct from lag(connection, 1, true) over w then 'connection' end,
        case when device is distinct from lag(device, 1, false) over w then 'device' end,
        case when stop is distinct from lag(stop, 1, false) over w then 'emergencyStop' end], null),
      case when connection then 'reported' else 'heartbeat' end, order_code
    from (
      select d.*, f.part, s.begin + case f.part when 0 then interval '0' when 1 then s.rest when 2 then s.rest + s.length
          else interval '11 hours' - ${chance('s.n', 7)} * interval '40 minutes' end as at,
        f.part = 1 as alarm, not (f.part = 1 and ${chance('s.n', 5)} < 0.04) as connection, f.part < 3 as device,
        f.part = 1 and ${chance('s.n', 6)} < 0.07 as stop
      from (
        select d.place, n.shift * 1000 + d.place as n, date_trunc('day', ${now}::timestamptz at time zone 'UTC') at time zone 'UTC'
            - n.shift * interval '12 hours' + interval '12 hours' + (${chance('n.shift * 1000 + d.place', 2)} * 25) * interval '1 minute' as begin,
          (0.4 + ${chance('n.shift * 1000 + d.place', 3)} * 9) * interval '1 hour' as rest,
          (40 + power(${chance('n.shift * 1000 + d.place', 4)}, 3) * 2400) * interval '1 second' as length
        from demo_device d cross join generate_series(0, ${DAYS * 2}::int) n(shift)
      ) s join demo_device d using (place) cross join generate_series(0, 3) f(part)
    ) rows where at < ${now}::timestamptz - interval '1 minute'
    window w as (partition by number order by at) order by at desc limit ${ROWS.states}`;
}

/**
 * The alarms of the states, newest first, as many as are wanted beside those of machines that stand, with the
 * configured texts of the device's kind; a few codes stand for most of the time, and of some nobody has said yet what
 * they mean: those have the machine's own words in both languages.
 */
function alarms(): RawBuilder<unknown> {
  return sql`insert into log_alarm (site_id, at, encoding, level, content_zh, content_en, configured, device_number, device_name, line_number,
      order_code, end_time, duration, count, ack_state, ack_by, ack_time, ack_remark)
    select a.site_id, a.at, coalesce(c.encoding, raw.code), c.level, regexp_replace(coalesce(c.zh, raw.words), '\\{(\\d)\\}', '\\1', 'g'), regexp_replace(coalesce(c.en, raw.words), '\\{(\\d)\\}', '\\1', 'g'), c.encoding is not null,
      a.device_number, a.device_name, a.line_number, a.order_code,
      a.ends, extract(epoch from a.ends - a.at)::int, 1 + floor(power(${chance('a.id', 22)}, 6) * 5)::int,
      case when k.done then 'done' else 'open' end, case when k.done then k.who end, case when k.done then a.ends + interval '4 minutes' end,
      case when k.done and ${chance('a.id', 23)} < 0.3 then '已复位，观察运行' end
    from (select * from (
        select s.*, lead(s.at) over (partition by s.site_id, s.device_number order by s.at) as ends from log_equipment_state s
      ) t where alarm and device_number = any (array(select number from demo_device where is_explained))
        order by at desc limit ${ROWS.alarms} - (select count(*) from log_alarm)) a
    join demo_device d on d.number = a.device_number
    left join (values ${sql.join(unexplained.map(({ encoding, device, text }) => sql`(${encoding}::text, ${device}::text, ${text}::text)`))}) raw(code, device, words)
      on raw.device = a.device_number and ${chance('a.id', 25)} < 0.15
    left join (select equipment_kind as kind, encoding, level, content_zh as zh, content_en as en,
        row_number() over (partition by equipment_kind order by hashtext(encoding), id) - 1 as place from alarm_config) c
      on raw.code is null and c.kind = d.kind and c.place =
        floor(power(${chance('a.id', 20)}, 2.2) * (select count(*) from alarm_config k where k.equipment_kind = d.kind))
    cross join lateral (select a.ends is not null and (a.at < now() - interval '1 day' or ${chance('a.id', 21)} < 0.6) and ${chance('a.id', 24)} < 0.93 as done,
      (array['徐军 xujun', '陈浩 chenhao', '孙毅 sunyi'])[1 + a.id % 3] as who) k
    order by a.at`;
}
