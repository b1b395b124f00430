import { paging } from '@millwright/contract/constants';

/** Scrolls an element to its top over 800 ms; at once when the system asks for less motion. */
export function scrollToTop(element: Element, ms: number = paging.scrollTopMs): void {
  const from = element.scrollTop;
  if (from === 0) return;
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    element.scrollTop = 0;
    return;
  }
  const began = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, (now - began) / ms);
    element.scrollTop = from * (1 - eased(part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** Slow at both ends. */
function eased(part: number): number {
  return part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
}
