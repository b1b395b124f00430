import { product } from '@millwright/contract/base/product';
import { route } from '@millwright/contract/base/route';
import { localDay } from '@millwright/contract/kernel/local-day';
import type { order } from '@millwright/contract/production/order';
import { orderLabel } from '@millwright/contract/production/order-label';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';
import { effectiveRoute } from '../base/route.ts';

type OrderRow = Answer<typeof order>;

/** One stage of the way from plan to shipment: pieces that reached it, and pieces lost since the one before. */
export interface FunnelStage {
  stage: 'quantity' | 'plannedQty' | 'outputQty' | 'goodQty' | 'packedQty' | 'shippedQty';
  count: number;
  lost: number;
}

/** The order's own counters as a funnel, with pieces in process and in rework beside it. */
export function funnelOf(row: OrderRow) {
  const stages: FunnelStage[] = [
    { stage: 'quantity', count: row.quantity, lost: 0 },
    { stage: 'plannedQty', count: row.plannedQty, lost: 0 },
    { stage: 'outputQty', count: row.outputQty, lost: 0 },
    { stage: 'goodQty', count: row.goodQty, lost: row.ngQty },
    { stage: 'packedQty', count: row.packedQty, lost: 0 },
    { stage: 'shippedQty', count: row.shippedQty, lost: 0 },
  ];
  return { stages, wipQty: row.wipQty, reworkQty: row.reworkQty, scrapQty: row.scrapQty };
}

/** Due against forecast; `differenceDays` counts days of the zone from the forecast to the due date, negative = late. */
export function progressView(row: OrderRow, timeZone: string) {
  const {
    quantity,
    goodQty,
    packedQty,
    progress,
    planStartTime,
    planEndTime,
    dueDate,
    forecastTime,
    risk,
    actualStartTime,
    actualEndTime,
  } = row;
  const expected = forecastTime ?? actualEndTime;
  const differenceDays =
    expected === null
      ? null
      : (Date.parse(dueDate) - Date.parse(localDay(new Date(expected), timeZone))) / 86_400_000;
  const missing = Math.max(0, quantity - goodQty);
  return {
    quantity,
    goodQty,
    packedQty,
    missing,
    progress,
    planStartTime,
    planEndTime,
    dueDate,
    forecastTime,
    differenceDays,
    risk,
    actualStartTime,
    actualEndTime,
  };
}

/** What is printed to go with the pieces: QR text, product with picture, route with its check items. */
export async function travellerOf(context: Context, row: OrderRow) {
  const made = await context.store(product).get(row.productId);
  const version = row.routeId
    ? await context.store(route).get(row.routeId)
    : await effectiveRoute(context, row.productId);
  return {
    qr: `MO:${row.orderCode ?? ''}`,
    label: orderLabel({ code: row.orderCode ?? '', name: row.orderName }),
    order: row,
    product: made,
    route:
      version === null
        ? null
        : { id: version.id, routeCode: version.routeCode, version: version.version },
    steps: version === null ? [] : await stepsPrinted(context, version.id, row.productId),
  };
}

interface PrintedStep {
  sequence: number;
  procedureCode: string;
  procedureName: string;
  procedureNameEn: string | null;
  stationGroup: string | null;
  standardBeat: string | null;
  isKey: boolean;
  checkItems: {
    itemCode: string;
    itemName: string;
    itemNameEn: string | null;
    standard: string | null;
    upperLimit: string | null;
    lowerLimit: string | null;
    unit: string | null;
    decimals: number | null;
    valueType: string;
    okChoices: string[] | null;
    isKey: boolean;
  }[];
}

/** A step lists the items that it names, or else those of its procedure for the product. */
async function stepsPrinted(
  context: Context,
  routeId: string,
  productId: string,
): Promise<PrintedStep[]> {
  const found = await sql<PrintedStep>`
    select c.sequence, p.procedure_code as "procedureCode", p.procedure_name as "procedureName", p.procedure_name_en as "procedureNameEn",
      c.station_group as "stationGroup", coalesce(c.standard_beat, p.standard_beat)::text as "standardBeat", c.is_key or p.is_key as "isKey",
      (select coalesce(json_agg(json_build_object('itemCode', i.item_code, 'itemName', i.item_name, 'itemNameEn', i.item_name_en,
          'standard', i.standard::text, 'upperLimit', i.upper_limit::text, 'lowerLimit', i.lower_limit::text, 'unit', i.unit,
          'decimals', i.decimals,
          'valueType', i.value_type, 'okChoices', i.ok_choices, 'isKey', i.is_key) order by i.sequence, i.id), '[]')
        from base_check_item i where i.status = '1' and case when cardinality(c.check_item_ids) > 0 then i.id = any(c.check_item_ids)
          else i.procedure_id = c.procedure_id and (i.product_id is null or i.product_id = ${productId}) end) as "checkItems"
    from base_route_steps c join base_procedure p on p.id = c.procedure_id
    where c.parent_id = ${routeId} order by c.sequence, c.position`.execute(context.sql);
  return found.rows;
}
