/** Milliseconds that the server's clock is ahead of the screen's; 0 until the server told its time. */
let ahead = 0;

/** Milliseconds that the server's clock shows when the screen's shows `own`: nobody sets the clock of a wall. */
export function serverTime(own: number = Date.now()): number {
  return own + ahead;
}

/** Takes the time that the server told (ISO 8601) between asking and now, by the screen's clock. */
export function hearTime(told: string, asked: number, now: number = Date.now()): void {
  const time = Date.parse(told);
  if (Number.isFinite(time)) ahead = time - (asked + now) / 2;
}
