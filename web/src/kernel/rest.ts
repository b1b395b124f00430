import { buttonDebounceMs } from '@millwright/contract/constants';
import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';

/** `[resting, start]`: true for two seconds after `start`, whether or not its page is in front. For buttons that are not antd's. */
export function useRest(): [boolean, () => void] {
  const [resting, setResting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = () => {
    setResting(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setResting(false), buttonDebounceMs);
  };
  return [resting, start];
}

/** Lets Enter in a field send its form although the button, which still rests, would hold it back. */
export function sendOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (!(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
