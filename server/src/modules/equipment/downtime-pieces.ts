import { downtime, type DowntimeReason } from '@millwright/contract/equipment/downtime';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { conditionsOf, where } from '../../kernel/store/filter.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { type WorkingPiece, workingPieces } from './working-time.ts';

/** Production dates `YYYY-MM-DD`, both inclusive, and the filters of the list that stops must fit. */
export interface StopsAsked {
  readonly from: string;
  readonly to: string;
  readonly params: ListQuery['params'];
}

/** A stop with its working time inside the shifts of the production dates asked for; never without any. */
export interface CutStop extends Omit<DowntimeReason, 'minutes' | 'count'> {
  /** Time zone of its site. */
  readonly zone: string;
  readonly pieces: readonly WorkingPiece[];
}

/**
 * The stops that touch production dates, whenever they began and whether they are over, cut along the shifts. Of each
 * its working time counts as far as it was counted: breaks, free nights and weekends stay out.
 */
export async function cutStops(context: Context, asked: StopsAsked): Promise<CutStop[]> {
  const rows = await stopsTouching(context, asked);
  const { until } = reachOf(asked);
  const found: CutStop[] = [];
  for (const [siteId, stops] of Map.groupBy(rows, (row) => row.siteId)) {
    const machines = [...new Set(stops.map(({ equipmentId }) => equipmentId))];
    const calendar = await openShiftCalendar(context.sql, siteId, machines);
    for (const { siteId: _siteId, equipmentId, start, end, minutes, ...stop } of stops) {
      const span = { from: Date.parse(start), to: Math.min(Date.parse(end), until) };
      const pieces = upTo(minutes, workingPieces(calendar, equipmentId, span)).filter(
        ({ shiftDate }) => shiftDate >= asked.from && shiftDate <= asked.to,
      );
      if (pieces.length > 0) found.push({ ...stop, pieces });
    }
  }
  return found;
}

/** Minutes of working time. */
export function minutesIn(pieces: readonly WorkingPiece[]): number {
  return pieces.reduce((sum, { from, to }) => sum + to - from, 0) / 60_000;
}

interface StopRow extends Omit<CutStop, 'pieces'> {
  readonly siteId: string;
  readonly equipmentId: string;
  readonly start: string;
  readonly end: string;
  readonly minutes: number;
}

/** Bounds are instants and `end_time` stands bare, so that an index finds what is over since, and what is not. */
async function stopsTouching(context: Context, asked: StopsAsked): Promise<StopRow[]> {
  const { since, until } = reachOf(asked);
  const touching = where([
    ...conditionsOf(downtime, context.session, asked.params),
    sql`t.start_time < ${new Date(until).toISOString()}::timestamptz`,
    sql`(t.end_time > ${new Date(since).toISOString()}::timestamptz or t.end_time is null)`,
  ]);
  const { rows } = await sql<StopRow>`
    select t.site_id as "siteId", p.time_zone as zone, t.equipment_id as "equipmentId", t.start_time as start,
      coalesce(t.end_time, now()) as "end", t.minutes::float8 as minutes, t.category, t.reason_id as "reasonId",
      r.name_zh as "nameZh", r.name_en as "nameEn",
      case when ${context.session.locale === 'en_US'} then coalesce(nullif(s.depart_name_en, ''), s.depart_name) else s.depart_name end as "siteName"
    from equipment_downtime t join base_site p on p.id = t.site_id left join base_reason_code r on r.id = t.reason_id
      left join base_site s on s.id = r.site_id ${touching}`.execute(context.sql);
  return rows;
}

/** Between which moments the shifts of production dates may lie, in any time zone and however long they are. */
function reachOf({ from, to }: StopsAsked) {
  return { since: Date.parse(from) - 2 * DAY_MS, until: Date.parse(to) + 3 * DAY_MS };
}

/** The first so many minutes: of a stop that lasts what was counted. */
function upTo(minutes: number, pieces: readonly WorkingPiece[]): WorkingPiece[] {
  let left = minutes * 60_000;
  return pieces.flatMap((piece) => {
    const taken = Math.min(left, piece.to - piece.from);
    left -= taken;
    return taken > 0 ? [{ ...piece, to: piece.from + taken }] : [];
  });
}

const DAY_MS = 86_400_000;
