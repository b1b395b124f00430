/** The point in time at which clocks of a zone show this wall-clock time (kept in UTC fields). */
export function instantOf(wall: Date, timeZone: string): string {
  let at = wall.getTime() - offsetAt(wall.getTime(), timeZone);
  // The offset may change between the two; once more settles it.
  at = wall.getTime() - offsetAt(at, timeZone);
  return new Date(at).toISOString();
}

/** What clocks of a zone show at a point in time, kept in UTC fields, as a sheet takes it. */
export function wallOf(instant: string, timeZone: string): Date {
  const at = Date.parse(instant);
  return new Date(Math.floor((at + offsetAt(at, timeZone)) / 1000) * 1000);
}

/** Milliseconds that a zone is ahead of UTC at a point in time; one look-up an hour. */
function offsetAt(at: number, timeZone: string): number {
  const hour = Math.floor(Math.min(Math.max(at, FIRST), LAST) / 3_600_000);
  const key = `${timeZone}${hour}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const shown = new Date(hour * 3_600_000).toLocaleString('sv-SE', { timeZone });
  const offset = Date.parse(`${shown.replace(' ', 'T')}Z`) - hour * 3_600_000;
  if (offsets.size > 20_000) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** Years of three or five digits are written in a way that nothing reads; no zone changes its clocks in them. */
const FIRST = Date.UTC(1000, 0, 2);
const LAST = Date.UTC(9999, 11, 30);

const offsets = new Map<string, number>();
