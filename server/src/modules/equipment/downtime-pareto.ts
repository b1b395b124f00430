import { downtime, type DowntimePareto } from '@millwright/contract/equipment/downtime';
import { refusals } from '@millwright/contract/kernel/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { conditionsOf, where } from '../../kernel/store/filter.ts';
import { minutesByHour } from './downtime-hours.ts';
import { productionDateNow } from './production-date-now.ts';

/**
 * Minutes of downtime over production dates (`params[shiftDate][begin]`, `[end]`; unless asked the last `days` up to the
 * one that goes on, 14 as a rule; 366 at most) under the filters of the list, by category, reason, hour of the week and day.
 */
export async function pareto(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<DowntimePareto> {
  const { from, to, params } = await asked(context, query);
  const conditions = where(
    conditionsOf(downtime, context.session, { ...params, shiftDate: { begin: from, end: to } }),
  );
  const [byReason, byHour, byDay, minor] = await Promise.all([
    reasons(context, conditions),
    minutesByHour(context, conditions),
    days(context, conditions),
    minorMinutes(context, from, to, params),
  ]);
  const sum = (rows: readonly { minutes: number }[]) =>
    rows.reduce((total, { minutes }) => total + minutes, 0);
  const categories = Map.groupBy(byReason, ({ category }) => category);
  const byCategory = [...categories]
    .map(([category, rows]) => ({
      category,
      minutes: sum(rows),
      count: rows.reduce((total, { count }) => total + count, 0),
    }))
    .toSorted((a, b) => b.minutes - a.minutes);
  return {
    from,
    to,
    minutes: sum(byReason),
    count: byReason.reduce((total, { count }) => total + count, 0),
    unclassifiedMinutes: sum(categories.get('unclassified') ?? []),
    minorMinutes: minor,
    byCategory,
    byReason,
    byHour,
    byDay,
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

/** A stop that lasts counts as far as it was counted. */
const minutes = sql`sum(t.minutes)::float8 as minutes`;

async function reasons(context: Context, conditions: RawBuilder<unknown>) {
  const { rows } = await sql<DowntimePareto['byReason'][number]>`
    select t.category, t.reason_id as "reasonId", max(r.name_zh) as "nameZh", max(r.name_en) as "nameEn",
      max(case when ${context.session.locale === 'en_US'} then coalesce(nullif(s.depart_name_en, ''), s.depart_name) else s.depart_name end) as "siteName",
      ${minutes}, count(*)::int as count
    from equipment_downtime t left join base_reason_code r on r.id = t.reason_id
      left join base_site s on s.id = r.site_id ${conditions}
    group by t.category, t.reason_id order by minutes desc, t.category`.execute(context.sql);
  return rows;
}

async function days(context: Context, conditions: RawBuilder<unknown>) {
  const { rows } = await sql<DowntimePareto['byDay'][number]>`
    select t.shift_date as day, ${minutes}, coalesce(sum(t.minutes) filter (where t.category = 'unclassified'), 0)::float8 as unclassified
    from equipment_downtime t ${conditions} and t.shift_date is not null group by 1 order by 1`.execute(
    context.sql,
  );
  return rows;
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
