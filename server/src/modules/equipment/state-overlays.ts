import type { StateOverlays } from '@millwright/contract/equipment/live-equipment';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { shownContent } from '../alarm/content.ts';
import { explainAlarms } from '../alarm/explain.ts';
import { productWord } from '../base/product-word.ts';
import { isForLine } from '../production/order-at-line.ts';

interface Machine {
  readonly id: string;
  readonly siteId: string | null;
  readonly lineId: string | null;
  readonly equipmentKind: string;
  readonly controlType: string | null;
}

/** What lies over the states of a machine in a stretch of time (milliseconds): alarms, stops, orders begun on its line. */
export async function overlaysOf(
  context: Context,
  machine: Machine,
  span: { readonly from: number; readonly to: number },
): Promise<StateOverlays> {
  const within = {
    from: new Date(span.from).toISOString(),
    to: new Date(span.to).toISOString(),
  };
  const [alarms, stops, orders] = await Promise.all([
    alarmsIn(context, machine, within),
    stopsIn(context, machine, within),
    ordersIn(context, machine, within),
  ]);
  return { alarms, stops, orders };
}

interface Within {
  readonly from: string;
  readonly to: string;
}

/** So many of each are drawn; a week of a machine has fewer. */
const MOST = 500;

async function alarmsIn(context: Context, machine: Machine, { from, to }: Within) {
  const { rows } = await sql<{
    encoding: string;
    text: string | null;
    from: string;
    to: string | null;
  }>`select encoding, text, start_time as "from", end_time as "to" from alarm_event
    where equipment_id = ${machine.id} and start_time < ${to} and coalesce(end_time, 'infinity') > ${from}
    order by start_time desc, id desc limit ${MOST}`.execute(context.sql);
  const { equipmentKind, controlType } = machine;
  const siteId = machine.siteId ?? '';
  const explained = await explainAlarms(
    context.sql,
    rows.map(({ encoding, text }) => ({ siteId, equipmentKind, controlType, encoding, text })),
  );
  return rows.map(({ text, ...alarm }, at) => ({
    ...alarm,
    ...shownContent(explained[at], text),
  }));
}

async function stopsIn(context: Context, machine: Machine, { from, to }: Within) {
  const { rows } = await sql<StateOverlays['stops'][number]>`
    select d.category, r.name_zh as "nameZh", r.name_en as "nameEn", d.start_time as "from", d.end_time as "to"
    from equipment_downtime d left join base_reason_code r on r.id = d.reason_id
    where d.equipment_id = ${machine.id} and d.start_time < ${to} and coalesce(d.end_time, 'infinity') > ${from}
    order by d.start_time desc limit ${MOST}`.execute(context.sql);
  return rows;
}

async function ordersIn(context: Context, { lineId, siteId }: Machine, { from, to }: Within) {
  if (lineId === null) return [];
  const { rows } = await sql<StateOverlays['orders'][number]>`
    select o.order_code as "orderCode", ${productWord(context)} as "productName", o.actual_start_time as at
    from production_order o join base_product p on p.id = o.product_id
    where o.site_id = ${siteId} and ${isForLine(lineId)} and o.actual_start_time between ${from} and ${to}
    order by o.actual_start_time desc limit ${MOST}`.execute(context.sql);
  return rows;
}
