import type { AlarmHistory, AlarmRow } from '@millwright/contract/equipment/live-equipment';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { shownContent } from '../alarm/content.ts';
import { lasted } from '../alarm/lasted.ts';

interface Machine {
  readonly id: string;
  readonly siteId: string | null;
  readonly equipmentKind: string;
  readonly controlType: string | null;
}

/** Alarms of a machine: those that stand, the last 100 of 30 days, and the encodings that took most minutes. */
export async function alarmsOf(context: Context, machine: Machine): Promise<AlarmHistory> {
  const { rows: found } = await sql<AlarmRow & { text: string | null }>`
    select v.encoding, c.level, v.text, c.content_zh as "contentZh", c.content_en as "contentEn",
      c.advice_zh as "adviceZh", c.advice_en as "adviceEn", v.start_time as "startTime", v.end_time as "endTime",
      round(${lasted('v.start_time', 'v.end_time')})::float8 as seconds
    from alarm_event v left join lateral (
      select * from alarm_config c where lower(c.encoding) = lower(v.encoding) and c.equipment_kind = ${machine.equipmentKind}
        and c.status = '1' and (c.control_type = '*' or lower(c.control_type) = lower(${machine.controlType ?? ''}::text))
        and (c.site_id is null or c.site_id = v.site_id)
      order by c.site_id nulls last, c.control_type = '*' limit 1) c on true
    where v.equipment_id = ${machine.id} and (v.start_time > now() - interval '30 days' or v.end_time is null)
    order by v.start_time desc, v.id desc limit 5000`.execute(context.sql);
  const rows = found.map(({ text, contentZh, contentEn, ...row }): AlarmRow => {
    const config = contentZh !== null && contentEn !== null ? { contentZh, contentEn } : null;
    return { ...row, ...shownContent(config, text) };
  });
  return {
    active: rows.filter(({ endTime }) => endTime === null),
    history: rows.filter(({ endTime }) => endTime !== null).slice(0, 100),
    pareto: paretoOf(rows),
  };
}

function paretoOf(rows: readonly AlarmRow[]): AlarmHistory['pareto'] {
  return [...Map.groupBy(rows, ({ encoding }) => encoding)]
    .flatMap(([, same]) => {
      const [first] = same;
      if (!first) return [];
      const { startTime: _start, endTime: _end, seconds: _seconds, ...words } = first;
      const minutes = Math.round(same.reduce((sum, { seconds }) => sum + seconds, 0) / 6) / 10;
      return [{ ...words, count: same.length, minutes }];
    })
    .toSorted((a, b) => b.minutes - a.minutes)
    .slice(0, 10);
}
