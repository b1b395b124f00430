import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { HOUR_MS, type ShiftCalendar } from './shift-calendar.ts';
import { hourStates } from '@millwright/contract/device/state';

/** Seconds that go to or from the hours of machines; written in one statement. */
export interface HourSums {
  /**
   * Counts a state from one moment to another, breaks left out; `sign` -1 takes it away. A `to` before `from` (the clock went back)
   * counts against the hours in between.
   */
  add(equipmentId: string, status: string | null, from: number, to: number, sign?: 1 | -1): void;
  write(trx: Trx, siteId: string): Promise<void>;
}

/** Gathers seconds per machine, hour, shift and state. */
export function hourSums(calendar: ShiftCalendar): HourSums {
  const sums = new Map<string, HourRow>();
  return {
    add(equipmentId, status, from, to, sign = 1) {
      if (!isCounted(status) || from === to) return;
      const way = to < from ? -sign : sign;
      const [start, end] = to < from ? [to, from] : [from, to];
      for (let hour = start - (start % HOUR_MS); hour < end; hour += HOUR_MS) {
        for (const slice of calendar.hourOf(equipmentId, hour)) {
          const length = Math.min(end, slice.to) - Math.max(start, slice.from);
          if (length > 0 && !slice.isBreak)
            rowOf(sums, equipmentId, hour, slice).ms[status] += way * length;
        }
      }
    },
    async write(trx, siteId) {
      const rows = [...sums.values()].sort(byKey).map(({ ms, ...row }) => ({
        ...row,
        hour: new Date(row.hour).toISOString(),
        ...Object.fromEntries(hourStates.map((state) => [state, ms[state] / 1000])),
      }));
      if (rows.length === 0) return;
      const columns = sql.join(hourStates.map((state) => sql.ref(state)));
      const added = hourStates.map(
        (state) => sql`${sql.ref(state)} = h.${sql.ref(state)} + excluded.${sql.ref(state)}`,
      );
      await sql`insert into device_hour as h (equipment_id, hour, shift_date, shift_id, site_id, ${columns})
        select equipment_id, hour, shift_date, shift_id, ${siteId}, ${columns}
        from jsonb_populate_recordset(null::device_hour, ${JSON.stringify(rows)}::jsonb)
        on conflict (equipment_id, hour, shift_date, shift_id) do update set ${sql.join(added)}`.execute(
        trx,
      );
      sums.clear();
    },
  };
}

type HourState = (typeof hourStates)[number];

interface HourRow {
  readonly equipment_id: string;
  readonly hour: number;
  readonly shift_date: string;
  readonly shift_id: string;
  readonly ms: Record<HourState, number>;
}

function rowOf(
  sums: Map<string, HourRow>,
  equipmentId: string,
  hour: number,
  slice: { shiftDate: string; shiftId: string | null },
): HourRow {
  const shiftId = slice.shiftId ?? '0';
  const key = `${equipmentId} ${hour} ${slice.shiftDate} ${shiftId}`;
  const known = sums.get(key);
  if (known) return known;
  const ms = { run: 0, idle: 0, setup: 0, alarm: 0, estop: 0, maintain: 0, offline: 0 };
  const row = {
    equipment_id: equipmentId,
    hour,
    shift_date: slice.shiftDate,
    shift_id: shiftId,
    ms,
  };
  sums.set(key, row);
  return row;
}

function isCounted(status: string | null): status is HourState {
  return status !== null && (hourStates as readonly string[]).includes(status);
}

/** One order for all writers. */
function byKey(a: HourRow, b: HourRow): number {
  return (
    Number(a.equipment_id) - Number(b.equipment_id) ||
    a.hour - b.hour ||
    a.shift_id.localeCompare(b.shift_id)
  );
}
