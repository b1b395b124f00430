import { gateway } from '@millwright/contract/base/gateway';
import type {
  GatewayDevice,
  GatewayTraffic,
  RefusedMessage,
  SuspectMessage,
} from '@millwright/contract/device/traffic';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import type { Route } from '../../kernel/http/route.ts';

/** `GET /api/base/gateways/:id/traffic`: rate, delay, refusals with their reasons, suspect times, machines. */
export const gatewayTrafficRoute: Route = {
  method: 'GET',
  path: `${gateway.path}/:id/traffic`,
  tag: 'base:gateway:query',
  describe: {
    summary: { zh: '网关的消息、延时与拒绝', en: 'Messages, delay and refusals of a gateway' },
  },
  async handle(context, { params }): Promise<GatewayTraffic> {
    const { id } = await context.store(gateway).get(params.id ?? '');
    const [counted, refused, suspect, devices] = await Promise.all([
      countsOf(context, id),
      refusedOf(context, id),
      suspectOf(context, id),
      devicesOf(context, id),
    ]);
    return { ...counted, refused, suspect, devices };
  },
};

type Counts = Omit<GatewayTraffic, 'refused' | 'suspect' | 'devices'>;

async function countsOf(context: Context, id: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce(round(sum(accepted + duplicate + rejected) / 5.0, 1), 0)::float8 as "perMinute",
      round(sum(delay_ms * timed) / nullif(sum(timed), 0))::float8 as "delayMs",
      coalesce(max(ahead_ms), 0) as "aheadMs",
      (select count(*)::int from device_refusal where gateway_id = ${id} and at > now() - interval '1 day') as "refusedCount",
      (select count(*)::int from device_suspect where gateway_id = ${id} and at > now() - interval '1 day') as "suspectCount"
    from device_batch where gateway_id = ${id} and at > now() - interval '5 minutes'`.execute(
    context.sql,
  );
  return rows[0] ?? { perMinute: 0, delayMs: null, aheadMs: 0, refusedCount: 0, suspectCount: 0 };
}

async function refusedOf(context: Context, id: string): Promise<RefusedMessage[]> {
  const { rows } =
    await sql<RefusedMessage>`select id, at, message_id as "messageId", device_number as "deviceNumber", type,
      reason_zh as "reasonZh", reason_en as "reasonEn", message #>> '{}' as message
    from device_refusal where gateway_id = ${id} order by at desc, id desc limit 50`.execute(
      context.sql,
    );
  return rows;
}

async function suspectOf(context: Context, id: string): Promise<SuspectMessage[]> {
  const { rows } =
    await sql<SuspectMessage>`select id, at, message_id as "messageId", device_number as "deviceNumber", type,
      clock_off::float8 as "clockOff"
    from device_suspect where gateway_id = ${id} order by at desc, id desc limit 50`.execute(
      context.sql,
    );
  return rows;
}

async function devicesOf(context: Context, id: string): Promise<GatewayDevice[]> {
  const { rows } = await sql<GatewayDevice>`
    select e.id as "equipmentId", e.number, e.nickname, d.status, d.raw_status as "rawStatus", d.heard_time as "heardTime",
      d.clock_difference as "clockDifference", last.shift_date as "shiftDate", coalesce(s.seconds, '[]') as seconds
    from base_equipment e left join device_live d on d.equipment_id = e.id
    left join lateral (select max(shift_date) as shift_date from device_hour h where h.equipment_id = e.id) last on true
    left join lateral (select json_agg(json_build_object('status', t.status, 'rawStatus', t.raw_status, 'seconds', t.seconds::text)
        order by t.seconds desc) as seconds from (
      select status, raw_status, sum(seconds) as seconds from device_state
      where site_id = e.site_id and equipment_id = e.id and shift_date = last.shift_date and end_time is not null
      group by 1, 2) t) s on true
    where e.gateway_id = ${id} order by e.number limit 200`.execute(context.sql);
  return rows;
}
