import { tableHeight } from '@millwright/contract/constants';
import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/**
 * The height in px that is left for a table from its top edge to the window's bottom, less `below`
 * (pager, padding). Follows the window and whatever moves the table.
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
      setHeight(tableHeight(innerHeight, element.getBoundingClientRect().top, below));
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
