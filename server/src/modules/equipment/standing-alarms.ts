import type { StandingNow } from '@millwright/contract/equipment/live-equipment';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { shownContent } from '../alarm/content.ts';
import { explainAlarms } from '../alarm/explain.ts';

/** What machines raise now, the newest first, in the words of the configuration. */
export async function standingAlarms(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, StandingNow[]>> {
  const { rows } = await sql<{
    id: string;
    siteId: string;
    equipmentKind: string;
    controlType: string | null;
    encoding: string;
    text: string | null;
    startTime: string;
  }>`select v.equipment_id as id, v.site_id as "siteId", e.equipment_kind as "equipmentKind", e.control_type as "controlType",
      v.encoding, v.text, v.start_time as "startTime"
    from alarm_event v join base_equipment e on e.id = v.equipment_id
    where v.end_time is null and v.equipment_id = any(${ids}::bigint[]) order by v.start_time desc, v.id desc limit 500`.execute(
    context.sql,
  );
  const explained = await explainAlarms(context.sql, rows);
  const found = new Map<string, StandingNow[]>();
  for (const [index, { id, encoding, text, startTime }] of rows.entries()) {
    const list = found.get(id) ?? [];
    list.push({ encoding, startTime, ...shownContent(explained[index], text) });
    found.set(id, list);
  }
  return found;
}
