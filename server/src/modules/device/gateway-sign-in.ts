import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { inScope } from '../../kernel/database/transaction.ts';
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

/** The password for a source; null for none, and for one that was sealed with another key. */
export function passwordOf(services: Services, gateway: Gateway): Promise<string | null> {
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const { rows } = await sql<{ sealed: Buffer }>`select sealed from gateway_sign_in
      where gateway_id = ${gateway.id}`.execute(trx);
    const [row] = rows;
    return row ? unseal(services.config.dataFolder, row.sealed) : null;
  });
}
