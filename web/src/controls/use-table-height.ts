import { tableHeight } from '@millwright/contract/constants';
import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * The height in px that is left for a table from its top edge to the window's bottom, less `below`
 * (pager, padding of a page in a usual window). Follows the window and whatever moves the table.
 */
export function useTableHeight(table: RefObject<HTMLElement | null>, below: number): number {
  const [height, setHeight] = useState(() => tableHeight(innerHeight, 300, below));
  useLayoutEffect(() => {
    const watched = new Set<Element>();
    const measure = () => {
      const element = table.current;
      watch(element);
      // A page behind another one has no box; its last height stays right.
      if (!element || element.offsetParent === null) return;
      const { top } = element.getBoundingClientRect();
      setHeight(tableHeight(innerHeight, top, below + widerPadding(element)));
    };
    const watcher = new ResizeObserver(measure);
    // What comes to stand above the table makes block or page longer; what folds again leaves them as they are.
    const watch = (element: Element | null) => {
      const block = element?.parentElement;
      for (const around of [block, block?.parentElement])
        for (const one of around ? [around, ...around.children] : [])
          if (!watched.has(one)) {
            watched.add(one);
            watcher.observe(one);
          }
    };
    measure();
    addEventListener('resize', measure);
    return () => {
      watcher.disconnect();
      removeEventListener('resize', measure);
    };
  }, [table, below]);
  return height;
}

/** Px by which the page is padded more in a wide window than in a usual one. */
function widerPadding(element: HTMLElement): number {
  const page = element.closest('.page');
  const padding = page ? Number.parseFloat(getComputedStyle(page).paddingBottom) : USUAL_PADDING;
  return Math.max(0, (Number.isNaN(padding) ? USUAL_PADDING : padding) - USUAL_PADDING);
}

const USUAL_PADDING = 12;
