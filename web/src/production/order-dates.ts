import { instantText } from '../kernel/dates-plain.ts';

/** What the page asks of an order: will it be in time. */
export interface Forecast {
  /** Day of the forecast in the zone of the site, `YYYY-MM-DD`. */
  readonly day: string;
  /** Days after the due date; negative = before it. */
  readonly lateDays: number;
  /** late: after the due date. tight: within two days before it. */
  readonly tone: 'late' | 'tight' | 'calm';
}

/** Forecast against due date in calendar days of the site; undefined while there is no forecast. */
export function forecastOf(
  order: Readonly<Record<string, unknown>>,
  zone: string,
): Forecast | undefined {
  if (typeof order['forecastTime'] !== 'string' || typeof order['dueDate'] !== 'string')
    return undefined;
  const day = instantText(order['forecastTime'], zone).slice(0, 10);
  const lateDays = daysBetween(order['dueDate'], day);
  const tone = lateDays > 0 ? 'late' : lateDays >= -TIGHT_DAYS ? 'tight' : 'calm';
  return { day, lateDays, tone };
}

/** A day in few letters: without its year when that is the year of `today`. */
export function shortDay(day: string, today: string): string {
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day;
}

/** Whole days from one calendar day to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** Place of a day on a line from `start` to `end`, 0 to 1, never beyond its ends. */
export function placeOf(day: string, start: string, end: string): number {
  const length = daysBetween(start, end);
  return length <= 0 ? 1 : Math.min(1, Math.max(0, daysBetween(start, day) / length));
}

/** Rows of words about a line: one above it, two below. */
export type WordRow = 'above' | 'below' | 'lower';

/** To which side of its place a word stands, so that none leaves the line. */
export function edgeOf(place: number): 'left' | 'middle' | 'right' {
  return place < 0.15 ? 'left' : place > 0.85 ? 'right' : 'middle';
}

/** A row for each word in turn: the first of those it likes in which no earlier word is in its way, else the lower one. */
export function rowsFor(
  words: readonly { readonly at: number; readonly rows: readonly WordRow[] }[],
): WordRow[] {
  const taken: Record<WordRow, number[]> = { above: [], below: [], lower: [] };
  return words.map(({ at, rows }) => {
    const begin = at - { left: 0, middle: WORD / 2, right: WORD }[edgeOf(at)];
    const isFree = (row: WordRow) => taken[row].every((other) => Math.abs(other - begin) >= WORD);
    const row = rows.find(isFree) ?? 'lower';
    taken[row].push(begin);
    return row;
  });
}

/** The share of the line that a word takes. */
const WORD = 0.22;

/** Lines that follow each other are written as a span: `L02, L03, L04, L06` → `L02–L04, L06`. */
export function lineSpan(names: readonly string[]): string {
  const codes = names.map((name) => name.split(' ')[0] ?? name).sort();
  const spans: string[][] = [];
  for (const code of codes) {
    const last = spans.at(-1);
    const before = last?.at(-1);
    if (last && before !== undefined && follows(before, code)) last.push(code);
    else spans.push([code]);
  }
  return spans
    .map((span) => (span.length === 1 ? span[0] : `${span[0]}–${span.at(-1)}`))
    .join(', ');
}

/** Within two days before the due date nothing may go wrong any more. */
const TIGHT_DAYS = 2;

function follows(code: string, next: string): boolean {
  const [, head, number] = /^(.*?)(\d+)$/.exec(code) ?? [];
  const [, nextHead, nextNumber] = /^(.*?)(\d+)$/.exec(next) ?? [];
  return head !== undefined && head === nextHead && Number(nextNumber) === Number(number) + 1;
}
