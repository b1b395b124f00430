import type { ShiftWindow } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { StateWork } from '../device/take-states.ts';
import { orderRow } from '../production/order-at-line.ts';
import type { Proposal } from './downtime-proposal.ts';
import type { Stop, ToldState } from './stops.ts';

/** A row of downtime as it is stored. */
export interface KeptStop {
  readonly id: string;
  readonly equipmentId: string;
  readonly start: string;
  readonly end: string | null;
  readonly category: string;
  readonly state: string;
}

/** A machine, its states since the first change, the stops that follow from them, and the rows that are kept. */
export interface StopBook {
  readonly equipmentId: string;
  readonly number: string;
  readonly lineId: string;
  readonly limitSeconds: number;
  readonly states: readonly ToldState[];
  readonly stops: readonly Stop[];
  readonly kept: readonly KeptStop[];
}

/** A kept row with its new times. */
export interface MovedStop {
  readonly id: string;
  readonly start: number;
  readonly end: number | null;
}

interface Settled {
  readonly added: Stop[];
  readonly moved: MovedStop[];
  readonly gone: string[];
}

/**
 * What must change so that the rows tell the stops. A row keeps what people said of it: it follows its stop, parts of
 * a split one follow each other. A row whose stop never was goes, or, when somebody classified it, lasts no time.
 */
export function settleStops({ stops, kept, states }: StopBook): Settled {
  const settled: Settled = { added: [], moved: [], gone: [] };
  const free = new Set(kept);
  for (const stop of stops) {
    const rows = [...free].filter((row) => touches(row, stop));
    if (rows.length === 0) settled.added.push(stop);
    for (const [index, row] of rows.entries()) {
      free.delete(row);
      const next = rows[index + 1];
      const start = index === 0 ? stop.start : Date.parse(row.start);
      const end = next ? Date.parse(next.start) : stop.end;
      if (start !== Date.parse(row.start) || end !== endOf(row) || row.end === null)
        settled.moved.push({ id: row.id, start, end });
    }
  }
  const since = states[0]?.start ?? Number.POSITIVE_INFINITY;
  for (const row of free) {
    const start = Date.parse(row.start);
    if (start < since) continue;
    if (row.state === 'classified') settled.moved.push({ id: row.id, start, end: start });
    else settled.gone.push(row.id);
  }
  return settled;
}

function touches(row: KeptStop, stop: Stop): boolean {
  const end = endOf(row) ?? Number.POSITIVE_INFINITY;
  return Date.parse(row.start) < (stop.end ?? Number.POSITIVE_INFINITY) && end > stop.start;
}

function endOf(row: KeptStop): number | null {
  return row.end === null ? null : Date.parse(row.end);
}

interface StopWrites {
  readonly added: readonly {
    book: StopBook;
    stop: Stop;
    shift: ShiftWindow | undefined;
    proposal: Proposal | undefined;
  }[];
  readonly moved: readonly (MovedStop & { seconds: number })[];
  readonly gone: readonly string[];
}

/** Writes what `settleStops` found, over all machines at once. */
export async function keepStops(work: StateWork, { added, moved, gone }: StopWrites) {
  if (gone.length > 0)
    await sql`delete from equipment_downtime where id = any(${gone}::bigint[])`.execute(work.trx);
  if (moved.length > 0) {
    const rows = moved.map(({ id, start, end, seconds }) => ({
      id,
      start_time: iso(start),
      end_time: iso(end),
      minutes: minutesOf(seconds),
    }));
    await sql`update equipment_downtime d set start_time = n.start_time, end_time = n.end_time, minutes = n.minutes,
        state = ${stateFor('n.end_time', 'd.category')}, update_time = now()
      from jsonb_populate_recordset(null::equipment_downtime, ${JSON.stringify(rows)}::jsonb) n where n.id = d.id
        and (n.start_time <> d.start_time or n.end_time is distinct from d.end_time or abs(n.minutes - d.minutes) >= 1)`.execute(
      work.trx,
    );
  }
  if (added.length > 0) await addStops(work, added);
}

async function addStops(work: StateWork, added: StopWrites['added']): Promise<void> {
  const rows = added.map(({ book, stop, shift, proposal }) => ({
    equipment_id: book.equipmentId,
    equipment_number: book.number,
    line_id: book.lineId,
    shift_date: shift?.shiftDate ?? null,
    shift_id: shift?.shiftId ?? null,
    start_time: iso(stop.start),
    end_time: iso(stop.end),
    minutes: minutesOf(stop.seconds),
    alarm_encoding: proposal?.alarmEncoding ?? null,
    proposed_category: proposal?.category ?? null,
    proposed_reason_id: proposal?.reasonId ?? null,
  }));
  await sql`insert into equipment_downtime (site_id, equipment_id, equipment_number, line_id, shift_date, shift_id, shift_name,
      start_time, end_time, minutes, alarm_encoding, proposed_category, proposed_reason_id, order_id, state)
    select ${work.siteId}, n.equipment_id, n.equipment_number, n.line_id, n.shift_date, n.shift_id,
      (select s.name from base_line_shifts s where s.id = n.shift_id::bigint),
      n.start_time, n.end_time, n.minutes, n.alarm_encoding, n.proposed_category, n.proposed_reason_id,
      (select o.id from ${orderRow(sql`${work.siteId}`, sql`n.line_id`, sql`n.start_time`)} o),
      ${stateFor('n.end_time', `'unclassified'`)}
    from jsonb_populate_recordset(null::equipment_downtime, ${JSON.stringify(rows)}::jsonb) n`.execute(
    work.trx,
  );
}

/** Open while it lasts, then as far as somebody has said why. */
function stateFor(end: string, category: string) {
  return sql.raw(
    `case when ${end} is null then 'open' when ${category} = 'unclassified' then 'unclassified' else 'classified' end`,
  );
}

function minutesOf(seconds: number): string {
  return (seconds / 60).toFixed(2);
}

function iso(moment: number): string;
function iso(moment: number | null): string | null;
function iso(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}
