import type { BoardFeed } from '@millwright/contract/system/kanban-feed';
import { useEffect, useState } from 'react';
import { boardCall, BoardRefusal } from './board-calls.ts';

/** The data of a page with the time at which they came; what could not be had again stays and grows old. */
export interface Feed {
  readonly page: string;
  readonly data: BoardFeed | null;
  /** Milliseconds by the clock of the screen. */
  readonly at: number;
}

/** Asks for a page when it is turned to, every `seconds`, and whenever `turn` changes. */
export function useFeed(page: string | undefined, seconds: number, turn: number): Feed | undefined {
  const [feeds, setFeeds] = useState<Readonly<Record<string, Feed>>>({});
  useEffect(() => {
    if (!page) return undefined;
    let gone = false;
    const ask = async () => {
      const data = await boardCall<BoardFeed>(`/pages/${page}`).catch((error: unknown) =>
        error instanceof BoardRefusal && error.code === 404 ? null : undefined,
      );
      if (!gone && data !== undefined)
        setFeeds((known) => ({ ...known, [page]: { page, data, at: Date.now() } }));
    };
    void ask();
    const timer = setInterval(() => void ask(), seconds * 1000);
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [page, seconds, turn]);
  return page ? feeds[page] : undefined;
}
