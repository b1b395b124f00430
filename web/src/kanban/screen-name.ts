import { uniqueKey } from '../kernel/unique-key.ts';
import { storageKey } from './board-storage.ts';

/** What this screen calls itself, so that each that shares the token is counted: for this window, also after a reload. */
export function screenName(): string {
  const known = sessionStorage.getItem(storageKey('screen'));
  if (known) return known;
  const made = uniqueKey();
  sessionStorage.setItem(storageKey('screen'), made);
  return made;
}

/**
 * Makes sure that no other window of this browser has the name of this one. A window that was duplicated or opened by a
 * board begins with a copy of what the other keeps: it takes a new name, and leaves to the other what waits for it.
 */
export async function claimScreenName(): Promise<void> {
  const mine = new BroadcastChannel(storageKey('screens'));
  if (sessionStorage.getItem(storageKey('screen')) && (await isAnswered(mine))) {
    sessionStorage.removeItem(storageKey('screen'));
    sessionStorage.removeItem(storageKey('reload'));
  }
  mine.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data.asks === screenName()) say(mine, { has: screenName() });
  });
}

/** Windows ask for a name, and the one that has it says so. */
interface Word {
  readonly asks?: string;
  readonly has?: string;
}

function isAnswered(mine: BroadcastChannel): Promise<boolean> {
  const name = screenName();
  return new Promise((resolve) => {
    const end = (answered: boolean) => {
      clearTimeout(timer);
      mine.removeEventListener('message', hear);
      resolve(answered);
    };
    const hear = ({ data }: MessageEvent<Word>) => {
      if (data.has === name) end(true);
    };
    const timer = setTimeout(() => end(false), ANSWER_MS);
    mine.addEventListener('message', hear);
    say(mine, { asks: name });
  });
}

function say(channel: BroadcastChannel, word: Word): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
  channel.postMessage(word);
}

/** A window that is there answers at once. */
const ANSWER_MS = 300;
