/** Zone of a site that names no other. */
export const USUAL_ZONE = 'Asia/Shanghai';

/** Local day `YYYY-MM-DD` of an instant in a zone. */
export function localDay(at: Date, timeZone: string): string {
  const { format, days } = zoneOf(timeZone);
  // Clocks of all zones change on the quarter of an hour, so a quarter has one day.
  const quarter = Math.floor(at.getTime() / 900_000);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const day = format.format(at);
  if (days.size >= MOST_QUARTERS) days.clear();
  days.set(quarter, day);
  return day;
}

interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly days: Map<number, string>;
}

/** Making a format takes longer than a whole list; there are as many as sites have zones. */
function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const made = { format: new Intl.DateTimeFormat('sv-SE', { timeZone }), days: new Map() };
  zones.set(timeZone, made);
  return made;
}

const zones = new Map<string, Zone>();
const MOST_QUARTERS = 10_000;
