import { sql } from 'kysely';
import type { DemoCall } from './log-calls.ts';
import type { DemoWriter } from './writer.ts';

/** Ids of the rows that are there, by entity, then by site; the key of company-wide rows is empty. */
export type RowIds = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** What people work on in the log exists, so that a row of the log leads to it. */
export async function idsByPlace(writer: DemoWriter): Promise<RowIds> {
  const found = await sql<{ entity: string; site: string; ids: string[] }>`
    select entity, coalesce(site_id::text, '') as site, array_agg(id::text order by id) as ids from (
      select 'production/order' as entity, site_id, id from production_order
      union all select 'base/line', site_id, id from base_line
      union all select 'base/product', site_id, id from base_product
      union all select 'base/checkItem', site_id, id from base_check_item
      union all select 'base/procedure', site_id, id from base_procedure
      union all select 'base/station', site_id, id from base_station
      union all select 'base/reasonCode', site_id, id from base_reason_code
      union all select 'base/equipment', site_id, id from base_equipment
      union all select 'system/user', site_id, id from "system_user"
      union all select 'system/role', site_id, id from system_role
    ) rows group by 1, 2`.execute(writer.context.sql);
  const places = new Map<string, Map<string, readonly string[]>>();
  for (const { entity, site, ids } of found.rows)
    places.set(entity, (places.get(entity) ?? new Map<string, readonly string[]>()).set(site, ids));
  return places;
}

/** Rows of the person's own site and of the company. Throws a sentence when a call has nothing to be about. */
export function idsFor(ids: RowIds, { entity, url }: DemoCall, siteId: string): readonly string[] {
  if (entity === null || !url.includes(':id')) return ['0'];
  const places = ids.get(entity);
  const own = [...(places?.get(siteId) ?? []), ...(places?.get('') ?? [])];
  if (own.length === 0) throw new Error(`The demo's log has no ${entity} to speak of: ${url}`);
  return own;
}
