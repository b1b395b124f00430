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
    const measure = () => {
      const element = table.current;
      // A page behind another one has no box; its last height stays right.
      if (!element || element.offsetParent === null) return;
      setHeight(tableHeight(innerHeight, element.getBoundingClientRect().top, below));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    // What comes to stand above the table later makes the page longer, not the block around the table.
    const block = table.current?.parentElement;
    for (const element of [block, block?.parentElement]) if (element) watcher.observe(element);
    addEventListener('resize', measure);
    return () => {
      watcher.disconnect();
      removeEventListener('resize', measure);
    };
  }, [table, below]);
  return height;
}
