import { gatewayRefusals } from '@millwright/contract/base/gateway';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { inScope } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import { seal, unseal } from '../../kernel/sealed.ts';
import type { Services } from '../../kernel/services.ts';
import type { Gateway } from './gateway-row.ts';

/** Keeps the password with which the server signs in at a source, sealed; null forgets it. */
export async function keepPassword(
  trx: Trx,
  dataFolder: string,
  gateway: { readonly id: string; readonly siteId: string | null },
  password: string | null,
): Promise<void> {
  if (password === null) {
    await sql`delete from gateway_sign_in where gateway_id = ${gateway.id}`.execute(trx);
    return;
  }
  await sql`insert into gateway_sign_in (gateway_id, site_id, sealed)
    values (${gateway.id}, ${gateway.siteId}, ${seal(dataFolder, password)})
    on conflict (gateway_id) do update set sealed = excluded.sealed`.execute(trx);
}

/**
 * Who signs in at a source, with the password; null for nobody. Throws `gateway.source.password` for a password that
 * was sealed with another key, as after a restore elsewhere: no other one is tried, since sources lock their accounts.
 */
export async function signInOf(
  services: Services,
  { id, siteId, sourceUser }: Gateway,
): Promise<{ userName: string; password: string } | null> {
  if (sourceUser === null) return null;
  const { rows } = await inScope(services.database.pool, { site: siteId }, (trx) =>
    sql<{ sealed: Buffer }>`select sealed from gateway_sign_in where gateway_id = ${id}`.execute(
      trx,
    ),
  );
  const password = rows[0] ? unseal(services.config.dataFolder, rows[0].sealed) : null;
  if (password === null) throw refuse(gatewayRefusals['gateway.source.password']);
  return { userName: sourceUser, password };
}
