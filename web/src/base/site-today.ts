import { wallOf } from '../kinds/site-time.ts';

/** Today as the clocks of the site show it, `YYYY-MM-DD`. */
export function siteToday(): string {
  return wallOf(thisInstant()).slice(0, 10);
}

/** This moment, ISO 8601 in UTC. */
export function thisInstant(): string {
  return new Date().toISOString();
}
