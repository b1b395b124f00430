import { sql } from 'kysely';
import { inScope } from '../../../kernel/database/transaction.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';

/** How far an agent was read. */
export interface Position {
  readonly instanceId: string;
  readonly next: number;
  /** Milliseconds by the agent's clock; places kept before there was this have none. */
  readonly time?: number;
}

export async function readPosition(services: Services, gateway: Gateway): Promise<Position | null> {
  return inScope(services.database.pool, { site: gateway.siteId }, async (trx) => {
    const { rows } = await sql<{ position: Position }>`select position from gateway_cursor
      where gateway_id = ${gateway.id} and source = ${gateway.address}`.execute(trx);
    return rows[0]?.position ?? null;
  });
}

export async function keepPosition(
  services: Services,
  gateway: Gateway,
  position: Position,
): Promise<void> {
  await inScope(services.database.pool, { site: gateway.siteId }, (trx) =>
    sql`insert into gateway_cursor (gateway_id, source, site_id, position)
      values (${gateway.id}, ${gateway.address}, ${gateway.siteId}, ${JSON.stringify(position)}::jsonb)
      on conflict (gateway_id, source) do update set position = excluded.position`.execute(trx),
  );
}
