import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** A machine that a gateway speaks for. */
export interface TakenDevice {
  readonly equipmentId: string;
  readonly number: string;
  readonly nickname: string;
  readonly lineCode: string | null;
  readonly equipmentKind: string;
  readonly controlType: string | null;
}

/** Enabled machines of a gateway by their numbers in lower case. */
export async function devicesOf(
  trx: Trx,
  gateway: { readonly id: string; readonly siteId: string },
  numbers: readonly string[],
): Promise<Map<string, TakenDevice>> {
  const { rows } = await sql<TakenDevice>`
    select e.id as "equipmentId", e.number, e.nickname, l.code as "lineCode",
      e.equipment_kind as "equipmentKind", e.control_type as "controlType"
    from base_equipment e left join base_line l on l.id = e.line_id
    where e.site_id = ${gateway.siteId} and e.gateway_id = ${gateway.id} and e.status = '1'
      and lower(e.number) = any(${numbers}::text[])`.execute(trx);
  return new Map(rows.map((row) => [row.number.toLowerCase(), row]));
}
