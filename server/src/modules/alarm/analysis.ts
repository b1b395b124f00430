import {
  type AlarmAnalysis,
  type AlarmTop,
  analysisDays,
  type StandingAlarm,
} from '@millwright/contract/alarm/config';
import { refusals } from '@millwright/contract/kernel/errors';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { seen } from './counts.ts';
import { lasted } from './lasted.ts';

/** Which alarms come most and last longest, which devices raise them, what stands and what chatters. */
export async function analysis(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<AlarmAnalysis> {
  const days = daysOf(query);
  const span = sql`l.at > now() - make_interval(days => ${days}) ${seen(context)}`;
  const [byCount, byMinutes, devices, standing, chattering] = await Promise.all([
    top(context, span, sql`count`),
    top(context, span, sql`minutes`),
    perDevice(context, span, days),
    standingNow(context),
    chatter(context, span),
  ]);
  return { days, byCount, byMinutes, devices, standing, chattering };
}

function daysOf(query: Readonly<Record<string, unknown>>): number {
  const sent = (query.params as Record<string, unknown> | undefined)?.days ?? query.days ?? '30';
  const days = analysisDays.find((known) => String(known) === sent);
  if (days === undefined) throw refuse(refusals['call.invalid'], { detail: 'days' });
  return days;
}

const texts = sql`max(l.content_zh) as "contentZh", max(l.content_en) as "contentEn"`;
const minutes = sql`round(sum(${lasted('l.at', 'l.end_time')}) / 60)::int as minutes`;

async function top(
  context: Context,
  span: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
): Promise<AlarmTop[]> {
  const { rows } = await sql<AlarmTop>`
    select l.encoding, ${texts}, sum(l.count)::int as count, ${minutes} from log_alarm l where ${span}
    group by l.encoding order by ${by} desc, l.encoding limit 10`.execute(context.sql);
  return rows;
}

async function perDevice(context: Context, span: RawBuilder<unknown>, days: number) {
  const { rows } = await sql<{ number: string; name: string; count: number; perHour: number }>`
    select l.device_number as number, max(l.device_name) as name, sum(l.count)::int as count,
      round(sum(l.count) / (${days}::numeric * 24), 2)::float as "perHour"
    from log_alarm l where ${span} and l.device_number is not null group by 1 order by count desc, 1 limit 20`.execute(
    context.sql,
  );
  return rows;
}

async function standingNow(context: Context): Promise<StandingAlarm[]> {
  const { rows } = await sql<StandingAlarm>`
    select l.encoding, l.content_zh as "contentZh", l.content_en as "contentEn",
      concat_ws(' ', l.device_number, l.device_name) as device, l.at as "startTime",
      floor(extract(epoch from now() - l.at) / 3600)::int as hours
    from log_alarm l where l.end_time is null and l.at < now() - interval '24 hours' and l.at > now() - interval '400 days'
      ${seen(context)} order by l.at limit 50`.execute(context.sql);
  return rows;
}

/** Three comings within a minute are chattering (ISA-18.2); the log folds what comes again within a minute into one row. */
async function chatter(context: Context, span: RawBuilder<unknown>) {
  const { rows } = await sql<AlarmAnalysis['chattering'][number]>`
    select l.encoding, ${texts}, concat_ws(' ', l.device_number, max(l.device_name)) as device, count(*)::int as count,
      max(l.count)::int as most, ${minutes}
    from log_alarm l where ${span} and l.count >= 3 group by l.encoding, l.device_number
    order by count desc, most desc, l.encoding limit 20`.execute(context.sql);
  return rows;
}
