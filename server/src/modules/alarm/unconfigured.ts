import type { UnconfiguredAlarm } from '@millwright/contract/alarm/config';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { seen } from './counts.ts';
import { isMeant, isOfCode } from './explain.ts';

/**
 * Codes that machines raised within 90 days and no enabled configuration explains, the most frequent first: the list has
 * 500 at most, `total` counts all. Those that a disabled one would explain are told as such: it is there to be enabled.
 */
export async function unconfigured(
  context: Context,
): Promise<{ list: UnconfiguredAlarm[]; total: number }> {
  const { rows } = await sql<UnconfiguredAlarm & { total: number }>`
    select a.site_id as "siteId", ${siteWord(context)} as "departName", a.kind as "equipmentKind",
      coalesce(a.control, '*') as "controlType", a.encoding, (array_agg(a.text order by a.last desc))[1] as text,
      sum(a.count)::int as count, array_remove(array_agg(a.device_number order by a.count desc, a.device_number), null) as devices,
      max(a.last) as "lastTime",
      bool_or(exists (select from alarm_config c where ${mayExplain})) as "isDisabled", count(*) over ()::int as total
    from (select l.*, e.equipment_kind as kind, e.control_type as control
      from (select l.site_id, l.device_number, l.encoding, sum(l.count) as count, max(l.at) as last,
          (array_agg(coalesce(l.content_zh, l.content_en) order by l.at desc))[1] as text
        from log_alarm l where l.configured is not true and l.at > now() - interval '90 days' ${seen(context)} group by 1, 2, 3) l
      left join base_equipment e on e.site_id = l.site_id and e.number = l.device_number) a
    join base_site s on s.id = a.site_id
    where not exists (select from alarm_config c where c.status = '1' and ${mayExplain})
    group by 1, 2, 3, 4, 5 order by count desc, a.encoding, 1, 3, 4 limit ${MOST}`.execute(
    context.sql,
  );
  return { list: rows.map(({ total: _all, ...alarm }) => alarm), total: rows[0]?.total ?? 0 };
}

const MOST = 500;

/** Of a machine that is gone or bears another number nobody knows the kind: any configuration of the code may explain it. */
const mayExplain = sql<boolean>`${isOfCode} and (a.kind is null or ${isMeant})`;

/** The site in the language of the reader. */
const siteWord = ({ session }: Context) =>
  session.locale === 'en_US'
    ? sql<string>`coalesce(nullif(s.depart_name_en, ''), s.depart_name)`
    : sql<string>`s.depart_name`;
