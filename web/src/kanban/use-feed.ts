import type { BoardFeed } from '@millwright/contract/system/kanban-feed';
import { useCallback, useEffect, useState } from 'react';
import { boardCall, BoardRefusal } from './board-calls.ts';

/** The data of a page with the time at which they came; what could not be had again stays and grows old. */
export interface Feed {
  readonly page: string;
  readonly data: BoardFeed | null;
  /** Milliseconds by the clock of the screen. */
  readonly at: number;
}

/**
 * The data of a page, asked for when it is turned to, when the server is back and every `seconds`; `ask` asks at once
 * and throws what stands against it.
 */
export function useFeed(page: string | undefined, seconds: number, isOpen: boolean) {
  const [feeds, setFeeds] = useState<Readonly<Record<string, Feed>>>({});
  const ask = useCallback(async () => {
    if (!page) return;
    const data = await boardCall<BoardFeed>(`/pages/${page}`).catch(nullWhereNone);
    setFeeds((known) => ({ ...known, [page]: { page, data, at: Date.now() } }));
  }, [page]);
  useEffect(() => {
    const quietly = () => void ask().catch(() => undefined);
    quietly();
    const timer = setInterval(quietly, seconds * 1000);
    return () => clearInterval(timer);
    // What came before the server was away is old when it is back, however long the interval is.
  }, [ask, seconds, isOpen]);
  return { feed: page ? feeds[page] : undefined, ask };
}

/** A page that this release does not fill has no data. */
function nullWhereNone(error: unknown): null {
  if (error instanceof BoardRefusal && error.code === 404) return null;
  throw error;
}
