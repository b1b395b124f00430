import type { StateHistory } from '@millwright/contract/equipment/live-equipment';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { shiftNames } from './shift-names.ts';
import { overlaysOf } from './state-overlays.ts';
import { readStates } from './state-rows.ts';
import { shiftsWithin } from './working-time.ts';

/** States over the shift that runs, the last 24 hours or 7 days, with the shifts and breaks behind them. */
export async function statesOf(
  context: Context,
  machine: Parameters<typeof overlaysOf>[1],
  span: unknown = 'day',
): Promise<StateHistory> {
  const length = SPANS[String(span)];
  if (length === undefined && span !== 'shift')
    throw refuse(refusals['call.invalid'], { detail: 'span' });
  const now = Date.now();
  const calendar = await openShiftCalendar(context.sql, machine.siteId ?? '', [machine.id]);
  const shift = length === undefined ? shiftsWithin(calendar, machine.id, now, now + 1)[0] : null;
  const from = shift?.from ?? now - (length ?? DAY_MS);
  const to = shift?.to ?? now;
  const windows = shiftsWithin(calendar, machine.id, from, to);
  const [overlays, states, names] = await Promise.all([
    overlaysOf(context, machine, { from, to: now }),
    readStates(context.sql, [machine.id], from, now),
    shiftNames(context.sql, windows),
  ]);
  const intervals = (states.get(machine.id) ?? []).map((state) => ({
    ...state,
    from: Math.max(state.from, from),
    to: Math.min(state.to, now),
  }));
  const seconds: Record<string, number> = {};
  for (const { status, from: begin, to: end } of intervals)
    if (status !== null) seconds[status] = (seconds[status] ?? 0) + (end - begin) / 1000;
  const known = Object.values(seconds).reduce((sum, one) => sum + one, 0);
  seconds.noData = Math.max(0, (Math.min(now, to) - from) / 1000 - known);
  return {
    from: iso(from),
    to: iso(to),
    shifts: windows.map((window) => ({
      from: iso(window.from),
      to: iso(window.to),
      shiftDate: window.shiftDate,
      name: names.get(window.shiftId ?? '') ?? '',
    })),
    breaks: windows.flatMap(({ breaks }) =>
      breaks.map((rest) => ({ from: iso(rest.from), to: iso(rest.to) })),
    ),
    intervals: intervals.map((state) => ({ ...state, from: iso(state.from), to: iso(state.to) })),
    seconds,
    overlays,
  };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

const DAY_MS = 86_400_000;
const SPANS: Readonly<Record<string, number>> = { day: DAY_MS, week: 7 * DAY_MS };
