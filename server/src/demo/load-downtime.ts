import { sql } from 'kysely';
import { type Stop, stopsOf } from '../modules/equipment/stops.ts';
import { shiftsWithin, workingSpans } from '../modules/equipment/working-time.ts';
import { loadMachineAlarms } from './load-machine-alarms.ts';
import type { DemoMachine } from './load-states.ts';
import { type Random, randomOf } from './random.ts';
import type { DemoWriter } from './writer.ts';

/** Stops are kept since the plant began to classify them: the newest so many. */
const ROWS = 2_100;
/** Days that surely hold so many. */
const DAYS = 14;
/** The minor-stop limit of every line of the demo. */
const LIMIT_SECONDS = 120;

interface DemoStop extends Stop {
  readonly machine: DemoMachine;
  readonly encoding: string | null;
}

/** Stops and alarms that follow from the states: most are classified, those of today wait. */
export async function loadDowntime(
  writer: DemoWriter,
  machines: readonly DemoMachine[],
  now: number,
): Promise<void> {
  const random = randomOf(2100);
  await loadMachineAlarms(writer, machines, random);
  const since = now - DAYS * 86_400_000;
  const stops = machines.flatMap((machine) =>
    stopsOf(
      machine.states
        .filter(({ to }) => to > since)
        .map(({ status, from, to }) => ({
          status,
          start: from,
          end: Number.isFinite(to) ? to : null,
        })),
      (span) => workingSpans(machine.calendar, machine.id, span),
      LIMIT_SECONDS,
      now,
    ).map((stop): DemoStop => ({ ...stop, machine, encoding: null })),
  );
  const kept = stops.toSorted((a, b) => b.start - a.start).slice(0, ROWS);
  await writeStops(writer, kept, now, random);
  await propose(writer);
}

/** What people say of a stop in this state. */
const CAUSES: Readonly<Record<string, readonly (readonly [code: string, weight: number])[]>> = {
  idle: [
    ['D40', 42],
    ['D60', 26],
    ['D30', 18],
    ['D70', 8],
    ['D50', 6],
  ],
  setup: [
    ['D2001', 70],
    ['D20', 30],
  ],
  alarm: [
    ['D1003', 35],
    ['D1002', 30],
    ['D1005', 20],
    ['D10', 15],
  ],
  estop: [
    ['D1004', 80],
    ['D10', 20],
  ],
  maintain: [['D80', 100]],
  offline: [['D10', 100]],
};

/** Categories of the reason codes, for sites that have no codes of their own. */
const CATEGORIES: Readonly<Record<string, string>> = {
  D40: 'material',
  D60: 'blocked',
  D30: 'tool',
  D70: 'people',
  D50: 'quality',
  D2001: 'setup',
  D20: 'setup',
  D80: 'planned',
};

function causeOf(status: string, random: Random) {
  const code = random.weighted(CAUSES[status] ?? [['D40', 1]]);
  return { code, category: CATEGORIES[code] ?? 'breakdown' };
}

/** A stop with its cause; most of those that are over have been explained. */
function rowOf(stop: DemoStop, now: number, random: Random) {
  const { machine } = stop;
  const age = (now - stop.start) / 3_600_000;
  const isTold = stop.end !== null && random.chance(age < 12 ? 0.55 : 0.965);
  const shift = shiftsWithin(machine.calendar, machine.id, stop.start, stop.start + 1)[0];
  const told = new Date((stop.end ?? now) + random.integer(2, 90) * 60_000);
  return {
    site: machine.siteId,
    id: machine.id,
    number: machine.number,
    line: machine.lineId,
    day: shift?.shiftDate ?? null,
    shift: shift?.shiftId ?? null,
    begins: new Date(stop.start).toISOString(),
    ends: stop.end === null ? null : new Date(stop.end).toISOString(),
    minutes: (stop.seconds / 60).toFixed(2),
    ...causeOf(stop.status, random),
    stands: stop.status,
    told: isTold ? (told.getTime() < now ? told : new Date(now)).toISOString() : null,
  };
}

async function writeStops(
  writer: DemoWriter,
  stops: readonly DemoStop[],
  now: number,
  random: Random,
): Promise<void> {
  const rows = stops.map((stop) => rowOf(stop, now, random));
  await sql`insert into equipment_downtime (site_id, equipment_id, equipment_number, line_id, shift_date, shift_id, shift_name, start_time, end_time,
      minutes, category, reason_id, alarm_encoding, proposed_category, order_id, classify_by, classify_time, state, create_time)
    select n.site, n.id, n.number, n.line, n.day, n.shift, s.name, n.begins, n.ends, n.minutes,
      case when n.told is null then 'unclassified' else coalesce(r.category, n.category) end, case when n.told is not null then r.id end,
      (select v.encoding from alarm_event v where v.equipment_id = n.id and v.start_time between n.begins - interval '1 hour' and coalesce(n.ends, ${new Date(now).toISOString()}::timestamptz)
        and coalesce(v.end_time, 'infinity') > n.begins order by v.start_time limit 1),
      case n.stands when 'setup' then 'setup' when 'maintain' then 'planned' end,
      (select o.id from production_order o where o.state = 'running' and o.site_id = n.site and n.line = any(o.line_ids) order by o.id limit 1),
      case when n.told is not null then (select u.id from "system_user" u where u.home_site = n.site order by u.id limit 1) end, n.told,
      case when n.ends is null then 'open' when n.told is null then 'unclassified' else 'classified' end, coalesce(n.ends, n.begins)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (site bigint, id bigint, number text, line bigint, day date, shift text,
      begins timestamptz, ends timestamptz, minutes numeric, code text, category text, stands text, told timestamptz)
    left join base_line_shifts s on s.id = n.shift::bigint
    left join base_reason_code r on r.site_id = n.site and r.kind = 'downtime' and r.code = n.code
    order by n.begins`.execute(writer.context.sql);
}

/** What the reason codes say of the alarm of a stop. */
async function propose(writer: DemoWriter): Promise<void> {
  await sql`update equipment_downtime d set proposed_category = coalesce(r.category, 'breakdown'), proposed_reason_id = r.id
    from equipment_downtime x left join base_reason_code r on r.site_id = x.site_id and r.kind = 'downtime' and x.alarm_encoding = any(r.alarm_encodings)
    where x.id = d.id and d.alarm_encoding is not null`.execute(writer.context.sql);
}
