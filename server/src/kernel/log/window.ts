import { refusals } from '@millwright/contract/kernel/errors';
import { LOG_SORT_HOURS, LOG_WINDOW_DAYS } from '@millwright/contract/kernel/log-refusals';
import type { FilterValue, ListQuery } from '@millwright/contract/kernel/query';
import { instantOf, wallOf } from '../sheet-routes/wall-clock.ts';
import type { Session } from '../context.ts';
import { askedPeriod, refuseReversed, refuseStartless } from '../period.ts';
import { refuse } from '../refuse.ts';

/** A span of time in milliseconds since 1970; `end` is not part of it, infinite when open. */
export interface Window {
  readonly begin: number;
  readonly end: number;
}

/** Milliseconds of an hour, the grain of the counts. */
export const HOUR = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * The time that a list call of a log asks for, by `params[at]` or `beginTime` and `endTime`; null when it asks for none.
 * Days and clocks without a zone are those of the session's site. Throws `call.invalid`, `field.startMissing`, `field.period`.
 */
export function askedWindow(session: Session, params: ListQuery['params']): Window | null {
  const { at } = params;
  const { beginTime, endTime } = askedPeriod(params);
  if (at === undefined && beginTime === undefined && endTime === undefined) return null;
  if (endTime !== undefined && beginTime === undefined && at === undefined) throw refuseStartless();
  const span = spanOf(at);
  const window = {
    begin: Math.max(
      boundOf(session, span.begin, 'begin', 'at'),
      boundOf(session, beginTime, 'begin', 'beginTime'),
    ),
    end: Math.min(
      boundOf(session, span.end, 'end', 'at'),
      boundOf(session, endTime, 'end', 'endTime'),
    ),
  };
  if (window.begin >= window.end && at === undefined) throw refuseReversed();
  return window;
}

/** The last seven days of the site, today included. */
export function usualWindow(session: Session, now = Date.now()): Window {
  const wall = wallOf(new Date(now).toISOString(), session.timeZone);
  const today = Math.floor(wall.getTime() / DAY_MS) * DAY_MS;
  const first = new Date(today - (LOG_WINDOW_DAYS - 1) * DAY_MS);
  return { begin: Date.parse(instantOf(first, session.timeZone)), end: Number.POSITIVE_INFINITY };
}

/** Whether a window is short enough for a search inside texts: seven days, the hour that a clock change adds included. */
export function isNarrow({ begin, end }: Window, now = Date.now()): boolean {
  return Math.min(end, now) - begin <= LOG_WINDOW_DAYS * DAY_MS + HOUR;
}

/** Whether a window is short enough for sorting by anything but the time; a clock may be changed in it. */
export function isOfADay({ begin, end }: Window, now = Date.now()): boolean {
  return Math.min(end, now) - begin <= LOG_SORT_HOURS * HOUR + HOUR;
}

function spanOf(value: FilterValue | undefined): { begin?: string; end?: string } {
  return typeof value === 'string' ? { begin: value, end: value } : (value ?? {});
}

function boundOf(
  session: Session,
  typed: FilterValue | undefined,
  side: 'begin' | 'end',
  name: string,
): number {
  if (typed === undefined || typed === '')
    return side === 'begin' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  if (typeof typed !== 'string') throw refuse(refusals['call.invalid'], { detail: name });
  const isDay = DAY.test(typed);
  const isZoned = ZONED.test(typed);
  const parsed = Date.parse(isDay ? `${typed}T00:00:00Z` : isZoned ? typed : localOf(typed));
  if (!(isDay || isZoned || LOCAL.test(typed)) || Number.isNaN(parsed))
    throw refuse(refusals['call.invalid'], { detail: `params[${name}]` });
  const shift = side === 'begin' ? 0 : isDay ? DAY_MS : typed.includes('.') ? 1 : 1000;
  if (isZoned) return parsed + shift;
  return Date.parse(instantOf(new Date(parsed + shift), session.timeZone));
}

function localOf(typed: string): string {
  return `${typed.replace(' ', 'T')}Z`;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
const ZONED = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/;
