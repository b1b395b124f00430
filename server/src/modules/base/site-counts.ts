import type { site } from '@millwright/contract/base/site';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';

type SiteRow = Answer<typeof site>;

/** What stands on a site. */
export interface SiteCounts {
  userCount: number;
  lineCount: number;
  equipmentCount: number;
  equipmentOnlineCount: number;
  /** Orders that run, paused ones included. */
  orderCount: number;
  boardCount: number;
  boardOnlineCount: number;
}

/** Rows of the tree with the number of people, lines, devices, running orders and screens of each. */
export async function withSiteCounts(
  context: Context,
  rows: readonly SiteRow[],
): Promise<SiteRow[]> {
  const counts = await countsOf(
    context,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...(counts.get(row.id) ?? NONE) }));
}

/** The counts of one site. */
export async function siteCounts(context: Context, id: string): Promise<SiteCounts> {
  return (await countsOf(context, [id])).get(id) ?? NONE;
}

const NONE: SiteCounts = {
  userCount: 0,
  lineCount: 0,
  equipmentCount: 0,
  equipmentOnlineCount: 0,
  orderCount: 0,
  boardCount: 0,
  boardOnlineCount: 0,
};

async function countsOf(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, SiteCounts>> {
  const { rows } = await sql<SiteCounts & { id: string }>`
    select d.id,
      (select count(*)::int from "system_user" u where u.deleted_at is null and (u.home_site = d.id or d.id = any(u.departments))) as "userCount",
      (select count(*)::int from base_line l where l.site_id = d.id) as "lineCount",
      (select count(*)::int from base_equipment e where e.site_id = d.id) as "equipmentCount",
      (select count(*)::int from device_live v where v.site_id = d.id and v.status <> 'offline') as "equipmentOnlineCount",
      (select count(*)::int from production_order o where o.site_id = d.id and o.state in ('running', 'paused')) as "orderCount",
      (select count(*)::int from system_kanban k where k.site_id = d.id) as "boardCount",
      (select count(*)::int from system_kanban k where k.site_id = d.id and k.online) as "boardOnlineCount"
    from unnest(${[...ids]}::bigint[]) d(id)`.execute(context.sql);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
