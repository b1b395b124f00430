import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import type { Gateway } from './gateway-row.ts';

/** A request that waits for a gateway, such as the transfer of a program. */
export interface DeviceCommand {
  id: string;
  deviceNumber: string | null;
  kind: string;
  payload: unknown;
  createTime: string;
}

export const commandResultSchema = z.object({
  ok: z.boolean(),
  detail: z.record(z.string().max(60), z.unknown()).optional(),
});

/** Requests of a gateway that have no result yet, oldest first, at most 100; they are asked for until they have one. */
export function waitingCommands(
  services: Services,
  gateway: Gateway,
): Promise<{ list: DeviceCommand[] }> {
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const { rows } = await sql<DeviceCommand>`
      with due as (select id from device_command where gateway_id = ${gateway.id} and state in ('waiting', 'fetched')
        order by id limit 100 for update skip locked)
      update device_command c set state = 'fetched', fetch_time = coalesce(c.fetch_time, now())
      from due where c.id = due.id
      returning c.id, (select number from base_equipment e where e.id = c.equipment_id) as "deviceNumber",
        c.kind, c.payload, c.create_time as "createTime"`.execute(trx);
    return { list: rows.sort((a, b) => Number(a.id) - Number(b.id)) };
  });
}

/** Stores the result of a request; a second one changes nothing. Throws `row.missing` for one of another gateway. */
export function endCommand(
  services: Services,
  gateway: Gateway,
  id: string,
  body: unknown,
): Promise<{ id: string }> {
  const sent = commandResultSchema.safeParse(body);
  if (!sent.success) throw refuse(refusals['call.invalid'], { detail: 'ok' });
  if (!/^[1-9]\d{0,17}$/.test(id)) throw refuse(refusals['row.missing']);
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const found =
      await sql`select 1 from device_command where id = ${id} and gateway_id = ${gateway.id}`.execute(
        trx,
      );
    if (found.rows.length === 0) throw refuse(refusals['row.missing']);
    await sql`update device_command set state = ${sent.data.ok ? 'done' : 'failed'}, end_time = now(),
        result = ${JSON.stringify(sent.data.detail ?? {})}::jsonb
      where id = ${id} and gateway_id = ${gateway.id} and state in ('waiting', 'fetched')`.execute(
      trx,
    );
    return { id };
  });
}
