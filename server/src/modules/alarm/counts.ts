import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** How often the alarm of each configuration came within 30 days, by the configuration's id; none is not named. */
export async function counts30(
  context: Context,
  encodings: readonly string[] | null = null,
): Promise<Map<string, number>> {
  const some = encodings === null ? sql`` : sql`and l.encoding = any(${spellings(encodings)})`;
  const { rows } = await sql<{ id: string; count: number }>`
    select c.id, sum(l.count)::int as count
    from (select l.site_id, l.device_number, l.encoding, sum(l.count) as count from log_alarm l
      where l.at > now() - interval '30 days' ${some} ${seen(context)} group by 1, 2, 3) l
    join base_equipment e on e.site_id = l.site_id and e.number = l.device_number
    join alarm_config c on lower(c.encoding) = lower(l.encoding) and c.equipment_kind = e.equipment_kind
      and ${sameControl} and (c.site_id is null or c.site_id = l.site_id)
    group by c.id`.execute(context.sql);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** Codes as machines write them, in any case. */
function spellings(encodings: readonly string[]): RawBuilder<string[]> {
  const meant = encodings.map((encoding) => encoding.toLowerCase());
  return sql`array(select w.word from log_word w where w.log = 'log_alarm' and w.field = 'encoding'
    and lower(w.word) = any(${meant}::text[]))`;
}

/** Whether a configuration `c` is meant for the control of a machine `e`. */
export const sameControl = sql<boolean>`(c.control_type = '*' or lower(c.control_type) = lower(e.control_type))`;

/** Rows of the alarm log `l` that a session works with: its site's, for company-wide people all unless they chose one. */
export function seen({ session }: Context): RawBuilder<unknown> {
  if (session.siteId !== null) return sql`and l.site_id = ${session.siteId}`;
  return session.identity === 1 ? sql`` : sql`and l.site_id = ${session.homeSiteId}`;
}
