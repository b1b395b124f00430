import type { LiveFacts, LiveShift } from '@millwright/contract/equipment/live-equipment';
import { keyFigures, type ShiftWindow } from '@millwright/contract/equipment/time-model';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { heldToday } from '../base/dated-rows.ts';
import { productWord } from '../base/product-word.ts';
import { openShiftCalendar, type ShiftCalendar } from '../device/shift-calendar.ts';
import { shiftNames } from './shift-names.ts';
import { orderRow } from '../production/order-at-line.ts';
import { shiftSums, type ShiftSums } from './shift-sums.ts';
import { standingAlarms } from './standing-alarms.ts';
import { readStates, type ReadState } from './state-rows.ts';
import { shiftsWithin } from './working-time.ts';

interface Listed {
  readonly id: string;
  readonly siteId: string | null;
}

/** Rows of machines with what they do now, and their shift so far. */
export async function withFacts<R extends Listed>(
  context: Context,
  rows: readonly R[],
): Promise<(R & { live: LiveFacts })[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const [facts, alarms, shifts] = await Promise.all([
    factRows(context, ids),
    standingAlarms(context, ids),
    shiftsNow(context, rows),
  ]);
  return rows.map((row) => {
    const fact = facts.get(row.id);
    const shift = shifts.get(row.id) ?? null;
    const live = { ...NOBODY, ...fact, alarms: alarms.get(row.id) ?? [], shift };
    const percent = (share: number | null | undefined) =>
      share === null || share === undefined ? null : Math.round(share * 1000) / 10;
    return {
      ...row,
      live,
      program: live.program,
      sinceTime: live.sinceTime,
      actionRate: percent(shift?.figures.actionRate),
      coverage: percent(shift?.figures.coverage),
      output: shift?.output ? shift.output.good + shift.output.ng : null,
    };
  });
}

type Fact = Omit<LiveFacts, 'alarms' | 'shift'>;

const NOBODY: Fact = {
  status: null,
  rawStatus: null,
  program: null,
  source: null,
  sinceTime: null,
  heardTime: null,
  lineCode: null,
  lineName: null,
  lineSequence: null,
  stationName: null,
  sequence: null,
  orderCode: null,
  productName: null,
};

async function factRows(context: Context, ids: readonly string[]): Promise<Map<string, Fact>> {
  const { rows } = await sql<Fact & { id: string }>`
    select e.id, v.status, v.raw_status as "rawStatus", v.program, v.start_time as "sinceTime", v.heard_time as "heardTime",
      (select s.source from device_state s where s.equipment_id = e.id and s.order_time = v.order_time and s.id = v.state_id) as source,
      l.code as "lineCode", l.name as "lineName", l.serial_number as "lineSequence", t.station_name as "stationName",
      (select min(d.sequence) from base_line_devices d where d.equipment_id = e.id and d.parent_id = e.line_id
        and ${heldToday('d', sql`e.site_id`)}) as sequence,
      o.order_code as "orderCode", ${productWord(context)} as "productName"
    from base_equipment e left join device_live v on v.equipment_id = e.id left join base_line l on l.id = e.line_id
    left join base_station t on t.id = e.station_id
    left join lateral ${orderRow(sql`e.site_id`, sql`e.line_id`)} o on e.line_id is not null
    left join base_product p on p.id = o.product_id
    where e.id = any(${ids}::bigint[])`.execute(context.sql);
  return new Map(rows.map(({ id, ...fact }) => [id, fact]));
}

/** The shift that runs now on each machine's line. */
async function shiftsNow(
  context: Context,
  rows: readonly Listed[],
): Promise<Map<string, LiveShift>> {
  const now = Date.now();
  const found = new Map<string, LiveShift>();
  for (const [siteId, machines] of Map.groupBy(rows, (row) => row.siteId ?? '')) {
    const ids = machines.map(({ id }) => id);
    const calendar = await openShiftCalendar(context.sql, siteId, ids);
    const windows = new Map(ids.map((id) => [id, windowNow(calendar, id, now)]));
    const known = [...windows.values()].filter((window) => window !== undefined);
    if (known.length === 0) continue;
    const days = known.map(({ shiftDate }) => shiftDate).toSorted();
    const from = Math.min(...known.map((window) => window.from));
    const [sums, states, names] = await Promise.all([
      shiftSums(context.sql, {
        siteId,
        equipmentIds: ids,
        from: days[0] ?? '',
        to: days.at(-1) ?? '',
        now,
        calendar,
      }),
      readStates(context.sql, ids, from, now),
      shiftNames(context.sql, known),
    ]);
    for (const [id, window] of windows) {
      const one =
        window &&
        shiftOf(
          window,
          sums.filter((sum) => sum.equipmentId === id),
          states.get(id) ?? [],
          now,
        );
      if (one) found.set(id, { ...one, name: names.get(window.shiftId ?? '') ?? '' });
    }
  }
  return found;
}

function windowNow(calendar: ShiftCalendar, id: string, now: number): ShiftWindow | undefined {
  return shiftsWithin(calendar, id, now, now + 1)[0];
}

function shiftOf(
  window: ShiftWindow,
  sums: readonly ShiftSums[],
  states: readonly ReadState[],
  now: number,
): Omit<LiveShift, 'name'> | null {
  const own = sums.find((sum) => sum.window.from === window.from);
  if (!own) return null;
  const second = (moment: number) => Math.round((moment - window.from) / 1000);
  return {
    shiftDate: window.shiftDate,
    from: new Date(window.from).toISOString(),
    to: new Date(window.to).toISOString(),
    figures: keyFigures(own.sums),
    output: own.sums.output,
    band: states.flatMap(({ status, from, to }) => {
      const begin = Math.max(from, window.from);
      const end = Math.min(to, now);
      return end > begin ? [[status, second(begin), second(end)] as const] : [];
    }),
  };
}
