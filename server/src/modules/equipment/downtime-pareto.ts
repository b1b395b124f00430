import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { refusals } from '@millwright/contract/kernel/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { minutesByHour } from './downtime-hours.ts';
import { type CutStop, cutStops, minutesIn } from './downtime-pieces.ts';
import { productionDateNow } from './production-date-now.ts';

/**
 * Minutes of downtime over production dates (`params[shiftDate][begin]`, `[end]`; unless asked the last `days` up to the
 * one that goes on, 14 as a rule; 366 at most) of the stops that fit the filters of the list, by category, reason, hour
 * of the week and day. A stop counts under each date with what of it lies in the shifts of that date.
 */
export async function pareto(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<DowntimePareto> {
  const { from, to, params } = await asked(context, query);
  const stops = await cutStops(context, { from, to, params });
  const categories = Map.groupBy(stops, ({ category }) => category);
  return {
    from,
    to,
    ...sumOf(stops),
    unclassifiedMinutes: sumOf(categories.get('unclassified') ?? []).minutes,
    minorMinutes: await minorMinutes(context, from, to, params),
    byCategory: [...categories]
      .map(([category, rows]) => ({ category, ...sumOf(rows) }))
      .toSorted(mostFirst),
    byReason: reasons(stops),
    byHour: minutesByHour(stops),
    byDay: days(stops),
  };
}

async function asked(context: Context, query: Readonly<Record<string, unknown>>) {
  const { shiftDate, ...params } = (query.params ?? {}) as Record<string, string>;
  const { begin, end } = (shiftDate ?? {}) as { begin?: string; end?: string };
  const days = Number(query.days ?? 14);
  if (!(Number.isInteger(days) && days >= 1 && days <= 366))
    throw refuse(refusals['call.invalid'], { detail: 'days' });
  const to = end ?? (await productionDateNow(context, params.siteId));
  const from = begin ?? new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (!DAY.test(from) || !DAY.test(to) || !(length >= 0 && length <= 366))
    throw refuse(refusals['call.invalid'], { detail: 'params[shiftDate]' });
  return { from, to, params };
}

function reasons(stops: readonly CutStop[]): DowntimePareto['byReason'] {
  return [...Map.groupBy(stops, ({ category, reasonId }) => `${category} ${reasonId ?? ''}`)]
    .flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const { category, reasonId, nameZh, nameEn, siteName } = first;
      return [{ category, reasonId, nameZh, nameEn, siteName, ...sumOf([first, ...others]) }];
    })
    .toSorted((a, b) => mostFirst(a, b) || a.category.localeCompare(b.category));
}

function days(stops: readonly CutStop[]): DowntimePareto['byDay'] {
  const pieces = stops.flatMap((stop) =>
    stop.pieces.map((piece) => ({ ...piece, isTold: stop.category !== 'unclassified' })),
  );
  return [...Map.groupBy(pieces, ({ shiftDate }) => shiftDate)]
    .map(([day, all]) => ({
      day,
      minutes: hundredths(minutesIn(all)),
      unclassified: hundredths(minutesIn(all.filter(({ isTold }) => !isTold))),
    }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

function sumOf(stops: readonly CutStop[]): { minutes: number; count: number } {
  const minutes = stops.reduce((sum, { pieces }) => sum + minutesIn(pieces), 0);
  return { minutes: hundredths(minutes), count: stops.length };
}

function mostFirst(a: { minutes: number }, b: { minutes: number }): number {
  return b.minutes - a.minutes;
}

function hundredths(minutes: number): number {
  return Math.round(minutes * 100) / 100;
}

/** What machines did not run in their working time, beyond the rows: the minor stops, summed from the hourly sums. */
async function minorMinutes(
  context: Context,
  from: string,
  to: string,
  params: Readonly<Record<string, string>>,
): Promise<number> {
  const { session } = context;
  const sites = session.identity === 1 ? params.siteId : session.siteId;
  const only = (name: string, column: RawBuilder<unknown>) =>
    params[name]
      ? sql`and ${column} = any(string_to_array(${params[name]}, ',')::bigint[])`
      : sql``;
  const narrow = sql`${sites ? sql`and e.site_id = any(string_to_array(${sites}, ',')::bigint[])` : sql``}
    ${only('lineId', sql`e.line_id`)} ${only('equipmentId', sql`e.id`)}`;
  const { rows } = await sql<{ minutes: number }>`
    select greatest(0, round(coalesce(sum(extract(epoch from least(coalesce(s.end_time, now()), now()) - s.start_time)), 0) / 60, 1))::float8 as minutes
    from device_state s join base_equipment e on e.id = s.equipment_id join base_line l on l.id = e.line_id
    where s.shift_date between ${from}::date and ${to}::date and s.shift_id is not null and s.status <> 'run'
      and s.start_time between ${from}::date - interval '2 days' and ${to}::date + interval '3 days'
      and s.seconds <= l.minor_stop_seconds ${narrow}
      and not exists (select from equipment_downtime d where d.equipment_id = s.equipment_id
        and d.start_time <= s.start_time and coalesce(d.end_time, 'infinity') > s.start_time)`.execute(
    context.sql,
  );
  return rows[0]?.minutes ?? 0;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
