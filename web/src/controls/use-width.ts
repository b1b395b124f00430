import { useLayoutEffect, useState } from 'react';
import type { RefObject } from 'react';

/** The inner width of an element in px; 0 until it has one, its last width while its page is behind another. */
export function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [place]);
  return width;
}
