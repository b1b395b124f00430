import { wallOf } from './site-time.ts';

/** The day of the site on which an end of a period lies: days as they are, moments by the site's clocks. */
export function dayOfEnd(end: string): string {
  return wallOfEnd(end).slice(0, 10);
}

/** An end of a period as one reads it: `2025-11-06`, or `2025-11-06 14:32:00` for a moment. */
export function wallOfEnd(end: string): string {
  return end.includes('T') ? wallOf(end) : end;
}

/** The last end beside the first: of two moments of one day, the day stands once. */
export function wallOfLastEnd(end: string, begin: string): string {
  const [day, time] = wallOfEnd(end).split(' ');
  return time && day === dayOfEnd(begin) ? time : wallOfEnd(end);
}
