import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { digestOf } from '../device/gateway-secret.ts';

/**
 * Makes a new token for a board and keeps its digest only; whoever calls shows it once. The token before it ends with
 * this transaction.
 */
export async function renewToken(
  trx: Trx,
  board: { id: string; siteId: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`insert into kanban_token (kanban_id, site_id, digest)
    values (${board.id}, ${board.siteId}, ${digestOf(token)})
    on conflict (kanban_id) do update set digest = excluded.digest`.execute(trx);
  return token;
}
