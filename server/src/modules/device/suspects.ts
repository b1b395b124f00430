import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Judged } from './judge.ts';

/** Keeps which accepted messages told a time that could not be, and how far their clock was off. */
export async function writeSuspects(
  trx: Trx,
  siteId: string,
  accepted: readonly Judged[],
): Promise<void> {
  const rows = accepted
    .filter(({ timeSuspect }) => timeSuspect)
    .map(({ gateway, message, delayMs }) => ({
      gateway_id: gateway.id,
      message_id: message.messageId,
      device_number: message.deviceNumber,
      type: message.type,
      clock_off: String(-delayMs / 1000),
    }));
  if (rows.length === 0) return;
  await sql`insert into device_suspect (site_id, gateway_id, message_id, device_number, type, clock_off)
    select ${siteId}, gateway_id, message_id, device_number, type, clock_off
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      r(gateway_id bigint, message_id text, device_number text, type text, clock_off numeric)`.execute(
    trx,
  );
}
