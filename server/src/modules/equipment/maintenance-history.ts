import type { MaintenanceHistory } from '@millwright/contract/equipment/live-equipment';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** When a machine was in maintenance within 90 days, the latest first, by its own word or by hand. */
export async function maintenanceOf(
  context: Context,
  machine: { readonly id: string },
): Promise<MaintenanceHistory> {
  const { rows } = await sql<MaintenanceHistory['spans'][number]>`
    select raw_status as note, source, start_time as "from", end_time as "to",
      extract(epoch from coalesce(end_time, now()) - start_time)::float8 as seconds
    from device_state where equipment_id = ${machine.id} and status = 'maintain' and start_time > now() - interval '90 days'
    order by start_time desc limit 50`.execute(context.sql);
  return { spans: rows };
}
