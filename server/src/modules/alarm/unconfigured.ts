import type { UnconfiguredAlarm } from '@millwright/contract/alarm/config';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { seen } from './counts.ts';
import { isMeant } from './explain.ts';

/**
 * Codes that machines raised within 90 days and no enabled configuration explains, the most frequent first (at most
 * 500). Those that a disabled one would explain are told as such: it is there to be enabled.
 */
export async function unconfigured(
  context: Context,
): Promise<{ list: UnconfiguredAlarm[]; total: number }> {
  const { rows } = await sql<UnconfiguredAlarm>`
    select a.site_id as "siteId", ${siteWord(context)} as "departName", a.kind as "equipmentKind",
      coalesce(a.control, '*') as "controlType", a.encoding, (array_agg(a.text order by a.last desc))[1] as text,
      sum(a.count)::int as count, array_agg(a.device_number order by a.count desc, a.device_number) as devices,
      max(a.last) as "lastTime",
      bool_or(exists (select from alarm_config c where ${isMeant})) as "isDisabled"
    from (select l.*, e.equipment_kind as kind, e.control_type as control
      from (select l.site_id, l.device_number, l.encoding, sum(l.count) as count, max(l.at) as last,
          (array_agg(coalesce(l.content_zh, l.content_en) order by l.at desc))[1] as text
        from log_alarm l where l.configured is not true and l.at > now() - interval '90 days' ${seen(context)} group by 1, 2, 3) l
      join base_equipment e on e.site_id = l.site_id and e.number = l.device_number) a
    join base_site s on s.id = a.site_id
    where not exists (select from alarm_config c where c.status = '1' and ${isMeant})
    group by 1, 2, 3, 4, 5 order by count desc, a.encoding limit 500`.execute(context.sql);
  return { list: rows, total: rows.length };
}

/** The site in the language of the reader. */
const siteWord = ({ session }: Context) =>
  session.locale === 'en_US'
    ? sql<string>`coalesce(nullif(s.depart_name_en, ''), s.depart_name)`
    : sql<string>`s.depart_name`;
