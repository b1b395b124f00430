import { hourStates } from '@millwright/contract/device/state';
import { clipSpans, type Span, secondsOf } from '@millwright/contract/equipment/span';
import {
  FAILURE_SECONDS,
  failuresIn,
  type OutputSums,
  type ShiftWindow,
  type StateSeconds,
  type TimeSums,
  workingTime,
} from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { openShiftCalendar, type ShiftCalendar } from '../device/shift-calendar.ts';
import { piecesOf, type ShiftPieces } from './pieces.ts';

/** Machines of one site over production dates `YYYY-MM-DD`, both inclusive. */
export interface SumsAsked {
  readonly siteId: string;
  readonly equipmentIds: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly now?: number;
  /** Where the caller has it open already. */
  readonly calendar?: ShiftCalendar;
}

/** What a machine did in one shift. */
export interface ShiftSums {
  readonly equipmentId: string;
  readonly window: ShiftWindow;
  readonly sums: TimeSums;
}

/**
 * Times of machines per shift, out of the hourly sums and the state that lasts: the one source of action rate and OEE
 * for pages, home and exports. Shifts that have not begun are left out. Add them with `addSums`, then `keyFigures`.
 */
export async function shiftSums(trx: Trx, asked: SumsAsked): Promise<ShiftSums[]> {
  const { siteId, equipmentIds, from, to, now = Date.now() } = asked;
  if (equipmentIds.length === 0) return [];
  const [calendar, hours, open, failures, planned, made] = await Promise.all([
    asked.calendar ?? openShiftCalendar(trx, siteId, equipmentIds),
    hourRows(trx, asked),
    openStates(trx, equipmentIds),
    failuresOfAll(trx, asked, now),
    plannedStops(trx, asked),
    piecesOf(trx, asked),
  ]);
  const pieces = new Map(
    made.map((one) => [keyOf(one.equipmentId, one.shiftDate, one.shiftId), one]),
  );
  const days = daysBetween(from, to);
  return equipmentIds.flatMap((equipmentId) => {
    const failed = failuresPerShift(calendar, equipmentId, failures.get(equipmentId) ?? [], asked);
    return days.flatMap((day) =>
      calendar
        .shiftsOf(equipmentId, day)
        .filter((window) => window.from < now)
        .map((window) => {
          const key = keyOf(equipmentId, day, window.shiftId);
          const seconds = withOpen(hours.get(key), open.get(equipmentId), window, now);
          const sums: TimeSums = {
            ...seconds,
            shiftTime: secondsOf(workingTime(window, now)),
            plannedStop: secondsOf(
              clipSpans(
                (planned.get(equipmentId) ?? []).map((stop) => ({
                  from: stop.from,
                  to: Math.min(stop.to, now),
                })),
                workingTime(window, now),
              ),
            ),
            ...(failed.get(`${day} ${window.shiftId}`) ?? { failures: 0, failureSeconds: 0 }),
            output: withRun(pieces.get(key), seconds.run),
          };
          return { equipmentId, window, sums };
        }),
    );
  });
}

function withRun(made: ShiftPieces | undefined, runSeconds: number): OutputSums | null {
  if (!made) return null;
  const { good, ng, standardSeconds } = made;
  return { good, ng, standardSeconds, runSeconds };
}

/** Calendar days from one to another, both inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}

/** A state that lasts, and how far the hourly sums hold it. */
export interface OpenState {
  readonly status: string | null;
  readonly from: number;
}

/** The state that lasts of each machine. */
export async function openStates(
  trx: Trx,
  equipmentIds: readonly string[],
): Promise<Map<string, OpenState>> {
  const { rows } = await sql<{ id: string; status: string | null; at: string }>`
    select equipment_id as id, status, coalesce(counted_until, start_time) as at from device_live
    where equipment_id = any(${equipmentIds}::bigint[]) and start_time is not null`.execute(trx);
  return new Map(rows.map(({ id, status, at }) => [id, { status, from: Date.parse(at) }]));
}

/** The hourly sums hold the open state up to the last minute; the rest is added. */
function withOpen(
  counted: StateSeconds | undefined,
  open: OpenState | undefined,
  window: ShiftWindow,
  now: number,
): StateSeconds {
  const seconds = { ...NOTHING, ...counted };
  const status = hourStates.find((state) => state === open?.status);
  if (!status || !open || open.from >= now) return seconds;
  seconds[status] += secondsOf(clipSpans([{ from: open.from, to: now }], workingTime(window, now)));
  return seconds;
}

async function hourRows(trx: Trx, { siteId, equipmentIds, from, to }: SumsAsked) {
  const sums = hourStates.map((state) => sql`sum(${sql.ref(state)})::float8 as ${sql.ref(state)}`);
  const { rows } = await sql<
    { id: string; day: string; shift: string } & Record<keyof StateSeconds, number>
  >`select equipment_id as id, shift_date as day, shift_id as shift, ${sql.join(sums)} from device_hour
    where site_id = ${siteId} and shift_date between ${from}::date and ${to}::date and shift_id <> 0
      and equipment_id = any(${equipmentIds}::bigint[]) group by 1, 2, 3`.execute(trx);
  return new Map(
    rows.map(({ id, day, shift, ...seconds }) => [keyOf(id, day, shift), seconds as StateSeconds]),
  );
}

/** Alarms and emergency stops of each machine that may be failures, neighbours joined. */
async function failuresOfAll(trx: Trx, { siteId, equipmentIds, from, to }: SumsAsked, now: number) {
  const { rows } = await sql<{ id: string; start: string; end: string }>`
    with failed as (
      select equipment_id, id, start_time, coalesce(end_time, ${new Date(now).toISOString()}::timestamptz) as end_time
      from device_state where site_id = ${siteId} and shift_date between ${from}::date - 2 and ${to}::date
        and start_time between ${from}::date - interval '4 days' and ${to}::date + interval '3 days'
        and equipment_id = any(${equipmentIds}::bigint[]) and status in ('alarm', 'estop')),
    begun as (
      select *, start_time > max(end_time) over (partition by equipment_id order by start_time, id
        rows between unbounded preceding and 1 preceding) as is_apart from failed),
    joined as (
      select *, count(*) filter (where is_apart) over (partition by equipment_id order by start_time, id) as place from begun)
    select equipment_id as id, min(start_time) as start, max(end_time) as "end" from joined group by equipment_id, place
    having extract(epoch from max(end_time) - min(start_time)) > ${FAILURE_SECONDS}`.execute(trx);
  const spans = rows.map(({ id, start, end }) => ({
    id,
    from: Date.parse(start),
    to: Date.parse(end),
  }));
  return Map.groupBy(spans, ({ id }) => id);
}

/** What failures mean to a machine's shifts; those of the day before are looked at, too, since a failure counts in its first. */
function failuresPerShift(
  calendar: ShiftCalendar,
  equipmentId: string,
  failures: readonly Span[],
  { from, to, now = Date.now() }: SumsAsked,
) {
  const before = new Date(Date.parse(from) - DAY_MS).toISOString().slice(0, 10);
  const shifts = daysBetween(before, to).flatMap((day) => calendar.shiftsOf(equipmentId, day));
  const inOrder = shifts.toSorted((a, b) => a.from - b.from);
  const found = failuresIn(inOrder, failures, now);
  return new Map(
    inOrder.map(
      ({ shiftDate, shiftId }, place) => [`${shiftDate} ${shiftId}`, found[place]] as const,
    ),
  );
}

async function plannedStops(trx: Trx, { equipmentIds, from, to }: SumsAsked) {
  const { rows } = await sql<{ id: string; start: string; end: string | null }>`
    select equipment_id as id, start_time as start, end_time as "end" from equipment_downtime
    where equipment_id = any(${equipmentIds}::bigint[]) and category = 'planned'
      and start_time < ${to}::date + interval '3 days'
      and coalesce(end_time, 'infinity') > ${from}::date - interval '2 days'`.execute(trx);
  const spans = new Map<string, Span[]>();
  for (const { id, start, end } of rows) {
    const span = {
      from: Date.parse(start),
      to: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
    };
    spans.set(id, [...(spans.get(id) ?? []), span]);
  }
  return spans;
}

function keyOf(equipmentId: string, day: string, shiftId: string | null): string {
  return `${equipmentId} ${day} ${shiftId ?? '0'}`;
}

const NOTHING = { run: 0, idle: 0, setup: 0, alarm: 0, estop: 0, maintain: 0, offline: 0 };
const DAY_MS = 86_400_000;
