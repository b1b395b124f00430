import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scrollToTop } from './scroll-to-top.ts';

let now = 0;
let frame: ((at: number) => void) | undefined;

beforeEach(() => {
  now = 5_000;
  frame = undefined;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('requestAnimationFrame', (step: (at: number) => void) => (frame = step));
  asks({ lessMotion: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const asks = ({ lessMotion }: { lessMotion: boolean }) =>
  vi.stubGlobal('matchMedia', () => ({ matches: lessMotion }));

/** Where a list that was scrolled down by 1000 px stands so many ms after the change of page. */
function placesAfter(...times: number[]): number[] {
  const list = { scrollTop: 1_000 } as Element;
  scrollToTop(list);
  return times.map((ms) => {
    frame?.(now + ms);
    return list.scrollTop;
  });
}

it('S285 a list is back at its top 800 ms after the change, and on its way until then', () => {
  expect(placesAfter(0, 400, 799)).toEqual([1_000, 500, expect.closeTo(0.003, 2)]);
  expect(placesAfter(799)[0]).toBeGreaterThan(0);
  expect(placesAfter(800)).toEqual([0]);
});

it('a list moves no more once it is at its top, and goes there at once where less motion is asked for', () => {
  placesAfter(800);
  frame = undefined;
  scrollToTop({ scrollTop: 0 } as Element);
  expect(frame).toBeUndefined();
  asks({ lessMotion: true });
  expect(placesAfter(0)).toEqual([0]);
});
