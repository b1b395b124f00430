import type { Text } from '@millwright/contract/kernel/text';

export type DayResult = { readonly day: string } | { readonly problem: Text };

/** `wall` is a wall-clock time kept in UTC fields, `instant` a point in time whose text named its zone. */
export type InstantResult =
  | { readonly wall: Date }
  | { readonly instant: Date }
  | { readonly problem: Text };

/**
 * Reads a day in the usual forms, `2025-11-06`, `2025/11/6`, `20251106`, `6.11.2025`, `2025年11月6日`, `6 Nov 2025`,
 * to `2025-11-06`; a time behind it is left out. `03/04/2025` and two-digit years are refused.
 */
export function parseDay(text: string): DayResult {
  const read = readText(text);
  return 'problem' in read ? read : { day: read.date.toISOString().slice(0, 10) };
}

/** Reads a day with or without a time: `2025-11-06 14:03`, `2025/11/6 下午2:03`, `2025-11-06T14:03:00+08:00`. */
export function parseInstant(text: string): InstantResult {
  const read = readText(text);
  if ('problem' in read) return read;
  const wall = read.date.getTime() + read.time;
  return read.zone === undefined
    ? { wall: new Date(wall) }
    : { instant: new Date(wall - read.zone) };
}

export const dayProblems = {
  unknown: {
    zh: '无法识别日期「{value}」，请写成 2025-11-06 的形式',
    en: '"{value}" is not a known date; write it as 2025-11-06',
  },
  ambiguous: {
    zh: '日期「{value}」有歧义（月日顺序不明），请写成 2025-11-06 的形式',
    en: '"{value}" may mean two different days; write it as 2025-11-06',
  },
  shortYear: { zh: '日期「{value}」的年份须为四位', en: 'The year of "{value}" needs four digits' },
  impossible: { zh: '日期「{value}」不存在', en: 'There is no such day or time as "{value}"' },
} as const satisfies Record<string, Text>;

interface Read {
  /** Midnight in UTC fields. */
  readonly date: Date;
  /** Milliseconds since midnight. */
  readonly time: number;
  /** Milliseconds ahead of UTC, if the text says so. */
  readonly zone: number | undefined;
}

type Found =
  | { readonly year: number; readonly month: number; readonly day: number }
  | keyof typeof dayProblems;

function readText(text: string): Read | { problem: Text } {
  const value = text.slice(0, 60).normalize('NFKC').replace(/\s+/g, ' ').trim();
  const fail = (kind: keyof typeof dayProblems) => ({ problem: filled(dayProblems[kind], value) });
  const match = WITH_TIME.exec(value);
  const found = findDay((match?.[1] ?? value).trim());
  if (typeof found === 'string') return fail(found);
  const date = new Date(Date.UTC(found.year, found.month - 1, found.day));
  const exists = date.getUTCMonth() === found.month - 1 && date.getUTCDate() === found.day;
  const time = match ? millisecondsOf(match) : 0;
  if (!exists || found.year < 1900 || time === undefined) return fail('impossible');
  return { date, time, zone: zoneOf(match?.[7]) };
}

const WITH_TIME =
  /^(.*?)[ T]?(上午|下午|AM|PM)? ?(?<![\d:])(\d{1,2})[:时](\d{2})(?:[:分](\d{2})(?:[.,](\d{1,6}))?)?[分秒]? ?(Z|[+-]\d{2}:?\d{2}|AM|PM)?$/i;

const YEAR_FIRST =
  /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})| ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?[日号]?)$/;
const DIGITS = /^(\d{4})(\d{2})(\d{2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const DAY_NAMED = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ ,-]+(\d{4})$/i;
const NAMED_DAY = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i;
const SHORT_YEAR = /^(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2}|\d{2} ?年.*)$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function findDay(text: string): Found {
  const first = YEAR_FIRST.exec(text);
  if (first) return numbers(first[1], first[3] ?? first[5], first[4] ?? first[6]);
  const digits = DIGITS.exec(text);
  if (digits) return numbers(digits[1], digits[2], digits[3]);
  const last = YEAR_LAST.exec(text);
  if (last) return yearLast(last);
  const named = DAY_NAMED.exec(text);
  if (named) return numbers(named[3], monthNumber(named[2]), named[1]);
  const american = NAMED_DAY.exec(text);
  if (american) return numbers(american[3], monthNumber(american[1]), american[2]);
  return SHORT_YEAR.test(text) ? 'shortYear' : 'unknown';
}

// Dots are written day first everywhere; slashes and dashes either way.
function yearLast([, one = '', mark, other = '', year]: RegExpExecArray): Found {
  if (mark === '.' || Number(one) > 12) return numbers(year, other, one);
  if (Number(other) > 12 || Number(one) === Number(other)) return numbers(year, one, other);
  return 'ambiguous';
}

function numbers(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): Found {
  return { year: Number(year), month: Number(month), day: Number(day) };
}

function monthNumber(name: string | undefined): string {
  return String(MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1);
}

function millisecondsOf(match: RegExpExecArray): number | undefined {
  const [, , before, hourText, minuteText, secondText, fraction, after] = match;
  const half = (before ?? (/^[ap]m$/i.test(after ?? '') ? after : undefined))?.toUpperCase();
  const afternoon = half === 'PM' || half === '下午';
  let hour = Number(hourText);
  if (half !== undefined && hour > 12) return undefined;
  if (half !== undefined) hour = (hour % 12) + (afternoon ? 12 : 0);
  const [minute, second] = [Number(minuteText), Number(secondText ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return (
    ((hour * 60 + minute) * 60 + second) * 1000 + Math.floor(Number(`0.${fraction ?? 0}`) * 1000)
  );
}

function zoneOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[ap]m$/i.test(text)) return undefined;
  if (text.toUpperCase() === 'Z') return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -minutes : minutes) * 60_000;
}

function filled(text: Text, value: string): Text {
  return {
    zh: text.zh.replace('{value}', () => value),
    en: text.en.replace('{value}', () => value),
  };
}
