import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** A machine that a gateway speaks for. */
export interface TakenDevice {
  readonly equipmentId: string;
  readonly number: string;
  readonly nickname: string;
  readonly lineId: string | null;
  readonly lineCode: string | null;
  readonly equipmentKind: string;
  readonly controlType: string | null;
}

/** Under what a machine of a gateway is found: numbers in any case. */
export function deviceKey(gatewayId: string, number: string): string {
  return `${gatewayId} ${number.toLowerCase()}`;
}

/** Enabled machines of gateways of one site, by `deviceKey`. */
export async function devicesOf(
  trx: Trx,
  siteId: string,
  gatewayIds: readonly string[],
  numbers: readonly string[],
): Promise<Map<string, TakenDevice>> {
  const { rows } = await sql<TakenDevice & { gatewayId: string }>`
    select e.gateway_id as "gatewayId", e.id as "equipmentId", e.number, e.nickname, e.line_id as "lineId", l.code as "lineCode",
      e.equipment_kind as "equipmentKind", e.control_type as "controlType"
    from base_equipment e left join base_line l on l.id = e.line_id
    where e.site_id = ${siteId} and e.gateway_id = any(${gatewayIds}::bigint[]) and e.status = '1'
      and lower(e.number) = any(${numbers}::text[])`.execute(trx);
  return new Map(
    rows.map(({ gatewayId, ...device }) => [deviceKey(gatewayId, device.number), device]),
  );
}
