import { clockOffWord } from './clock-off-word.ts';

/** How far the clock of a sender was off; `seconds` is its clock minus ours. */
export function ClockOff({ seconds }: { seconds: number }) {
  return <span className="log-tone is-warn">{clockOffWord(seconds)}</span>;
}
