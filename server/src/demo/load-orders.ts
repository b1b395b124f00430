import { order } from '@millwright/contract/production/order';
import type { DemoCalendar } from './calendar.ts';
import { sites } from './company-data.ts';
import type { DemoBase } from './load-base.ts';
import type { DemoCompany } from './load-company.ts';
import { type DemoOrder, orders } from './order-data.ts';
import { randomOf } from './random.ts';
import { type DemoWriter, writerIn } from './writer.ts';

/** The 36 orders, each written by the planner of its site. */
export async function loadOrders(
  writer: DemoWriter,
  calendar: DemoCalendar,
  company: DemoCompany,
  base: DemoBase,
): Promise<void> {
  for (const { code, prefix } of sites) {
    const planner = writerIn(writer.context.sql, company.userIds.get(PLANNERS[code]) ?? '0');
    await planner.write(
      order,
      orders
        .filter(({ site }) => site === code)
        .map((made) => ({
          siteId: company.siteIds[code],
          draft: draftOf(made, `${prefix}-MO`, calendar, base),
          owned: ownedOf(made, calendar, base),
        })),
    );
  }
}

const PLANNERS = { NB01: 'liuyang', CS02: 'shenjie', TH03: 'anong' } as const;

function draftOf(made: DemoOrder, series: string, calendar: DemoCalendar, base: DemoBase) {
  const [month = '', digits = ''] = made.number.split('-');
  const [start, end, due] = made.days;
  return {
    orderCode: `${series}-${calendar.month(month)}-${digits}`,
    orderName: made.name,
    orderNo: made.erpNo ?? null,
    customer: made.customer,
    orderType: made.type ?? 'mass',
    productId: base.productIds.get(`${made.site} ${made.product}`) ?? '0',
    quantity: made.quantity,
    priority: made.priority ?? '3',
    lineIds: made.lines.map((line) => base.lineIds.get(`${made.site} ${line}`) ?? '0'),
    planStartTime: calendar.at(full(start), '08:00'),
    planEndTime: calendar.at(full(end), '20:00'),
    dueDate: calendar.day(full(due)),
    remark: made.remark ?? null,
  };
}

/** What the server counts and sets: states, counters that agree with each other, forecast and risk. */
function ownedOf(made: DemoOrder, calendar: DemoCalendar, base: DemoBase): Record<string, unknown> {
  const [month = '', digits = ''] = made.number.split('-');
  const [good, ng, packed, wipQty] = made.made;
  const [, , , last] = made.days;
  const isReleased = made.state !== 'draft' && made.state !== 'cancelled';
  const isFinished = made.state === 'completed' || made.state === 'closed';
  const began = isReleased && made.state !== 'released';
  const madeTime = calendar.madeAt(
    month,
    orderedOn(month, Number(digits)),
    `10:${digits.slice(2)}`,
  );
  return {
    state: made.state,
    source: made.erpNo === undefined ? 'manual' : 'erp',
    ...(isReleased
      ? {
          materialCode: made.product,
          routeId: base.routeIds.get(`${made.site} ${made.product}`) ?? null,
        }
      : {}),
    plannedQty: isReleased ? made.quantity : 0,
    outputQty: good + ng,
    goodQty: good,
    ngQty: ng,
    scrapQty: Math.round(ng * 0.8),
    reworkQty: Math.round(ng * 0.35),
    wipQty,
    packedQty: packed,
    shippedQty: shippedOf(made, packed),
    progress: ((packed / made.quantity) * 100).toFixed(2),
    actualStartTime: began ? beganAt(made, calendar) : null,
    actualEndTime: isFinished && last ? calendar.at(full(last), '17:35') : null,
    forecastTime: forecastAt(made, calendar),
    risk: made.risk ?? null,
    createTime: madeTime,
    updateTime: began ? lastChange(made, calendar) : madeTime,
  };
}

/** Closed orders are shipped whole; completed and running ones by full pallets of 32. */
function shippedOf(made: DemoOrder, packed: number): number {
  if (made.state === 'closed') return packed;
  return Math.floor((packed * 0.8) / 32) * 32;
}

function lastChange(made: DemoOrder, calendar: DemoCalendar): string {
  const random = randomOf(Number(made.number.replace('-', '')));
  const ended = made.state === 'completed' || made.state === 'closed' ? made.days[3] : undefined;
  if (ended) return calendar.at(full(ended), '18:05');
  return new Date(calendar.now.getTime() - random.integer(1, 40) * 60_000).toISOString();
}

/** Orders come in one after the other: those of the month before on its first days, those of this month in this week. */
function orderedOn(month: string, number: number): string {
  const day = month === '2511' ? 3 + Math.floor(number / 2) : 1 + Math.floor(number * 0.75);
  return `20${month.slice(0, 2)}-${month.slice(2)}-${String(day).padStart(2, '0')}`;
}

/**
 * When an order in work began: so long ago that its mean output leads to the forecast of the documents; a
 * finished one on the morning of its planned start.
 */
function beganAt(made: DemoOrder, calendar: DemoCalendar): string {
  const [good, ng] = made.made;
  const [start, , , last] = made.days;
  const isFinished = made.state === 'completed' || made.state === 'closed';
  if (isFinished || !last) return calendar.at(full(start), '08:12');
  const days = ((good + ng) * daysAhead(last)) / (made.quantity - good);
  return new Date(calendar.now.getTime() - days * DAY_MS).toISOString();
}

/** Days from the documents' today to one of their days. */
function daysAhead(monthDay: string): number {
  return (Date.parse(`${full(monthDay)}T00:00:00Z`) - Date.parse('2025-11-06T00:00:00Z')) / DAY_MS;
}

function forecastAt(made: DemoOrder, calendar: DemoCalendar): string | null {
  const [, end, , last] = made.days;
  if (made.state === 'released') return calendar.at(full(end), '20:00');
  if (!last || (made.state !== 'running' && made.state !== 'paused')) return null;
  return new Date(calendar.now.getTime() + daysAhead(last) * DAY_MS).toISOString();
}

const DAY_MS = 86_400_000;

function full(monthDay: string): string {
  return `2025-${monthDay}`;
}
