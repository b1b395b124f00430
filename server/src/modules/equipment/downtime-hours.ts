import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import type { Span } from '@millwright/contract/equipment/span';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { wallOf } from '../../kernel/sheet-routes/wall-clock.ts';
import { HOUR_MS, openShiftCalendar } from '../device/shift-calendar.ts';
import { workingSpans } from './working-time.ts';

interface StopRow {
  readonly siteId: string;
  readonly zone: string;
  readonly equipmentId: string;
  readonly start: string;
  readonly end: string;
  readonly minutes: number;
}

/**
 * Minutes of downtime (alias `t` in the conditions) by the hour of the week at their site. Of a stop its working time
 * counts, as far as it was counted: breaks, free nights and weekends stay light.
 */
export async function minutesByHour(
  context: Context,
  conditions: RawBuilder<unknown>,
): Promise<DowntimePareto['byHour']> {
  const { rows } = await sql<StopRow>`
    select t.site_id as "siteId", s.time_zone as zone, t.equipment_id as "equipmentId", t.start_time as start,
      coalesce(t.end_time, now()) as "end", t.minutes::float8 as minutes
    from equipment_downtime t join base_site s on s.id = t.site_id ${conditions}`.execute(
    context.sql,
  );
  const sums = new Map<number, number>();
  for (const [siteId, stops] of Map.groupBy(rows, (row) => row.siteId)) {
    const machines = [...new Set(stops.map(({ equipmentId }) => equipmentId))];
    const calendar = await openShiftCalendar(context.sql, siteId, machines);
    for (const { equipmentId, zone, start, end, minutes } of stops) {
      const span = { from: Date.parse(start), to: Date.parse(end) };
      const pieces = workingSpans(calendar, equipmentId, span).flatMap((one) => cut(one, zone));
      addCounted(sums, pieces, minutes);
    }
  }
  return [...sums]
    .toSorted(([a], [b]) => a - b)
    .map(([place, minutes]) => ({
      weekday: Math.floor(place / 24) + 1,
      hour: place % 24,
      minutes: Math.round(minutes * 10) / 10,
    }));
}

/** Minutes within one hour of the week: 0 is the first of Monday. */
interface Piece {
  readonly place: number;
  readonly minutes: number;
}

function addCounted(sums: Map<number, number>, pieces: readonly Piece[], counted: number): void {
  let left = counted;
  for (const { place, minutes } of pieces) {
    const taken = Math.min(left, minutes);
    if (taken <= 0) return;
    sums.set(place, (sums.get(place) ?? 0) + taken);
    left -= taken;
  }
}

/** The pieces of a stretch of time by the hours that clocks of a zone show. */
function cut({ from, to }: Span, zone: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = from; at < to;) {
    const wall = wallOf(new Date(at).toISOString(), zone).getTime();
    const next = Math.min(to, at + HOUR_MS - (wall % HOUR_MS));
    // The first of January 1970 was a Thursday.
    const place = (Math.floor(wall / HOUR_MS) + 3 * 24) % (7 * 24);
    pieces.push({ place, minutes: (next - at) / 60_000 });
    at = next;
  }
  return pieces;
}
