import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import type { Span } from '@millwright/contract/equipment/span';
import { wallOf } from '../../kernel/sheet-routes/wall-clock.ts';
import { HOUR_MS } from '../device/shift-calendar.ts';
import type { CutStop } from './downtime-pieces.ts';

/** Minutes of downtime by the hour of the week at its site. */
export function minutesByHour(stops: readonly CutStop[]): DowntimePareto['byHour'] {
  const sums = new Map<number, number>();
  for (const { zone, pieces } of stops)
    for (const { place, minutes } of pieces.flatMap((piece) => cut(piece, zone)))
      sums.set(place, (sums.get(place) ?? 0) + minutes);
  return [...sums]
    .toSorted(([a], [b]) => a - b)
    .map(([place, minutes]) => ({
      weekday: Math.floor(place / 24) + 1,
      hour: place % 24,
      minutes: Math.round(minutes * 10) / 10,
    }));
}

/** Minutes within one hour of the week: 0 is the first of Monday. */
interface HourPiece {
  readonly place: number;
  readonly minutes: number;
}

/** The pieces of a stretch of time by the hours that clocks of a zone show. */
function cut({ from, to }: Span, zone: string): HourPiece[] {
  const pieces: HourPiece[] = [];
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
