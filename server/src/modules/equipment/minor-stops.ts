import { downtime } from '@millwright/contract/equipment/downtime';
import { workingTime } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { idsOf, oneOf } from '../../kernel/store/one-of.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import type { StopsAsked } from './downtime-pieces.ts';
import { daysBetween } from './shift-sums.ts';

/**
 * Minutes of working time of production dates in which machines did not run and which no row of downtime tells of: a
 * state that has no longer working time than the limit of the machine's line. Of the filters of the list those of site,
 * line and machine apply; a minor stop has no category, reason, alarm, order or state by which the others could choose.
 */
export async function minorMinutes(context: Context, asked: StopsAsked): Promise<number> {
  const machines = machinesOf(context, asked);
  const { rows: lines } = await sql<{ id: string; siteId: string }>`
    select id, site_id as "siteId" from base_line
    where id in (select e.line_id from base_equipment e where ${machines})`.execute(context.sql);
  const parts: Part[] = [];
  for (const [siteId, own] of Map.groupBy(lines, (line) => line.siteId))
    parts.push(...(await partsOf(context, siteId, own, asked)));
  const { from, to } = asked;
  const { rows } = await sql<{ minutes: number }>`
    with part as materialized (select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb)
        as p(line bigint, day date, begins timestamptz, ends timestamptz, is_asked boolean)),
    stood as (select s.equipment_id, s.id, e.line_id, s.shift_date, s.start_time, least(coalesce(s.end_time, now()), now()) as end_time
      from device_state s join base_equipment e on e.id = s.equipment_id
      where s.shift_date between ${from}::date - 1 and ${to}::date and s.status <> 'run' and ${machines}
        and s.start_time between ${from}::date - interval '3 days' and ${to}::date + interval '3 days'),
    told as materialized (select d.equipment_id, range_agg(tstzrange(d.start_time, d.end_time)) as spans from equipment_downtime d
      where d.start_time < ${to}::date + interval '4 days' and (d.end_time is null or d.end_time > greatest(d.start_time, ${from}::date - interval '3 days'))
      group by 1),
    minor as (select sum(extract(epoch from least(s.end_time, p.ends) - greatest(s.start_time, p.begins))) filter (where p.is_asked) as seconds
      from stood s join part p on p.line = s.line_id and p.day = s.shift_date and p.begins < s.end_time and p.ends > s.start_time
      join base_line l on l.id = s.line_id
      left join told t on t.equipment_id = s.equipment_id
      where (t.spans && tstzrange(s.start_time, greatest(s.start_time, s.end_time))) is not true
      group by s.equipment_id, s.id, l.id
      having sum(extract(epoch from least(s.end_time, p.ends) - greatest(s.start_time, p.begins))) <= l.minor_stop_seconds)
    select greatest(0, round(coalesce(sum(seconds), 0) / 60, 1))::float8 as minutes from minor`.execute(
    context.sql,
  );
  return rows[0]?.minutes ?? 0;
}

function machinesOf({ session }: Context, { params }: StopsAsked) {
  const { siteId, lineId, equipmentId } = params as Readonly<Record<string, string | undefined>>;
  const sites = session.identity === 1 ? siteId?.split(',') : [session.siteId ?? ''];
  const { fields } = downtime;
  return sql.join(
    [
      sql`e.line_id is not null`,
      ...(sites ? [sql`e.site_id = any(${idsOf('siteId', sites)}::bigint[])`] : []),
      ...(lineId ? [oneOf(fields.lineId, sql`e.line_id`, 'lineId', lineId.split(','))] : []),
      ...(equipmentId
        ? [oneOf(fields.equipmentId, sql`e.id`, 'equipmentId', equipmentId.split(','))]
        : []),
    ],
    sql` and `,
  );
}

/** Working time that a state of a line's machine may touch which began on a production date. */
interface Part {
  readonly line: string;
  readonly day: string;
  readonly begins: string;
  readonly ends: string;
  /** Whether it belongs to a production date that was asked for. */
  readonly is_asked: boolean;
}

/** A state as short as a minor stop ends in the shifts of the date on which it began, or of the next one. */
async function partsOf(
  context: Context,
  siteId: string,
  lines: readonly { id: string }[],
  { from, to }: StopsAsked,
): Promise<Part[]> {
  const ids = lines.map(({ id }) => id);
  const calendar = await openShiftCalendar(context.sql, siteId, [], ids);
  return ids.flatMap((line) =>
    daysBetween(dayAfter(from, -1), to).flatMap((day) =>
      [day, dayAfter(day, 1)]
        .flatMap((date) => calendar.shiftsOfLine(line, date))
        .flatMap((shift) =>
          workingTime(shift).map((span) => ({
            line,
            day,
            begins: new Date(span.from).toISOString(),
            ends: new Date(span.to).toISOString(),
            is_asked: shift.shiftDate >= from && shift.shiftDate <= to,
          })),
        ),
    ),
  );
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

const DAY_MS = 86_400_000;
