import { grouped, type Text } from '@millwright/contract/kernel/text';
import { say, t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { chartText } from '../locales/chart.ts';

/** What a chart shows, said once: its table, its workbook and the words of its picture come from it. */
export interface ChartData {
  /** The heading, such as `Pareto of alarms`. */
  readonly title: string;
  /** Behind the heading: what is counted and how. */
  readonly note?: string | undefined;
  /** Whose figures these are where the heading does not say it, such as the number of a machine. */
  readonly subject?: string | undefined;
  /** The time that the figures cover, see `spanWords`. */
  readonly period?: string | undefined;
  readonly columns: readonly ChartColumn[];
  readonly rows: readonly ChartRow[];
}

export interface ChartColumn {
  readonly label: Text;
  readonly unit?: Text;
  /** Numbers are rounded to this many digits after the point; absent = a text, or an instant. */
  readonly digits?: number;
  /** Whether the values are instants, ISO 8601. */
  readonly isInstant?: boolean;
}

export type ChartValue = string | number | null;
export type ChartRow = readonly ChartValue[];

/** The name of a chart away from its page: `MC-01 States`. */
export function nameOf({ subject, title }: ChartData): string {
  return subject ? `${subject} ${title}` : title;
}

/** Label and unit above a column: `Length (min)`. */
export function headOf({ label, unit }: ChartColumn): string {
  return unit ? say(chartText.withUnit, { label, unit }) : t(label);
}

/** The values of a row as people read them, one a column. */
export function shownRow({ columns }: ChartData, row: ChartRow): string[] {
  return columns.map((column, at) => shownValue(column, row[at] ?? null));
}

/** A value as people read it; what is not known is a dash. */
function shownValue(column: ChartColumn, value: ChartValue): string {
  if (value === null || value === '') return '—';
  if (typeof value === 'number') return grouped(value.toFixed(column.digits ?? 0));
  return column.isInstant ? wallOf(value) : value;
}

/** A number with as many digits after the point as its column shows. */
export function roundedTo(digits: number, value: number): number {
  return Number(value.toFixed(digits));
}

/** `2026-11-17 to 2026-11-23` of two days or instants; undefined where one is missing. */
export function spanWords(from: unknown, to: unknown): string | undefined {
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  return say(chartText.span, { from: timeOf(from), to: timeOf(to) });
}

/** The last `hours` until now, to the minute. */
export function lastHours(hours: number, now = Date.now()): string | undefined {
  const at = (time: number) => new Date(time).toISOString();
  return spanWords(at(now - hours * 3_600_000), at(now));
}

function timeOf(time: string): string {
  return /[TZ]/.test(time) ? wallOf(time).slice(0, 16) : time;
}
