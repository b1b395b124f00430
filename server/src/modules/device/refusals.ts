import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Gateway } from './gateway-row.ts';
import type { Rejected } from './judge.ts';

/** Keeps messages that were refused with their reasons, for the gateway's page. */
export async function writeRejected(
  trx: Trx,
  gateway: Gateway,
  rejected: readonly Rejected[],
): Promise<void> {
  if (rejected.length === 0) return;
  const rows = rejected.map(({ messageId, reason, message }) => ({
    message_id: messageId,
    device_number: wordOf(message, 'deviceNumber'),
    type: wordOf(message, 'type'),
    reason_zh: reason.zh,
    reason_en: reason.en,
    message: typeof message === 'string' ? message : (JSON.stringify(message) ?? 'null'),
  }));
  await sql`insert into device_refusal (site_id, gateway_id, message_id, device_number, type, reason_zh, reason_en, message)
    select ${gateway.siteId}, ${gateway.id}, message_id, device_number, type, reason_zh, reason_en, to_jsonb(message)
    from jsonb_to_recordset(${JSON.stringify(rows, storable)}::jsonb)
      r(message_id text, device_number text, type text, reason_zh text, reason_en text, message text)`.execute(
    trx,
  );
}

function wordOf(message: unknown, name: string): string | null {
  const value: unknown =
    typeof message === 'object' && message !== null ? Reflect.get(message, name) : null;
  return typeof value === 'string' ? value.slice(0, 64) : null;
}

/** What is refused may hold anything; it is shown as text. */
function storable(_name: string, value: unknown): unknown {
  return typeof value === 'string'
    ? value.slice(0, 4096).toWellFormed().replaceAll('\u0000', '␀')
    : value;
}
