import type { ShiftTime } from '@millwright/contract/base/line-shift';
import { minutesOf } from '@millwright/contract/kinds/clock';
import { breakMinutes, shiftMinutes } from '@millwright/contract/base/line-shift';

/** A part of the band in minutes from its left edge. */
export interface BandSpan {
  readonly from: number;
  readonly minutes: number;
  readonly text: string;
}

/** One shift on the band; what runs over the right edge goes on at the left. */
export interface BandShift {
  readonly name: string;
  readonly time: string;
  readonly parts: readonly BandSpan[];
  readonly breaks: readonly BandSpan[];
  /** Minutes with and without its breaks. */
  readonly length: number;
  readonly work: number;
}

export interface Band {
  /** Minute of the day at the left edge: the start of the first shift, so that a night stands in one piece. */
  readonly origin: number;
  readonly shifts: readonly BandShift[];
}

export const DAY_MINUTES = 1440;

/** Shifts with readable times as a band of 24 hours; half-typed ones are left out. */
export function bandOf(shifts: readonly ShiftTime[]): Band {
  const readable = shifts.filter((shift) => isClock(shift.startTime) && isClock(shift.endTime));
  const origin = readable[0] ? minutesOf(readable[0].startTime) : 0;
  return { origin, shifts: readable.map((shift) => bandShift(shift, origin)) };
}

/** Where a minute of the day stands on a band. */
export function placeOn(band: Band, minute: number): number {
  return (minute - band.origin + DAY_MINUTES) % DAY_MINUTES;
}

/**
 * How far behind the begin of its part a shift's name stands, so that neither the line of now nor a break crosses it;
 * 0 where it has no room between them.
 */
export function nameBehind(
  part: BandSpan,
  breaks: readonly BandSpan[],
  now: number | undefined,
): number {
  const line = now === undefined ? [] : [{ from: now, minutes: 0 }];
  const crossing = [...breaks, ...line].map(({ from, minutes }) => ({
    from: from - part.from,
    to: from - part.from + minutes,
  }));
  const isFree = (at: number) =>
    at >= 0 &&
    at + NAME_MINUTES <= part.minutes &&
    crossing.every(({ from, to }) => to <= at || from >= at + NAME_MINUTES);
  const places = [0, ...crossing.map(({ to }) => to).toSorted((one, other) => one - other)];
  return places.find(isFree) ?? 0;
}

/** What a name takes of a band that is as narrow as a drawer. */
const NAME_MINUTES = 190;

/** Shifts that hold on a day `YYYY-MM-DD`, whatever its weekday. */
export function heldOn<
  R extends { readonly validFrom?: string | null; readonly validTo?: string | null },
>(rows: readonly R[], day: string): R[] {
  return rows.filter(
    (row) => (!row.validFrom || row.validFrom <= day) && (!row.validTo || row.validTo >= day),
  );
}

/** A break as it is stored, from what was typed: `1200-1230`, `12：00—12：30` → `12:00-12:30`; else as typed. */
export function breakOf(typed: string): string {
  const parts = /^(\d{1,2})[:：]?(\d{2})\s*[-–—~～至到]\s*(\d{1,2})[:：]?(\d{2})$/.exec(
    typed.trim(),
  );
  if (!parts) return typed.trim();
  const [, h1 = '', m1 = '', h2 = '', m2 = ''] = parts;
  return `${h1.padStart(2, '0')}:${m1}-${h2.padStart(2, '0')}:${m2}`;
}

function bandShift(shift: ShiftTime, origin: number): BandShift {
  const length = shiftMinutes(shift);
  const from = (minutesOf(shift.startTime) - origin + DAY_MINUTES) % DAY_MINUTES;
  const time = `${shift.startTime}–${shift.endTime}`;
  const breaks = (shift.breaks ?? []).flatMap((span) => breakSpans(span, origin));
  return {
    name: shift.name,
    time,
    parts: cut(from, length, time),
    breaks,
    length,
    work: length - breakMinutes(shift),
  };
}

function breakSpans(span: string, origin: number): BandSpan[] {
  const [startTime = '', endTime = ''] = span.split('-');
  if (!isClock(startTime) || !isClock(endTime)) return [];
  return cut(
    (minutesOf(startTime) - origin + DAY_MINUTES) % DAY_MINUTES,
    shiftMinutes({ startTime, endTime }),
    span.replace('-', '–'),
  );
}

/** A span in one piece, or in two when it runs over the right edge. */
function cut(from: number, minutes: number, text: string): BandSpan[] {
  if (from + minutes <= DAY_MINUTES) return [{ from, minutes, text }];
  const first = DAY_MINUTES - from;
  return [
    { from, minutes: first, text },
    { from: 0, minutes: minutes - first, text },
  ];
}

function isClock(time: string | null | undefined): time is string {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time ?? '');
}
