import { t } from '../kernel/language.tsx';
import { Mark } from '../kinds/mark.tsx';
import { signOf } from '../kinds/state-mark.tsx';
import { boardText as text } from '../locales/board.ts';

/** The sign of a state, as large as the words beside it. */
export function StateSign({ state }: { state: string }) {
  if (state === 'none') return <i className="board-hatch" aria-hidden="true" />;
  const sign = signOf(state);
  return sign ? <Mark shape={sign.shape} color={sign.color} /> : null;
}

/** The word of a state key. */
export function stateWord(state: string): string {
  return t(text.states[state as keyof typeof text.states] ?? text.noData);
}

/** The state of a machine; `none` while it tells nothing. */
export function stateKey(status: string | null): string {
  return status && status in text.states ? status : 'none';
}
