import type { ShiftWindow } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** What a line made in an hour of a shift. */
export interface LinePieces {
  readonly lineId: string;
  /** ISO instant. */
  readonly hour: string;
  readonly good: number;
  readonly ng: number;
}

/**
 * Output of lines in a shift of each, the one source of it for boards and key figures. Good pieces are those of the
 * discharge stations, NG those of the NG stations; stations merged under one number are one. Where a line has no NG
 * station, what its discharge stations tell as NG stands for them.
 */
export async function piecesOfLines(
  trx: Trx,
  siteId: string,
  shifts: ReadonlyMap<string, ShiftWindow>,
): Promise<LinePieces[]> {
  const asked = [...shifts].map(([line, { shiftDate, shiftId }]) => ({
    line,
    day: shiftDate,
    shift: shiftId,
  }));
  const { rows } = await sql<LinePieces>`
    with place as (select id, bool_or(discharge_flag) over merged as is_end, bool_or(ng_station_flag) over merged as is_ng,
        bool_or(ng_station_flag) over (partition by line_id) as has_ng
      from base_station where site_id = ${siteId} window merged as (partition by line_id, coalesce(merge_station, -id))),
    made as (select h.line_id, h.hour, case when p.is_end then h.good else 0 end as good,
        case when p.is_ng then h.good + h.ng when p.is_end and not p.has_ng then h.ng else 0 end as ng
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a(line bigint, day date, shift bigint)
      join prod_hour h on h.site_id = ${siteId} and h.line_id = a.line and h.shift_date = a.day and h.shift_id = a.shift
      join place p on p.id = h.station_id)
    select line_id as "lineId", hour, sum(good)::float8 as good, sum(ng)::float8 as ng
    from made group by 1, 2 having sum(good + ng) <> 0 order by 2`.execute(trx);
  return rows;
}
