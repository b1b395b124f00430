import { say } from '../kernel/language.tsx';
import { logText as text } from '../locales/logs.ts';
import { durationWord } from './duration-word.ts';

/** How far the clock of a sender was off, in words; `seconds` is its clock minus ours. */
export function clockOffWord(seconds: number): string {
  const n = durationWord(Math.round(Math.abs(seconds)));
  return say(seconds > 0 ? text.clockAhead : text.clockBehind, { n });
}
