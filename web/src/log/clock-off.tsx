import { say } from '../kernel/language.tsx';
import { logText as text } from '../locales/logs.ts';
import { durationWord } from './duration-word.ts';

/** How far the clock of a sender was off, in words; `seconds` is its clock minus ours. */
export function ClockOff({ seconds }: { seconds: number }) {
  const n = durationWord(Math.round(Math.abs(seconds)));
  return (
    <span className="log-tone is-warn">
      {say(seconds > 0 ? text.clockAhead : text.clockBehind, { n })}
    </span>
  );
}
