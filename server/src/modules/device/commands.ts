import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import { inScope } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { type LoggedMessage, logMessages } from './device-logs.ts';
import type { Gateway } from './gateway-row.ts';
import { type EndedCommand, logTransfer } from './program-transfer.ts';

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

/**
 * Requests of a gateway that have no result yet, oldest first, at most 100; they are asked for until they have one. The
 * first time that one is handed out is a row of the communication log, under the message id of its result.
 */
export function waitingCommands(
  services: Services,
  gateway: Gateway,
): Promise<{ list: DeviceCommand[] }> {
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const { rows } = await sql<DeviceCommand & { isNew: boolean }>`
      with due as (select id, fetch_time is null as is_new from device_command
        where gateway_id = ${gateway.id} and state in ('waiting', 'fetched') order by id limit 100 for update skip locked)
      update device_command c set state = 'fetched', fetch_time = coalesce(c.fetch_time, now())
      from due where c.id = due.id
      returning c.id, (select number from base_equipment e where e.id = c.equipment_id) as "deviceNumber",
        c.kind, c.payload, c.create_time as "createTime", due.is_new as "isNew"`.execute(trx);
    rows.sort((a, b) => Number(a.id) - Number(b.id));
    const list = rows.map(({ isNew: _isNew, ...command }) => command);
    const fresh = list.filter((_command, place) => rows[place]?.isNew);
    await logMessages(
      trx,
      new Date().toISOString(),
      fresh.map(({ id, createTime, ...command }): LoggedMessage => {
        const message = { ...heading(id, command.deviceNumber), ...command, sendTime: createTime };
        return { gateway, message, result: 'accepted', direction: 'down' };
      }),
    );
    return { list };
  });
}

/**
 * Stores the result of a request and what follows of it: a transfer of a program is a row of the DNC log. A second
 * result changes nothing. Throws `row.missing` for a request of another gateway.
 */
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
    const { ok, detail = {} } = sent.data;
    const found = await sql<EndedCommand & { isOpen: boolean }>`
      select c.kind, c.payload, coalesce(c.fetch_time, c.create_time) as "beginTime", c.state in ('waiting', 'fetched') as "isOpen",
        e.number as "deviceNumber", e.nickname as "deviceName"
      from device_command c left join base_equipment e on e.id = c.equipment_id
      where c.id = ${id} and c.gateway_id = ${gateway.id} for update of c`.execute(trx);
    const [command] = found.rows;
    if (!command) throw refuse(refusals['row.missing']);
    const at = new Date().toISOString();
    const message = { ...heading(id, command.deviceNumber), kind: command.kind, ok, detail };
    const result = command.isOpen ? 'accepted' : 'duplicate';
    await logMessages(trx, at, [{ gateway, message, result }]);
    if (!command.isOpen) return { id };
    await sql`update device_command set state = ${ok ? 'done' : 'failed'}, end_time = ${at},
      result = ${JSON.stringify(detail)}::jsonb where id = ${id}`.execute(trx);
    await logTransfer(trx, { siteId: gateway.siteId, at, command, ok, detail });
    return { id };
  });
}

/** How a request and its result are found in the communication log. */
function heading(id: string, deviceNumber: string | null) {
  return { queueName: 'command', messageId: `command-${id}`, deviceNumber };
}
