import { clipSpans, type Span } from '@millwright/contract/equipment/span';
import { type ShiftWindow, workingTime } from '@millwright/contract/equipment/time-model';
import type { ShiftCalendar } from '../device/shift-calendar.ts';

/** The shifts of a machine's line that touch a stretch of time (milliseconds), in order. */
export function shiftsWithin(
  calendar: Pick<ShiftCalendar, 'shiftsOf'>,
  equipmentId: string,
  from: number,
  to: number,
): ShiftWindow[] {
  const windows: ShiftWindow[] = [];
  // A shift may begin two calendar days before (far zones, long nights) and a day after in UTC.
  for (let at = from - 2 * DAY_MS; at < to + DAY_MS; at += DAY_MS) {
    const day = new Date(at).toISOString().slice(0, 10);
    windows.push(...calendar.shiftsOf(equipmentId, day));
  }
  return windows
    .filter((window) => window.from < to && window.to > from)
    .toSorted((a, b) => a.from - b.from);
}

/** The shift of a line that runs at a moment. */
export function shiftOfLineAt(
  calendar: Pick<ShiftCalendar, 'shiftsOfLine'>,
  lineId: string,
  moment: number,
): ShiftWindow | undefined {
  const shiftsOf = (id: string, day: string) => calendar.shiftsOfLine(id, day);
  return shiftsWithin({ shiftsOf }, lineId, moment, moment + 1)[0];
}

/** What of a stretch of time a machine is meant to work: inside of shifts, outside of breaks. */
export function workingSpans(
  calendar: ShiftCalendar,
  equipmentId: string,
  { from, to }: Span,
): Span[] {
  const working = shiftsWithin(calendar, equipmentId, from, to).flatMap((shift) =>
    workingTime(shift),
  );
  return clipSpans([{ from, to }], working);
}

/** Working time inside one shift, with the production date of that shift. */
export interface WorkingPiece extends Span {
  readonly shiftDate: string;
}

/** The same, cut where shifts begin; time that lies in two shifts counts in the first. */
export function workingPieces(
  calendar: Pick<ShiftCalendar, 'shiftsOf'>,
  equipmentId: string,
  { from, to }: Span,
): WorkingPiece[] {
  let free = from;
  return shiftsWithin(calendar, equipmentId, from, to).flatMap((shift) => {
    const pieces = clipSpans([{ from: free, to }], workingTime(shift));
    free = pieces.at(-1)?.to ?? free;
    return pieces.map((piece) => ({ ...piece, shiftDate: shift.shiftDate }));
  });
}

const DAY_MS = 86_400_000;
