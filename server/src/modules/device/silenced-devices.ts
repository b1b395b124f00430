import { sql } from 'kysely';
import { inScope } from '../../kernel/database/transaction.ts';
import type { Services } from '../../kernel/services.ts';
import type { Gateway } from './gateway-row.ts';

/**
 * Numbers (lower case) of the enabled machines of a gateway whose state nobody told: they never spoke, or silence or
 * somebody who disabled them ended what they had said.
 */
export function silencedDevices(services: Services, gateway: Gateway): Promise<Set<string>> {
  const scope = { site: gateway.siteId, readOnly: true };
  return inScope(services.database.pool, scope, async (trx) => {
    const { rows } = await sql<{
      number: string;
    }>`select lower(e.number) as number from base_equipment e
      left join device_live d on d.equipment_id = e.id
      left join device_state s on s.equipment_id = d.equipment_id and s.order_time = d.order_time and s.id = d.state_id
      where e.gateway_id = ${gateway.id} and e.status = '1'
        and (s.id is null or s.source in ('gateway', 'heartbeat') or (s.source = 'manual' and s.status is null))`.execute(
      trx,
    );
    return new Set(rows.map(({ number }) => number));
  });
}
