import { type ShiftTime, shiftsOn } from '@millwright/contract/base/line-shift';
import { localDay } from '@millwright/contract/kernel/local-day';
import { type OrderPace, WORKING_DAYS } from '@millwright/contract/production/order-progress';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** What the forecast of an order needs to know of its days. */
export type OrderDays = Pick<OrderPace, 'dailyOutput' | 'worksOn'>;

/** An order whose days are asked for. */
export interface OrderInWork {
  readonly id: string;
  readonly siteId: string;
  readonly lineIds: readonly string[];
  readonly timeZone: string;
}

/**
 * Good pieces of the last working days before today of those orders for which stations told hours, and the days on which
 * their lines work.
 */
export async function daysOfOrders(
  trx: Trx,
  orders: readonly OrderInWork[],
  now: Date,
): Promise<Map<string, OrderDays>> {
  const goods = await goodByDay(trx, orders);
  const told = orders.filter(({ id }) => goods.has(id));
  if (told.length === 0) return new Map();
  const calendar = await lineCalendar(trx, told);
  return new Map(
    told.map((order) => {
      const worksOn = calendar(order);
      const good = goods.get(order.id) ?? new Map<string, number>();
      const today = localDay(now, order.timeZone);
      return [order.id, { dailyOutput: lastDays(good, today, worksOn), worksOn }];
    }),
  );
}

/** Output of the working days since the order's first piece, the five before today; of today when it is the first. */
function lastDays(
  good: ReadonlyMap<string, number>,
  today: string,
  worksOn: (day: string) => boolean,
): number[] {
  const first = [...good.keys()].sort()[0] ?? today;
  const days: string[] = [];
  for (let day = before(today); day >= first && days.length < WORKING_DAYS; day = before(day))
    if (worksOn(day) || good.has(day)) days.unshift(day);
  return (days.length > 0 ? days : [today]).map((day) => good.get(day) ?? 0);
}

function before(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Pieces pass several stations: those of the last procedure of the route that told any are finished ones. */
async function goodByDay(
  trx: Trx,
  orders: readonly OrderInWork[],
): Promise<Map<string, Map<string, number>>> {
  const ids = orders.map(({ id }) => id);
  const { rows } = await sql<{ orderId: string; day: string; good: string }>`
    with told as (
      select h.order_id, h.shift_date, coalesce(c.sequence, 0) as step, sum(h.good) as good
      from prod_hour h join production_order o on o.id = h.order_id and o.site_id = h.site_id
        left join base_station s on s.id = h.station_id
        left join base_route_steps c on c.parent_id = o.route_id and c.procedure_id = s.process_name
      where h.order_id = any(${ids}::bigint[]) group by 1, 2, 3)
    select order_id::text as "orderId", shift_date::text as day, good::text as good from told t
    where step = (select max(l.step) from told l where l.order_id = t.order_id)`.execute(trx);
  const byOrder = new Map<string, Map<string, number>>();
  for (const { orderId, day, good } of rows)
    byOrder.set(orderId, (byOrder.get(orderId) ?? new Map()).set(day, Number(good)));
  return byOrder;
}

type LineShift = ShiftTime & { readonly lineId: string; readonly siteId: string };

/** On which days the lines of an order work: those that it names, else all of its site; without shifts on every day. */
async function lineCalendar(
  trx: Trx,
  orders: readonly OrderInWork[],
): Promise<(order: OrderInWork) => (day: string) => boolean> {
  const sites = [...new Set(orders.map(({ siteId }) => siteId))];
  const [shifts, days] = await Promise.all([
    sql<LineShift>`
      select l.id as "lineId", l.site_id as "siteId", c.name, c.start_time as "startTime", c.end_time as "endTime", c.breaks,
        c.weekdays, c.valid_from as "validFrom", c.valid_to as "validTo"
      from base_line l join base_line_shifts c on c.parent_id = l.id
      where l.status = '1' and l.site_id = any(${sites}::bigint[])`.execute(trx),
    sql<{ lineId: string; day: string; kind: 'holiday' | 'overtime' }>`
      select line_id as "lineId", day, kind from base_line_day where site_id = any(${sites}::bigint[])`.execute(
      trx,
    ),
  ]);
  const kinds = new Map(days.rows.map(({ lineId, day, kind }) => [`${lineId} ${day}`, kind]));
  const begins = (shift: LineShift, day: string) =>
    shiftsOn([shift], day, kinds.get(`${shift.lineId} ${day}`) ?? null).length > 0;
  return ({ siteId, lineIds }) => {
    const own = shifts.rows.filter((shift) =>
      lineIds.length > 0 ? lineIds.includes(shift.lineId) : shift.siteId === siteId,
    );
    return (day) => own.length === 0 || own.some((shift) => begins(shift, day));
  };
}
