import type { ActionRateHistory } from '@millwright/contract/equipment/live-equipment';
import { addSums, keyFigures, timesIn } from '@millwright/contract/equipment/time-model';
import type { Context } from '../../kernel/context.ts';
import { HOUR_MS, openShiftCalendar } from '../device/shift-calendar.ts';
import { shiftSums, type ShiftSums } from './shift-sums.ts';
import { readStates } from './state-rows.ts';

interface Machine {
  readonly id: string;
  readonly siteId: string | null;
  readonly standardActionRate: string;
}

/** Action rate by hour of the last shift, by production date of 30 days, and the key figures of both. */
export async function actionRateOf(context: Context, machine: Machine): Promise<ActionRateHistory> {
  const now = Date.now();
  const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
  const siteId = machine.siteId ?? '';
  const calendar = await openShiftCalendar(context.sql, siteId, [machine.id]);
  const shifts = await shiftSums(context.sql, {
    siteId,
    equipmentIds: [machine.id],
    from: day(-30),
    to: day(1),
    now,
    calendar,
  });
  const days = [...Map.groupBy(shifts, ({ window }) => window.shiftDate)].slice(-30);
  const last = shifts.toSorted((a, b) => a.window.from - b.window.from).at(-1);
  return {
    standard: Number(machine.standardActionRate),
    hours: last ? await hoursOf(context, machine.id, last, now) : [],
    days: days.map(([date, rows]) => ({ day: date, ...shares(rows) })),
    shift: keyFigures(addSums(last ? [last.sums] : [])),
    month: keyFigures(addSums(days.flatMap(([, rows]) => rows.map(({ sums }) => sums)))),
  };
}

function shares(rows: readonly ShiftSums[]) {
  const { actionRate, coverage } = keyFigures(addSums(rows.map(({ sums }) => sums)));
  return { actionRate, coverage };
}

async function hoursOf(context: Context, id: string, { window }: ShiftSums, now: number) {
  const states = (await readStates(context.sql, [id], window.from, now)).get(id) ?? [];
  const hours: { hour: string; actionRate: number | null; coverage: number | null }[] = [];
  for (
    let at = window.from - (window.from % HOUR_MS);
    at < Math.min(window.to, now);
    at += HOUR_MS
  ) {
    const part = {
      ...window,
      from: Math.max(at, window.from),
      to: Math.min(at + HOUR_MS, window.to),
    };
    const { actionRate, coverage } = keyFigures(timesIn(part, states, [], now));
    hours.push({ hour: new Date(at).toISOString(), actionRate, coverage });
  }
  return hours;
}

const DAY_MS = 86_400_000;
