import type { OutputHistory, OutputHour } from '@millwright/contract/equipment/live-equipment';
import { clipSpans, secondsOf, type Span } from '@millwright/contract/equipment/span';
import {
  keyFigures,
  type ShiftWindow,
  workingTime,
} from '@millwright/contract/equipment/time-model';
import type { Context } from '../../kernel/context.ts';
import { HOUR_MS, openShiftCalendar } from '../device/shift-calendar.ts';
import { type HourPieces, piecesByHour, piecesOf, type ShiftPieces } from './pieces.ts';
import { shiftNames } from './shift-names.ts';
import { shiftSums, type ShiftSums } from './shift-sums.ts';

interface Machine {
  readonly id: string;
  readonly siteId: string | null;
  readonly standardBeat: string | null;
}

/** What a machine made: by hour of its last shift against the standard, by shift of seven days, by product of the day. */
export async function outputsOf(context: Context, machine: Machine): Promise<OutputHistory> {
  const now = Date.now();
  const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
  const siteId = machine.siteId ?? '';
  const asked = { siteId, equipmentIds: [machine.id], from: day(-7), to: day(1) };
  const calendar = await openShiftCalendar(context.sql, siteId, [machine.id]);
  const [sums, pieces, hours] = await Promise.all([
    shiftSums(context.sql, { ...asked, now, calendar }),
    piecesOf(context.sql, asked),
    piecesByHour(context.sql, asked),
  ]);
  const last = sums
    .map(({ window }) => window)
    .toSorted((a, b) => a.from - b.from)
    .at(-1);
  const today = last?.shiftDate ?? hours.at(-1)?.shiftDate;
  const standardBeat = machine.standardBeat === null ? null : Number(machine.standardBeat);
  return {
    standardBeat,
    hours: hoursOf(last ?? { from: now - 12 * HOUR_MS, to: now }, hours, (hour, beat) =>
      last ? standardIn(last, hour, standardBeat ?? beat) : null,
    ),
    shifts: shiftsOf(pieces, sums, await shiftNames(context.sql, pieces)),
    products: productsOf(hours.filter(({ shiftDate }) => shiftDate === today)),
  };
}

/** Pieces that should come out of the working time of an hour, to the hundredth; null without a beat. */
export function standardIn(shift: ShiftWindow, hour: number, beat: number | null): number | null {
  if (beat === null) return null;
  const seconds = secondsOf(clipSpans([{ from: hour, to: hour + HOUR_MS }], workingTime(shift)));
  return Math.round((seconds / beat) * 100) / 100;
}

/** Every hour of a stretch of time with its pieces, those of all products together. */
export function hoursOf(
  { from, to }: Span,
  pieces: readonly (Pick<HourPieces, 'hour' | 'good' | 'ng'> & Partial<HourPieces>)[],
  standardOf: (hour: number, beat: number | null) => number | null,
): OutputHour[] {
  const byHour = Map.groupBy(pieces, ({ hour }) => Date.parse(hour));
  const hours: OutputHour[] = [];
  for (let at = from - (from % HOUR_MS); at < to; at += HOUR_MS) {
    const made = byHour.get(at);
    const sum = made && totalOf(made);
    hours.push({
      hour: new Date(at).toISOString(),
      good: sum?.good ?? null,
      ng: sum?.ng ?? null,
      standard: standardOf(at, made?.at(-1)?.beat ?? null),
    });
  }
  return hours;
}

/** Shifts in which something was counted, the latest first; pieces outside of all shifts under their day. */
function shiftsOf(
  pieces: readonly ShiftPieces[],
  sums: readonly ShiftSums[],
  names: ReadonlyMap<string, string>,
): OutputHistory['shifts'] {
  return pieces
    .map(({ shiftDate, shiftId, good, ng }) => {
      const own = sums.find(
        ({ window }) => window.shiftDate === shiftDate && window.shiftId === shiftId,
      );
      const performance = own ? keyFigures(own.sums).performance : null;
      const shift = { shiftDate, name: names.get(shiftId) ?? null, good, ng, performance };
      return { shift, begins: own?.window.from ?? Date.parse(shiftDate) };
    })
    .toSorted((a, b) => b.begins - a.begins)
    .map(({ shift }) => shift);
}

function productsOf(hours: readonly HourPieces[]): OutputHistory['products'] {
  return [...Map.groupBy(hours, ({ productName }) => productName)]
    .map(([productName, made]) => ({ productName, ...totalOf(made) }))
    .toSorted((a, b) => b.good + b.ng - a.good - a.ng);
}

function totalOf(pieces: readonly { readonly good: number; readonly ng: number }[]) {
  return {
    good: pieces.reduce((sum, { good }) => sum + good, 0),
    ng: pieces.reduce((sum, { ng }) => sum + ng, 0),
  };
}

const DAY_MS = 86_400_000;
