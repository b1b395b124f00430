import type { BoardConfig } from '@millwright/contract/system/kanban-feed';
import { useCallback, useEffect, useState } from 'react';

/** Turns the pages of a board in their order, each for its seconds; a jump lets its page stand for its time too. */
export function useRotation(pages: BoardConfig['pages']) {
  const [place, setPlace] = useState(0);
  const [extra, setExtra] = useState<string>();
  const index = pages.length === 0 ? 0 : place % pages.length;
  const current = extra ?? pages[index]?.page;
  const seconds = extra ? EXTRA_SECONDS : (pages[index]?.seconds ?? 0);
  useEffect(() => {
    if (!current || (pages.length < 2 && !extra)) return undefined;
    const timer = setTimeout(() => {
      setExtra(undefined);
      if (!extra) setPlace(index + 1);
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [current, seconds, index, extra, pages.length]);
  const jump = useCallback(
    (page: string) => {
      const found = pages.findIndex((one) => one.page === page);
      setExtra(found < 0 ? page : undefined);
      if (found >= 0) setPlace(found);
    },
    [pages],
  );
  return { page: current, index, count: pages.length, jump };
}

/** A page that is not among the board's own is shown this long. */
const EXTRA_SECONDS = 60;
