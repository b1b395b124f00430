import { type DowntimePareto, UNCLASSIFIED_TARGET } from '@millwright/contract/equipment/downtime';
import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import { type ChartData, spanWords } from '../charts/chart-data.ts';
import { locale, t } from '../kernel/language.tsx';
import { chartUnit } from '../locales/chart.ts';
import { equipmentText as text, weekdayText } from '../locales/equipment.ts';

/** Days of a span, `2026-11-17`, both included. */
export interface DaySpan {
  readonly begin: string;
  readonly end: string;
}

type ReasonRow = DowntimePareto['byReason'][number];

/** Minutes and times by reason, with the share of all minutes so far. */
export function reasonData(data: DowntimePareto, { begin, end }: DaySpan): ChartData {
  const shares = cumulated(data);
  return {
    title: t(text.byReason),
    note: t(text.byReasonNote),
    period: spanWords(begin, end),
    columns: [
      { label: text.category },
      { label: text.reason },
      { label: text.length, unit: chartUnit.minutes, digits: 0 },
      { label: text.count, digits: 0 },
      { label: text.cumulated, unit: chartUnit.percent, digits: 1 },
    ],
    rows: data.byReason.map((row, index) => [
      t(downtimeCategoryWord(row.category)),
      [reasonWord(row), siteBeside(row, data.byReason)].filter(Boolean).join(' · '),
      row.minutes,
      row.count,
      (shares[index] ?? 0) * 100,
    ]),
  };
}

/** The share of all minutes of each reason and those before it. */
export function cumulated({ byReason, minutes: all }: DowntimePareto): number[] {
  let sum = 0;
  return byReason.map(({ minutes }) => (sum += minutes / Math.max(1, all)));
}

/** A reason in the language of the reader. */
export function reasonWord(row: ReasonRow): string {
  if (row.category === 'unclassified') return t(text.unclassified);
  const name = locale === 'en_US' ? row.nameEn : row.nameZh;
  return name ?? t(text.noReason);
}

/** Sites that call their own reasons alike are told apart. */
export function siteBeside(row: ReasonRow, all: readonly ReasonRow[]): string {
  const isAlike = (one: ReasonRow) =>
    one !== row && one.category === row.category && reasonWord(one) === reasonWord(row);
  return (all.some(isAlike) && row.siteName) || '';
}

/** Minutes of an hour of a weekday; days and hours count from 0, Monday is the first. */
export type MinutesAt = (day: number, hour: number) => number;

export const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

export function minutesOf(rows: DowntimePareto['byHour']): MinutesAt {
  const known = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, row.minutes]));
  return (day, hour) => known.get(`${day + 1} ${hour}`) ?? 0;
}

/** A row a weekday, a column an hour. */
export function hourData(rows: DowntimePareto['byHour'], { begin, end }: DaySpan): ChartData {
  const minutesAt = minutesOf(rows);
  const hourColumn = (hour: number) => {
    const word = String(hour).padStart(2, '0');
    return { label: { zh: word, en: word }, digits: 0 };
  };
  return {
    title: t(text.byHour),
    note: t(text.byHourNote),
    period: spanWords(begin, end),
    columns: [{ label: text.weekday, unit: chartUnit.minutes }, ...HOURS.map(hourColumn)],
    rows: weekdayText.map((word, day) => [t(word), ...HOURS.map((hour) => minutesAt(day, hour))]),
  };
}

/** The share of unclassified minutes of each day, of 1. */
export function sharesOf(rows: DowntimePareto['byDay']): { day: string; share: number }[] {
  return rows.map(({ day, minutes, unclassified }) => ({
    day,
    share: minutes > 0 ? unclassified / minutes : 0,
  }));
}

/** Minutes by day, how many of them nobody has explained, and the share that they should stay under. */
export function trendData(rows: DowntimePareto['byDay'], { begin, end }: DaySpan): ChartData {
  const shares = sharesOf(rows);
  return {
    title: t(text.unclassifiedTrend),
    note: t(text.unclassifiedNote),
    period: spanWords(begin, end),
    columns: [
      { label: text.shiftDate },
      { label: text.total, unit: chartUnit.minutes, digits: 0 },
      { label: text.unclassified, unit: chartUnit.minutes, digits: 0 },
      { label: text.unclassifiedTrend, unit: chartUnit.percent, digits: 1 },
      { label: text.targetShare, unit: chartUnit.percent, digits: 0 },
    ],
    rows: rows.map(({ day, minutes, unclassified }, index) => [
      day,
      minutes,
      unclassified,
      (shares[index]?.share ?? 0) * 100,
      UNCLASSIFIED_TARGET * 100,
    ]),
  };
}
