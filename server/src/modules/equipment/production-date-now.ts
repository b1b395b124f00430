import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';

/**
 * The production date (`YYYY-MM-DD`) that goes on at a site, or at the sites in view that have machines the latest of
 * them: before the start of a production day it is still that of the day before.
 */
export async function productionDateNow(context: Context, siteId: unknown = null): Promise<string> {
  const asked = /^\d{1,18}$/.test(String(siteId)) ? String(siteId) : context.session.siteId;
  const { rows } = await sql<{ id: string; lines: string[] }>`
    select s.id, array(select l.id::text from base_line l where l.site_id = s.id order by l.id) as lines
    from base_site s where s.depart_type = 'site' and case when ${asked}::bigint is null
      then exists (select from base_equipment e where e.site_id = s.id) else s.id = ${asked}::bigint end`.execute(
    context.sql,
  );
  const dates = await Promise.all(
    rows.map(async ({ id, lines }) => {
      const calendar = await openShiftCalendar(context.sql, id, [], lines);
      return calendar.placeOf('', Date.now()).shiftDate;
    }),
  );
  return dates.toSorted().at(-1) ?? new Date().toISOString().slice(0, 10);
}
