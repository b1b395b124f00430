import type { StateSpan } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** A stored interval clipped to nothing; `to` of one that lasts is now. */
export interface ReadState extends StateSpan {
  readonly rawStatus: string | null;
  readonly program: string | null;
  readonly source: string;
}

/** Intervals of machines that touch a stretch of time (milliseconds), in their order. */
export async function readStates(
  trx: Trx,
  equipmentIds: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, ReadState[]>> {
  const begins = new Date(from).toISOString();
  const ends = new Date(to).toISOString();
  const { rows } = await sql<{
    id: string;
    status: string | null;
    rawStatus: string | null;
    program: string | null;
    source: string;
    start: string;
    end: string | null;
  }>`
    select s.equipment_id as id, s.status, s.raw_status as "rawStatus", s.program, s.source, s.start_time as start, s.end_time as "end"
    from unnest(${equipmentIds}::bigint[]) d(equipment_id) cross join lateral (
      (select * from device_state where equipment_id = d.equipment_id and order_time <= ${begins}::timestamptz
        order by order_time desc, id desc limit 1)
      union all
      (select * from device_state where equipment_id = d.equipment_id and order_time > ${begins}::timestamptz
        and order_time < ${ends}::timestamptz)) s
    order by s.equipment_id, s.order_time, s.id`.execute(trx);
  const found = new Map<string, ReadState[]>();
  for (const { id, start, end, ...rest } of rows) {
    const span = { ...rest, from: Date.parse(start), to: end === null ? to : Date.parse(end) };
    if (span.to <= from) continue;
    const list = found.get(id) ?? [];
    list.push(span);
    found.set(id, list);
  }
  return found;
}
