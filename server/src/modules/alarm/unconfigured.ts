import type { UnconfiguredAlarm } from '@millwright/contract/alarm/config';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { sameControl, seen } from './counts.ts';

/**
 * Codes that machines raised within 90 days and no enabled configuration explains, the most frequent first (at most
 * 500). Those that a disabled one would explain are told as such: it is there to be enabled.
 */
export async function unconfigured(
  context: Context,
): Promise<{ list: UnconfiguredAlarm[]; total: number }> {
  const { rows } = await sql<UnconfiguredAlarm>`
    select l.site_id as "siteId", ${siteWord(context)} as "departName", e.equipment_kind as "equipmentKind",
      coalesce(e.control_type, '*') as "controlType", l.encoding, (array_agg(l.text order by l.last desc))[1] as text,
      sum(l.count)::int as count, array_agg(l.device_number order by l.count desc, l.device_number) as devices,
      max(l.last) as "lastTime",
      bool_or(exists (select from alarm_config c where ${isFor})) as "isDisabled"
    from (select l.site_id, l.device_number, l.encoding, sum(l.count) as count, max(l.at) as last,
        (array_agg(coalesce(l.content_zh, l.content_en) order by l.at desc))[1] as text
      from log_alarm l where l.configured is not true and l.at > now() - interval '90 days' ${seen(context)} group by 1, 2, 3) l
    join base_equipment e on e.site_id = l.site_id and e.number = l.device_number
    join base_site s on s.id = l.site_id
    where not exists (select from alarm_config c where c.status = '1' and ${isFor})
    group by 1, 2, 3, 4, 5 order by count desc, l.encoding limit 500`.execute(context.sql);
  return { list: rows, total: rows.length };
}

/** The site in the language of the reader. */
const siteWord = ({ session }: Context) =>
  session.locale === 'en_US'
    ? sql<string>`coalesce(nullif(s.depart_name_en, ''), s.depart_name)`
    : sql<string>`s.depart_name`;

/** Whether a configuration `c` is meant for an alarm `l` of a machine `e`. */
const isFor = sql<boolean>`lower(c.encoding) = lower(l.encoding) and c.equipment_kind = e.equipment_kind
  and ${sameControl} and (c.site_id is null or c.site_id = l.site_id)`;
