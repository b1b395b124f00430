import { say } from '../kernel/language.tsx';
import { boardText as text } from '../locales/board.ts';

/** How long something has lasted, coarse enough for a wall: `47 分`, `2 h 05 min`, `3 d 4 h`. */
export function lasting(since: string | null, now: number): string {
  return since ? lengthOf((now - Date.parse(since)) / 1000) : '';
}

/** Seconds as minutes, hours or days. */
export function lengthOf(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60));
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  if (days > 0) return say(text.days, { d: days, h: hours % 24 });
  const two = String(minutes % 60).padStart(2, '0');
  return hours > 0 ? say(text.hours, { h: hours, m: two }) : say(text.minutes, { m: minutes });
}

/** `14:32` in the zone of the board's site. */
export function clockOf(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(time);
}

/** Code and name; names that hold the code already stand alone. */
export function named(code: string | null, name: string): string {
  return code && !name.includes(code) ? `${code} ${name}` : name;
}
