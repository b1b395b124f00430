import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { routeBeat } from './route-beat.ts';

/** Machines of one site over production dates `YYYY-MM-DD`, both inclusive. */
export interface PiecesAsked {
  readonly siteId: string;
  readonly equipmentIds: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** What a machine made in a shift; the seconds that it should have taken, null where a piece has no standard beat. */
export interface ShiftPieces {
  readonly equipmentId: string;
  readonly shiftDate: string;
  /** '0' outside of all shifts. */
  readonly shiftId: string;
  readonly good: number;
  readonly ng: number;
  readonly standardSeconds: number | null;
}

/** Pieces of machines by shift, out of the hourly sums: the one source of output for pages and key figures. */
export async function piecesOf(trx: Trx, asked: PiecesAsked): Promise<ShiftPieces[]> {
  const { rows } = await sql<ShiftPieces>`
    select "equipmentId", "shiftDate", "shiftId", ${PIECES},
      case when bool_and(beat is not null) then sum((good + ng) * beat) end as "standardSeconds"
    from (${counted(asked)}) p group by 1, 2, 3`.execute(trx);
  return rows;
}

/** Pieces of an hour by what they were made into. */
export interface HourPieces {
  /** ISO instant. */
  readonly hour: string;
  readonly shiftDate: string;
  readonly productName: string | null;
  readonly good: number;
  readonly ng: number;
  /** Seconds a piece should have taken in the mean. */
  readonly beat: number | null;
}

/** Pieces of machines by hour and product, in the order of the hours. */
export async function piecesByHour(trx: Trx, asked: PiecesAsked): Promise<HourPieces[]> {
  const { rows } = await sql<HourPieces>`
    select hour, "shiftDate", n.product_name as "productName", ${PIECES},
      case when bool_and(beat is not null) then sum((good + ng) * beat) / sum(good + ng) end as beat
    from (${counted(asked)}) p left join base_product n on n.id = p.product_id and p.product_id <> 0
    group by 1, 2, 3 order by hour, 3`.execute(trx);
  return rows;
}

const PIECES = sql`sum(good)::float8 as good, sum(ng)::float8 as ng`;

/** Hours in which something was made, each with the machine's standard beat; without one, that of the route counts. */
function counted({ siteId, equipmentIds, from, to }: PiecesAsked): RawBuilder<unknown> {
  return sql`select h.equipment_id as "equipmentId", h.shift_date as "shiftDate", h.shift_id as "shiftId", h.hour, h.product_id,
      h.good, h.ng, coalesce(e.standard_beat, ${ROUTE_BEAT})::float8 as beat
    from prod_hour h join base_equipment e on e.id = h.equipment_id
    where h.site_id = ${siteId} and h.equipment_id = any(${equipmentIds}::bigint[]) and h.good + h.ng <> 0
      and h.shift_date between ${from}::date and ${to}::date
      and h.hour between ${from}::date - interval '2 days' and ${to}::date + interval '3 days'`;
}

const ROUTE_BEAT = routeBeat({
  stationId: sql`h.station_id`,
  orderId: sql`h.order_id`,
  productId: sql`h.product_id`,
});
