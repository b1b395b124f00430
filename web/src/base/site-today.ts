import { wallOf } from '../kinds/site-time.ts';

/** Today as the clocks of the site show it, `YYYY-MM-DD`. */
export function siteToday(): string {
  return wallOf(new Date().toISOString()).slice(0, 10);
}
