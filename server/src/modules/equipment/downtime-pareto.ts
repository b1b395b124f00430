import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { minutesByHour } from './downtime-hours.ts';
import { type CutStop, cutStops, minutesIn } from './downtime-pieces.ts';
import { minorMinutes } from './minor-stops.ts';
import { productionDateNow } from './production-date-now.ts';

/**
 * Minutes of downtime over production dates (`params[shiftDate][begin]`, `[end]`; unless asked the last `days` up to the
 * one that goes on, 14 as a rule; 366 at most) of the stops that fit the filters of the list, by category, reason, hour
 * of the week and day. A stop counts under each date with what of it lies in the shifts of that date.
 */
export async function pareto(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<DowntimePareto> {
  const { from, to, params } = await asked(context, query);
  const stops = await cutStops(context, { from, to, params });
  const categories = Map.groupBy(stops, ({ category }) => category);
  return {
    from,
    to,
    ...sumOf(stops),
    unclassifiedMinutes: sumOf(categories.get('unclassified') ?? []).minutes,
    minorMinutes: await minorMinutes(context, { from, to, params }),
    byCategory: [...categories]
      .map(([category, rows]) => ({ category, ...sumOf(rows) }))
      .toSorted(mostFirst),
    byReason: reasons(stops),
    byHour: minutesByHour(stops),
    byDay: days(stops),
  };
}

async function asked(context: Context, query: Readonly<Record<string, unknown>>) {
  const { shiftDate, ...params } = (query.params ?? {}) as Record<string, string>;
  const { begin, end } = (shiftDate ?? {}) as { begin?: string; end?: string };
  const days = Number(query.days ?? 14);
  if (!(Number.isInteger(days) && days >= 1 && days <= 366))
    throw refuse(refusals['call.invalid'], { detail: 'days' });
  const to = end ?? (await productionDateNow(context, params.siteId));
  const from = begin ?? new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10);
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  if (!DAY.test(from) || !DAY.test(to) || !(length >= 0 && length <= 366))
    throw refuse(refusals['call.invalid'], { detail: 'params[shiftDate]' });
  return { from, to, params };
}

function reasons(stops: readonly CutStop[]): DowntimePareto['byReason'] {
  return [...Map.groupBy(stops, ({ category, reasonId }) => `${category} ${reasonId ?? ''}`)]
    .flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const { category, reasonId, nameZh, nameEn, siteName } = first;
      return [{ category, reasonId, nameZh, nameEn, siteName, ...sumOf([first, ...others]) }];
    })
    .toSorted((a, b) => mostFirst(a, b) || a.category.localeCompare(b.category));
}

function days(stops: readonly CutStop[]): DowntimePareto['byDay'] {
  const pieces = stops.flatMap((stop) =>
    stop.pieces.map((piece) => ({ ...piece, isTold: stop.category !== 'unclassified' })),
  );
  return [...Map.groupBy(pieces, ({ shiftDate }) => shiftDate)]
    .map(([day, all]) => ({
      day,
      minutes: hundredths(minutesIn(all)),
      unclassified: hundredths(minutesIn(all.filter(({ isTold }) => !isTold))),
    }))
    .toSorted((a, b) => a.day.localeCompare(b.day));
}

function sumOf(stops: readonly CutStop[]): { minutes: number; count: number } {
  const minutes = stops.reduce((sum, { pieces }) => sum + minutesIn(pieces), 0);
  return { minutes: hundredths(minutes), count: stops.length };
}

function mostFirst(a: { minutes: number }, b: { minutes: number }): number {
  return b.minutes - a.minutes;
}

function hundredths(minutes: number): number {
  return Math.round(minutes * 100) / 100;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;
