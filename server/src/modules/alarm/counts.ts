import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { bestFirst, isMeant } from './explain.ts';

/**
 * How often the alarm of each configuration came within 30 days, by the configuration's id; none is not named. An alarm
 * counts once, on the configuration that explains it.
 */
export async function counts30(
  context: Context,
  encodings: readonly string[] | null = null,
): Promise<Map<string, number>> {
  const some = encodings === null ? sql`` : sql`and l.encoding = any(${spellings(encodings)})`;
  const { rows } = await sql<{ id: string; count: number }>`
    with raised as (select l.site_id, l.device_number, l.encoding, sum(l.count) as count from log_alarm l
      where l.at > now() - interval '30 days' ${some} ${seen(context)} group by 1, 2, 3),
    alarm as (select r.site_id, e.equipment_kind as kind, e.control_type as control, r.encoding, sum(r.count) as count
      from raised r join base_equipment e on e.site_id = r.site_id and e.number = r.device_number group by 1, 2, 3, 4),
    explained as (select distinct on (a.site_id, a.kind, a.control, a.encoding) c.id, a.count
      from alarm a join alarm_config c on c.status = '1' and ${isMeant}
      order by a.site_id, a.kind, a.control, a.encoding, ${bestFirst})
    select id, sum(count)::int as count from explained group by id`.execute(context.sql);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Codes as machines write them, in any case. */
function spellings(encodings: readonly string[]): RawBuilder<string[]> {
  const meant = encodings.map((encoding) => encoding.toLowerCase());
  return sql`array(select w.word from log_word w where w.log = 'log_alarm' and w.field = 'encoding'
    and lower(w.word) = any(${meant}::text[]))`;
}

/** Rows of the alarm log `l` that a session works with: its site's, for company-wide people all unless they chose one. */
export function seen({ session }: Context): RawBuilder<unknown> {
  if (session.siteId !== null) return sql`and l.site_id = ${session.siteId}`;
  return session.identity === 1 ? sql`` : sql`and l.site_id = ${session.homeSiteId}`;
}
