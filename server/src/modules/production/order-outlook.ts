import type { OrderOutlook } from '@millwright/contract/production/order-progress';
import { outlookOf } from '@millwright/contract/production/order-progress';
import { localDay } from '@millwright/contract/kernel/local-day';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { openZones } from '../../kernel/store/site.ts';
import { daysOfOrders, type OrderDays, type OrderInWork } from './order-days.ts';

/** What the outlook of an order is computed from. */
export interface OrderCounts {
  readonly id: string;
  readonly siteId: string | null;
  readonly state: string;
  readonly quantity: number;
  readonly outputQty: number;
  readonly goodQty: number;
  readonly packedQty: number;
  readonly dueDate: string;
  readonly actualStartTime: string | null;
  readonly planEndTime: string | null;
  /** As it was written last. */
  readonly forecastTime?: string | null;
}

/** Fields that the outlook is computed from. */
export const OUTLOOK_READS: readonly (keyof OrderCounts)[] = [
  'siteId',
  'state',
  'quantity',
  'outputQty',
  'goodQty',
  'packedQty',
  'dueDate',
  'actualStartTime',
  'planEndTime',
  'forecastTime',
];

/**
 * Progress, forecast and risk of an order as they are now, in the zone given. The forecast is the one written last; what
 * is known of the order's days writes a new one.
 */
export function outlookNow(
  order: OrderCounts,
  timeZone: string,
  now = new Date(),
  known?: OrderDays,
): OrderOutlook {
  const { state, quantity, goodQty, packedQty, dueDate, planEndTime, forecastTime } = order;
  const pace = { state, quantity, goodQty, packedQty, dueDate, planEndTime };
  const told = known ?? { dailyOutput: meanOutput(order, now) };
  const writtenForecast = known ? null : forecastTime;
  return outlookOf({ ...pace, ...told, writtenForecast }, now, (at) => localDay(at, timeZone));
}

/** The same of the orders of a list, each by the days of its own site. */
export async function openOutlook(context: Context): Promise<(order: OrderCounts) => OrderOutlook> {
  const zoneAt = await openZones(context);
  const now = new Date();
  return (order) => outlookNow(order, zoneAt(order.siteId), now);
}

/**
 * Writes progress, forecast and risk anew: after counters change, and once a day, because an order becomes late by
 * standing still. Without ids it goes over every open order of the scope.
 */
export async function refreshOutlook(
  context: Context,
  ids: readonly string[] | null = null,
): Promise<void> {
  const chosen =
    ids === null
      ? sql`t.state in ('released', 'running', 'paused')`
      : sql`t.id = any(${ids}::bigint[])`;
  const found = await sql<OrderCounts & OrderInWork>`
    select t.id, t.site_id as "siteId", t.line_ids as "lineIds", t.state, t.quantity, t.output_qty as "outputQty", t.good_qty as "goodQty", t.packed_qty as "packedQty",
      t.due_date as "dueDate", t.actual_start_time as "actualStartTime", t.plan_end_time as "planEndTime", coalesce(s.time_zone, ${context.session.timeZone}) as "timeZone"
    from production_order t left join base_site s on s.id = t.site_id where ${chosen}`.execute(
    context.sql,
  );
  const now = new Date();
  const days = await daysOfOrders(context.sql, found.rows, now);
  const outlooks = found.rows.map((order) => {
    const known = days.get(order.id) ?? { dailyOutput: meanOutput(order, now) };
    const { progress, forecastTime, risk } = outlookNow(order, order.timeZone, now, known);
    return { id: order.id, progress, forecast_time: forecastTime, risk };
  });
  await sql`
    update production_order t set progress = o.progress, forecast_time = o.forecast_time, risk = o.risk
    from jsonb_populate_recordset(null::production_order, ${JSON.stringify(outlooks)}::jsonb) o
    where o.id = t.id and (t.progress, t.forecast_time, t.risk) is distinct from (o.progress, o.forecast_time, o.risk)`.execute(
    context.sql,
  );
}

/** Where no station told hours for an order: its output spread evenly over all days since it began. */
function meanOutput({ outputQty, actualStartTime }: OrderCounts, now: Date): number[] {
  if (actualStartTime === null || outputQty <= 0) return [];
  const days = Math.max(1, (now.getTime() - Date.parse(actualStartTime)) / 86_400_000);
  return [outputQty / days];
}
