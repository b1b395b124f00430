import { type ShiftTime, shiftMinutes, shiftsOn } from '@millwright/contract/base/line-shift';
import type { Span } from '@millwright/contract/equipment/span';
import type { ShiftWindow } from '@millwright/contract/equipment/time-model';
import { minutesOf } from '@millwright/contract/kinds/clock';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { instantOf, wallOf } from '../../kernel/sheet-routes/wall-clock.ts';
import { type Dated, holdsOn } from '../base/dated-rows.ts';

/** To which shift and production date a moment belongs. */
export interface ShiftPlace {
  /** Local date on which the shift began. */
  readonly shiftDate: string;
  /** Null outside of all shifts. */
  readonly shiftId: string | null;
}

/** A piece of one hour that lies in one shift; milliseconds. */
export interface ShiftSlice extends ShiftPlace {
  readonly from: number;
  readonly to: number;
  /** Breaks belong to their shift but are no working time. */
  readonly isBreak: boolean;
}

/** The shifts of the lines to which machines are bound, as they were at the time. */
export interface ShiftCalendar {
  placeOf(equipmentId: string, moment: number): ShiftPlace;
  /** The pieces of the hour that begins at a moment. */
  hourOf(equipmentId: string, hour: number): readonly ShiftSlice[];
  /** The shifts that begin on a day (`YYYY-MM-DD`) on the line to which a machine is bound that day. */
  shiftsOf(equipmentId: string, day: string): readonly ShiftWindow[];
  /** The shifts that begin on a day on a line that was asked for, or on one of a machine's. */
  shiftsOfLine(lineId: string, day: string): readonly ShiftWindow[];
}

/** Reads what the shifts of machines, and of lines whatever is bound to them, of one site need, in one round trip. */
export async function openShiftCalendar(
  trx: Trx,
  siteId: string,
  equipmentIds: readonly string[],
  lineIds: readonly string[] = [],
): Promise<ShiftCalendar> {
  const lines = sql`(select parent_id from base_line_devices where equipment_id = any(${equipmentIds}::bigint[])
    union all select unnest(${lineIds}::bigint[]))`;
  const [site, starts, bindings, shifts, days] = await Promise.all([
    sql<{
      zone: string;
      start: string | null;
    }>`select time_zone as zone, day_start as start from base_site where id = ${siteId}`.execute(
      trx,
    ),
    sql<PastStart>`select day_start as start, valid_to as "validTo" from base_site_past_day_starts
      where parent_id = ${siteId} order by valid_to`.execute(trx),
    sql<Binding>`select equipment_id as "equipmentId", parent_id as "lineId", valid_from as "validFrom", valid_to as "validTo"
      from base_line_devices where equipment_id = any(${equipmentIds}::bigint[])`.execute(trx),
    sql<LineShift>`select id, parent_id as "lineId", name, start_time as "startTime", end_time as "endTime", breaks, weekdays,
      valid_from as "validFrom", valid_to as "validTo" from base_line_shifts where parent_id in ${lines} order by position`.execute(
      trx,
    ),
    sql<{
      lineId: string;
      day: string;
      kind: 'holiday' | 'overtime';
    }>`select line_id as "lineId", day, kind from base_line_day
      where line_id in ${lines}`.execute(trx),
  ]);
  const zone = site.rows[0]?.zone ?? 'Asia/Shanghai';
  return calendarOf({
    zone,
    dayStart: (day) => {
      const past = starts.rows.find(({ validTo }) => day <= validTo);
      const start = past ? past.start : site.rows[0]?.start;
      const first = shifts.rows.find((shift) => holdsOn(shift, day)) ?? shifts.rows[0];
      return minutesOf(start ?? first?.startTime ?? '00:00');
    },
    bindings: Map.groupBy(bindings.rows, ({ equipmentId }) => equipmentId),
    shifts: Map.groupBy(shifts.rows, ({ lineId }) => lineId),
    days: new Map(days.rows.map(({ lineId, day, kind }) => [`${lineId} ${day}`, kind])),
  });
}

/** Start of the production day that held up to a day; null = that of the first shift. */
interface PastStart {
  start: string | null;
  validTo: string;
}

interface Binding extends Dated {
  equipmentId: string;
  lineId: string;
}

interface LineShift extends ShiftTime {
  id: string;
  lineId: string;
}

interface Source {
  readonly zone: string;
  /** Minutes after midnight at which a production day began or will begin. */
  readonly dayStart: (day: string) => number;
  readonly bindings: ReadonlyMap<string, readonly Binding[]>;
  readonly shifts: ReadonlyMap<string, readonly LineShift[]>;
  readonly days: ReadonlyMap<string, 'holiday' | 'overtime'>;
}

function calendarOf(source: Source): ShiftCalendar {
  const kept = new Map<string, readonly ShiftSlice[]>();
  const windows = new Map<string, readonly ShiftWindow[]>();
  const windowsOf = (lineId: string, day: string) => {
    const key = `${lineId} ${day}`;
    const known = windows.get(key) ?? shiftWindows(source, lineId, day);
    windows.set(key, known);
    return known;
  };
  const daysOf = daysAroundHours(source.zone);
  const hourOf = (equipmentId: string, hour: number) => {
    const lines = daysOf(hour).map((date) => ({
      date,
      lineId: lineOn(source.bindings.get(equipmentId) ?? [], date),
    }));
    const key = `${lines.map(({ lineId }) => lineId ?? '').join(' ')} ${hour}`;
    const known =
      kept.get(key) ??
      slicesOf(
        hour,
        lines.flatMap(({ date, lineId }) => (lineId ? windowsOf(lineId, date) : [])),
        source,
      );
    kept.set(key, known);
    return known;
  };
  return {
    hourOf,
    shiftsOf: (equipmentId, day) => {
      const lineId = lineOn(source.bindings.get(equipmentId) ?? [], day);
      return lineId === null ? [] : windowsOf(lineId, day);
    },
    shiftsOfLine: windowsOf,
    placeOf: (equipmentId, moment) => {
      const slices = hourOf(equipmentId, moment - (moment % HOUR_MS));
      const found = slices.find(({ to }) => moment < to) ?? slices.at(-1);
      return { shiftDate: found?.shiftDate ?? '', shiftId: found?.shiftId ?? null };
    },
  };
}

/** The days around each hour; to tell them of a zone is slow. */
function daysAroundHours(zone: string): (hour: number) => readonly string[] {
  const days = new Map<number, readonly string[]>();
  return (hour) => {
    const known = days.get(hour) ?? daysAround(localDay(hour, zone));
    days.set(hour, known);
    return known;
  };
}

/** Cuts an hour where shifts begin or end, or the production day does. */
function slicesOf(hour: number, windows: readonly ShiftWindow[], source: Source): ShiftSlice[] {
  const end = hour + HOUR_MS;
  const day = localDay(hour, source.zone);
  const begins = [day, dayAfter(day)].map((date) => ({
    date,
    at: instantAt(date, source.dayStart(date), source.zone),
  }));
  const edges = windows.flatMap((shift) => [shift, ...shift.breaks]);
  const inside = [
    ...edges.flatMap(({ from, to }) => [from, to]),
    ...begins.map(({ at }) => at),
  ].filter((moment) => moment > hour && moment < end);
  const cuts = [...new Set([hour, ...inside, end])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? end;
    const window = windows.find((shift) => shift.from <= from && from < shift.to);
    const place = window
      ? { shiftDate: window.shiftDate, shiftId: window.shiftId }
      : {
          shiftDate: begins.findLast(({ at }) => at <= from)?.date ?? dayBefore(day),
          shiftId: null,
        };
    const isBreak = window?.breaks.some((rest) => rest.from <= from && from < rest.to) ?? false;
    return { from, to, isBreak, ...place };
  });
}

function shiftWindows(source: Source, lineId: string, day: string): ShiftWindow[] {
  const calendar = source.days.get(`${lineId} ${day}`) ?? null;
  return shiftsOn(source.shifts.get(lineId) ?? [], day, calendar).map((shift) => {
    const from = instantAt(day, minutesOf(shift.startTime), source.zone);
    const to = instantAt(day, minutesOf(shift.startTime) + shiftMinutes(shift), source.zone);
    return { from, to, shiftDate: day, shiftId: shift.id, breaks: breaksOf(shift, day, source) };
  });
}

/** A break that starts before its shift in the day belongs to the morning after. */
function breaksOf(shift: LineShift, day: string, { zone }: Source): Span[] {
  const begin = minutesOf(shift.startTime);
  return (shift.breaks ?? []).map((rest) => {
    const [startTime = '', endTime = ''] = rest.split('-');
    const start = minutesOf(startTime) + (minutesOf(startTime) < begin ? DAY_MINUTES : 0);
    const end = start + shiftMinutes({ startTime, endTime });
    return { from: instantAt(day, start, zone), to: instantAt(day, end, zone) };
  });
}

function lineOn(bindings: readonly Binding[], day: string): string | null {
  return bindings.find((binding) => holdsOn(binding, day))?.lineId ?? null;
}

function instantAt(day: string, minutes: number, zone: string): number {
  return Date.parse(instantOf(new Date(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000), zone));
}

function localDay(moment: number, zone: string): string {
  return wallOf(new Date(moment).toISOString(), zone).toISOString().slice(0, 10);
}

/** The day before, the day and the day after: a night shift lies in two. */
function daysAround(day: string): readonly string[] {
  return [dayBefore(day), day, dayAfter(day)];
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}

/** Milliseconds of an hour. */
export const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const DAY_MINUTES = 1440;
