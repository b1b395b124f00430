import type { LineStanding } from '@millwright/contract/equipment/live-equipment';
import { wordsWidth } from '../entity/letter-width.ts';
import { t } from '../kernel/language.tsx';
import { signOf } from '../kinds/state-mark.tsx';
import { boardText as text } from '../locales/board.ts';
import { eventWords } from './line-event-words.ts';
import { StateSign, stateKey, stateWord } from './state-sign.tsx';
import './line-foot.css';

/** How a line stands: its state as sign and word, and what last stopped it in one sentence. */
export function LineFoot({ standing, timeZone }: { standing: LineStanding; timeZone: string }) {
  const { status, event } = standing;
  const state = stateKey(status);
  const words = event ? eventWords(event, timeZone) : t(text.noStops);
  const color = signOf(state)?.color ?? '--line-2';
  return (
    <footer
      className={`board-foot is-line ${isDown(standing) ? 'is-bad' : ''}`}
      style={{ borderLeftColor: `var(${color})` }}
    >
      <StateSign state={state} />
      <b>{stateWord(state)}</b>
      <span className={isLong(words) ? 'is-long' : undefined}>{words}</span>
    </footer>
  );
}

/** A line whose pace maker is down has no other question: its state takes the place of the hours. */
export function isDown({ status }: LineStanding): boolean {
  return status === 'alarm' || status === 'estop';
}

/** More than one line beside the state, as drawn for 1920; the estimate is a little wide. */
function isLong(words: string): boolean {
  return wordsWidth(words, 54) > 1500;
}
