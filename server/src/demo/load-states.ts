import { hourStates } from '@millwright/contract/device/state';
import { sql } from 'kysely';
import {
  openShiftCalendar,
  HOUR_MS,
  type ShiftCalendar,
} from '../modules/device/shift-calendar.ts';
import { shiftsWithin } from '../modules/equipment/working-time.ts';
import type { DemoCalendar } from './calendar.ts';
import { loadDowntime } from './load-downtime.ts';
import { loadOutput } from './load-output.ts';
import { randomOf } from './random.ts';
import { type DemoState, stateStream } from './state-stream.ts';
import type { DemoWriter } from './writer.ts';

const DAYS = 60;
/** What pages read by the interval reaches thirty days back; before that the hourly sums stand for it. */
const RAW_DAYS = 31;

/** A machine of the demo with what it was. */
export interface DemoMachine {
  readonly id: string;
  readonly siteId: string;
  readonly number: string;
  readonly kind: string;
  readonly control: string;
  readonly lineId: string;
  readonly states: readonly DemoState[];
  readonly calendar: ShiftCalendar;
}

/** Sixty days of robots and machine tools by the hour, half of them by the interval, alarms, stops and pieces, and what each is now. */
export async function loadStates(writer: DemoWriter, { now }: DemoCalendar): Promise<void> {
  await sql`select ensure_device_partitions(array(select generate_series(
    ${now}::timestamptz - ${DAYS + 2}::int * interval '1 day', ${now}::timestamptz, interval '1 day')))`.execute(
    writer.context.sql,
  );
  const machines = await machinesOf(writer, now.getTime());
  await writeStates(writer, machines, now.getTime() - RAW_DAYS * 24 * HOUR_MS);
  await writeHours(writer, machines, now.getTime());
  await writeLive(writer, machines, now.getTime());
  await loadDowntime(writer, machines, now.getTime());
  await loadOutput(writer, machines, now.getTime());
}

/** Forty-one of 58 run, 3 in alarm, 1 in emergency stop, 2 offline; the others wait, are set up or maintained. */
const NOW: readonly (readonly [
  status: string,
  count: number,
  minutes: readonly [number, number],
])[] = [
  ['estop', 1, [3, 6]],
  ['alarm', 3, [2, 14]],
  ['offline', 2, [4, 11]],
  ['maintain', 2, [25, 55]],
  ['setup', 3, [5, 20]],
  ['idle', 6, [1, 9]],
];

async function machinesOf(writer: DemoWriter, now: number): Promise<DemoMachine[]> {
  const trx = writer.context.sql;
  const { rows } = await sql<Omit<DemoMachine, 'states' | 'calendar'>>`
    select id, site_id as "siteId", number, equipment_kind as kind, coalesce(control_type, '') as control, line_id as "lineId"
    from base_equipment where equipment_kind in ('robot', 'machineTool') and line_id is not null order by number`.execute(
    trx,
  );
  const random = randomOf(58);
  const present = new Map<string, readonly [status: string, since: number]>();
  for (const [status, count, [least, most]] of NOW)
    for (let left = count; left > 0;) {
      const { id } = random.pick(rows);
      if (present.has(id)) continue;
      present.set(id, [status, now - random.integer(least * 60, most * 60) * 1000]);
      left -= 1;
    }
  const calendars = new Map<string, ShiftCalendar>();
  for (const [siteId, own] of Map.groupBy(rows, (row) => row.siteId))
    calendars.set(
      siteId,
      await openShiftCalendar(
        trx,
        siteId,
        own.map(({ id }) => id),
      ),
    );
  return rows.flatMap((row, place) => {
    const calendar = calendars.get(row.siteId);
    if (!calendar) return [];
    const [status, since] = present.get(row.id) ?? ['run', now - random.integer(120, 2400) * 1000];
    const shifts = shiftsWithin(calendar, row.id, now - DAYS * 24 * HOUR_MS, now);
    return [{ ...row, calendar, states: stateStream(1000 + place, shifts, { status, since }) }];
  });
}

async function writeStates(
  writer: DemoWriter,
  machines: readonly DemoMachine[],
  since: number,
): Promise<void> {
  for (const { id, siteId, states: all, calendar, kind } of machines) {
    const states = all.filter(({ to }) => to > since);
    const gaps = states.flatMap((state, at) => {
      const next = states[at + 1];
      return next && next.from > state.to ? [{ from: state.to, to: next.from }] : [];
    });
    const rows = [
      ...states.map((state) => ({ ...state, status: state.status as string | null })),
      ...gaps.map((gap) => ({ ...gap, status: null })),
    ].toSorted((a, b) => a.from - b.from);
    const places = rows.map(({ from }) => calendar.placeOf(id, from));
    await sql`insert into device_state (site_id, equipment_id, status, raw_status, mode, program, start_time, order_time, end_time,
        confirmed_time, shift_date, shift_id, source)
      select ${siteId}, ${id}, status, null, case when status = 'setup' then ${kind === 'robot' ? 'teach' : 'manual'} when status is not null then 'auto' end,
        case when status is not null then ${kind === 'robot' ? 'MAIN' : 'O'}::text || (${kind === 'robot' ? 10 : 2100}::int + (${id}::bigint % 14)) end,
        to_timestamp(begins / 1000), to_timestamp(begins / 1000), to_timestamp(ends / 1000), to_timestamp(begins / 1000), day::date, shift,
        case when status is null then 'gateway' when status = 'offline' then 'heartbeat' else 'device' end
      from unnest(${rows.map(({ status }) => status)}::text[], ${rows.map(({ from }) => from)}::float8[],
        ${rows.map(({ to }) => (Number.isFinite(to) ? to : null))}::float8[],
        ${places.map(({ shiftDate }) => shiftDate)}::text[], ${places.map(({ shiftId }) => shiftId)}::bigint[])
        s(status, begins, ends, day, shift)`.execute(writer.context.sql);
  }
}

/** The same sums that messages would have made, gathered here because they are many. */
async function writeHours(
  writer: DemoWriter,
  machines: readonly DemoMachine[],
  now: number,
): Promise<void> {
  for (const { id, siteId, states, calendar } of machines) {
    const sums = new Map<string, { hour: number; day: string; shift: string; of: number[] }>();
    for (const { status, from, to } of states) {
      const column = hourStates.findIndex((state) => state === status);
      const end = Math.min(to, now);
      for (let hour = from - (from % HOUR_MS); hour < end; hour += HOUR_MS)
        for (const slice of calendar.hourOf(id, hour)) {
          const length = Math.min(end, slice.to) - Math.max(from, slice.from);
          if (length <= 0 || slice.isBreak) continue;
          const shift = slice.shiftId ?? '0';
          const key = `${hour} ${slice.shiftDate} ${shift}`;
          const row = sums.get(key) ?? {
            hour,
            day: slice.shiftDate,
            shift,
            of: hourStates.map(() => 0),
          };
          row.of[column] = (row.of[column] ?? 0) + length / 1000;
          sums.set(key, row);
        }
    }
    const rows = [...sums.values()];
    const columns = hourStates.map(
      (_, column) => sql`${rows.map(({ of }) => of[column] ?? 0)}::float8[]`,
    );
    await sql`insert into device_hour (equipment_id, site_id, hour, shift_date, shift_id, ${sql.join(hourStates.map((state) => sql.ref(state)))})
      select ${id}, ${siteId}, to_timestamp(hour / 1000), day::date, shift, ${sql.join(hourStates.map((state) => sql.ref(state)))}
      from unnest(${rows.map(({ hour }) => hour)}::float8[], ${rows.map(({ day }) => day)}::text[], ${rows.map(({ shift }) => shift)}::bigint[],
        ${sql.join(columns)}) h(hour, day, shift, ${sql.join(hourStates.map((state) => sql.ref(state)))})`.execute(
      writer.context.sql,
    );
  }
}

async function writeLive(
  writer: DemoWriter,
  machines: readonly DemoMachine[],
  now: number,
): Promise<void> {
  const rows = machines.map(({ id, siteId, states }) => {
    const last = states.at(-1);
    const running = states.findLastIndex(({ status }) => status === 'run');
    const first = states[running + 1];
    return {
      id,
      siteId,
      alarm: last?.status === 'alarm' ? 1 : 0,
      stop: last?.status === 'estop' ? 1 : 0,
      connection: last?.status === 'offline' ? 0 : 1,
      device: last?.status === 'run' ? 1 : 0,
      since: first ? new Date(first.from).toISOString() : null,
    };
  });
  const at = new Date(now).toISOString();
  await sql`insert into device_live (equipment_id, site_id, state_id, status, mode, program, start_time, order_time, confirmed_time,
      counted_until, stop_since, alarm, connection, device, emergency_stop, flags_time)
    select n.id, n."siteId", s.id, s.status, s.mode, s.program, s.start_time, s.order_time, s.confirmed_time, ${at}, n.since,
      n.alarm, n.connection, n.device, n.stop, s.start_time
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (id bigint, "siteId" bigint, alarm smallint, stop smallint, connection smallint, device smallint, since timestamptz)
    join device_state s on s.equipment_id = n.id and s.end_time is null
    on conflict (equipment_id) do nothing`.execute(writer.context.sql);
  await sql`update base_equipment e set running_status = d.status, mode = d.mode from device_live d where d.equipment_id = e.id`.execute(
    writer.context.sql,
  );
}
