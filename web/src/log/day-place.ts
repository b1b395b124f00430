import { isoOfWall } from '../kinds/site-time.ts';

/** Where in a day of the site an instant lies, in percent; where clocks change, days have 23 or 25 hours. */
export function placeInDay(day: string, zone?: string): (at: string) => number {
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  const [opens = 0, closes = 0] = [day, next].map((one) =>
    Date.parse(isoOfWall(`${one} 00:00:00`, zone)),
  );
  return (at) => Math.min(100, Math.max(0, ((Date.parse(at) - opens) / (closes - opens)) * 100));
}
