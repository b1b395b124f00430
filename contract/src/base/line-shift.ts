import type { Problem } from '../kernel/errors.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { problem } from '../kernel/check.ts';
import { minutesOf } from '../kinds/clock.ts';

/** What a shift says about its time; days are ISO weekdays `1` (Monday) … `7`, none = every day. */
export interface ShiftTime {
  readonly name: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly breaks: readonly string[] | null;
  readonly weekdays: readonly string[] | null;
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
}

/** Minutes from a shift's start to its end; an end at or before the start lies on the next day. */
export function shiftMinutes(shift: Pick<ShiftTime, 'startTime' | 'endTime'>): number {
  const length = minutesOf(shift.endTime) - minutesOf(shift.startTime);
  return length > 0 ? length : length + DAY;
}

/** Minutes of the breaks of a shift, each written `12:00-12:30`. */
export function breakMinutes(shift: Pick<ShiftTime, 'breaks'>): number {
  return (shift.breaks ?? []).reduce((sum, span) => {
    const [startTime = '', endTime = ''] = span.split('-');
    return BREAK.test(span) ? sum + shiftMinutes({ startTime, endTime }) : sum;
  }, 0);
}

/** Whether a shift begins on a day (`YYYY-MM-DD`): inside its dates and on one of its weekdays. */
export function beginsOn(shift: ShiftTime, day: string): boolean {
  if (shift.validFrom && day < shift.validFrom) return false;
  if (shift.validTo && day > shift.validTo) return false;
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  return daysOf(shift).includes(weekday);
}

/**
 * Shifts that begin on a day. The line's calendar may say otherwise than the weekdays: on a holiday none, on an
 * overtime day all that are valid.
 */
export function shiftsOn<S extends ShiftTime>(
  shifts: readonly S[],
  day: string,
  calendar: 'holiday' | 'overtime' | null,
): S[] {
  if (calendar === 'holiday') return [];
  return shifts.filter((shift) =>
    beginsOn(calendar === 'overtime' ? { ...shift, weekdays: [] } : shift, day),
  );
}

/** Problems of the shifts of a line: overlaps, more than 24 h, breaks outside their shift, dates in the wrong order. */
export function shiftProblems(shifts: readonly ShiftTime[]): Problem[] {
  const problems = shifts.flatMap((shift, index) => ownProblems(shift, index));
  for (const [index, shift] of shifts.entries()) {
    const other = shifts.slice(0, index).find((earlier) => overlap(earlier, shift));
    if (other) {
      const args = { a: other.name, b: shift.name };
      problems.push(
        problem(`shifts.${index}.startTime`, LABEL, shiftRefusals['line.edit.shiftOverlap'], args),
      );
    }
  }
  return problems;
}

export const shiftRefusals = defineRefusals({
  'line.edit.shiftOverlap': [422, '班次「{a}」与「{b}」时间重叠', 'Shifts "{a}" and "{b}" overlap'],
  'line.edit.breakTime': [
    422,
    '休息时间「{value}」应写作 12:00-12:30，且在班次时间内',
    'Write a break inside the shift as 12:00-12:30, not "{value}"',
  ],
  'line.edit.validDates': [
    422,
    '生效日期不能晚于失效日期',
    'The first day cannot be after the last',
  ],
});

/** Problems of the days between which child rows hold: `shifts.0.validTo` before `shifts.0.validFrom`. */
export function datesProblems(
  field: string,
  rows: readonly { validFrom?: string | null; validTo?: string | null }[],
): Problem[] {
  return rows.flatMap(({ validFrom, validTo }, index) =>
    validFrom && validTo && validFrom > validTo
      ? [problem(`${field}.${index}.validTo`, DATES, shiftRefusals['line.edit.validDates'])]
      : [],
  );
}

function ownProblems(shift: ShiftTime, index: number): Problem[] {
  const problems: Problem[] = [];
  const bad = (shift.breaks ?? []).find((span) => !isInside(shift, span));
  if (bad !== undefined) {
    problems.push(
      problem(`shifts.${index}.breaks`, LABEL, shiftRefusals['line.edit.breakTime'], {
        value: bad,
      }),
    );
  }
  return problems;
}

function isInside(shift: ShiftTime, span: string): boolean {
  if (!BREAK.test(span)) return false;
  const [startTime = '', endTime = ''] = span.split('-');
  const after = (minutesOf(startTime) - minutesOf(shift.startTime) + DAY) % DAY;
  return (
    startTime !== endTime && after + shiftMinutes({ startTime, endTime }) <= shiftMinutes(shift)
  );
}

/**
 * Two shifts overlap when they can stand in the same days and share a minute of the week; a shift over Sunday's
 * midnight reaches into Monday. Shifts that never overlap cannot come to more than 24 h a day.
 */
function overlap(one: ShiftTime, other: ShiftTime): boolean {
  if (!shareDates(one, other)) return false;
  return spansOf(one).some(([start, end]) =>
    spansOf(other).some(([from, to]) => start < to && from < end),
  );
}

/** A shift of one day may still run on the morning after its last day. */
function shareDates(one: ShiftTime, other: ShiftTime): boolean {
  const before = (a: ShiftTime, b: ShiftTime) =>
    a.validTo && b.validFrom && a.validTo < b.validFrom;
  return !before(one, other) && !before(other, one);
}

/** Minutes of the week, Monday 00:00 = 0; what runs over the end of the week is cut in two. */
function spansOf(shift: ShiftTime): [number, number][] {
  const length = shiftMinutes(shift);
  return daysOf(shift).flatMap((day): [number, number][] => {
    const start = (day - 1) * DAY + minutesOf(shift.startTime);
    const end = start + length;
    return end <= WEEK
      ? [[start, end]]
      : [
          [start, WEEK],
          [0, end - WEEK],
        ];
  });
}

function daysOf(shift: Pick<ShiftTime, 'weekdays'>): number[] {
  const days = shift.weekdays ?? [];
  return days.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : days.map(Number);
}

const DAY = 1440;
const WEEK = 7 * DAY;
const BREAK = /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/;
const LABEL = { zh: '班次', en: 'Shifts' };
const DATES = { zh: '失效日期', en: 'Valid to' };
