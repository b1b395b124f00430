import { dates } from '@millwright/contract/constants';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import type { Text } from '@millwright/contract/kernel/text';
import { dateText } from '../locales/dates.ts';

/** A chosen period; either end may be missing while the person is choosing. */
export interface Period {
  readonly start: Dayjs | null;
  readonly end: Dayjs | null;
}

/** Why a period cannot be used, or undefined when it can. Future dates are refused unless `future`. */
export function periodProblem(
  { start, end }: Period,
  rules: { future?: boolean; now?: Dayjs } = {},
): Text | undefined {
  if (end && !start) return dateText.startMissing;
  if (start && end && start.isAfter(end)) return dateText.startAfterEnd;
  const now = rules.now ?? dayjs();
  const late = [start, end].some((day) => day?.isAfter(now.endOf('day')));
  return late && !rules.future ? dateText.future : undefined;
}

/** Days that the start picker does not offer: those after today, unless the field plans ahead. */
export function isStartDisabled(
  day: Dayjs,
  rules: { future?: boolean; now?: Dayjs } = {},
): boolean {
  return !rules.future && day.isAfter((rules.now ?? dayjs()).endOf('day'));
}

/** Days that the end picker does not offer: the future, and days earlier than one day before the start. */
export function isEndDisabled(
  day: Dayjs,
  start: Dayjs | null,
  rules: { future?: boolean; now?: Dayjs } = {},
): boolean {
  if (isStartDisabled(day, rules)) return true;
  return (
    start !== null && day.isBefore(start.startOf('day').subtract(dates.endBeforeStartDays, 'day'))
  );
}

/** The last `days` days up to now, today included. */
export function lastDays(days: number, now: Dayjs = dayjs()): { start: Dayjs; end: Dayjs } {
  return { start: now.subtract(days - 1, 'day').startOf('day'), end: now.endOf('day') };
}

/** The period buttons of search rows. */
export const PERIOD_BUTTONS: readonly { label: Text; days: number }[] = [
  { label: dateText.today, days: 1 },
  { label: dateText.last7, days: 7 },
  { label: dateText.last30, days: 30 },
];
