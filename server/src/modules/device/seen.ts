import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** Key under which what a gateway said is remembered for good: 16 bytes of a SHA-256 written as a UUID. */
export function digestOf(clientId: string, messageId: string): string {
  const hex = createHash('sha256').update(`${clientId}\u0000${messageId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Those digests that are remembered. */
export async function seenOf(trx: Trx, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`select digest from device_message_seen
    where digest = any(${digests}::uuid[])`.execute(trx);
  return new Set(rows.map(({ digest }) => digest));
}

/** Digests that were not known yet. All processes remember in one order and so never wait in a circle. */
export async function rememberNew(trx: Trx, digests: readonly string[]): Promise<Set<string>> {
  if (digests.length === 0) return new Set();
  const { rows } = await sql<{ digest: string }>`insert into device_message_seen (digest)
    select d from unnest(${digests.toSorted()}::uuid[]) d on conflict do nothing returning digest`.execute(
    trx,
  );
  return new Set(rows.map(({ digest }) => digest));
}
