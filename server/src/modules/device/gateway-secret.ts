import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** A new client id, unique by chance: `gw-` and 16 hexadecimal digits. */
export function newClientId(): string {
  return `gw-${randomBytes(8).toString('hex')}`;
}

/**
 * Makes a new secret for a gateway and keeps its digest only; whoever calls shows it once. 256 bits of chance need
 * no slow hash: nobody can try them out.
 */
export async function renewSecret(
  trx: Trx,
  gateway: { id: string; siteId: string | null },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url');
  await sql`insert into gateway_secret (gateway_id, site_id, digest)
    values (${gateway.id}, ${gateway.siteId}, ${digestOf(secret)})
    on conflict (gateway_id) do update set digest = excluded.digest`.execute(trx);
  return secret;
}

/** Whether a secret is the one that was kept. */
export function secretFits(secret: string, digest: Buffer): boolean {
  const made = digestOf(secret);
  return made.length === digest.length && timingSafeEqual(made, digest);
}

/** SHA-256 of a secret: what is kept of it. */
export function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
