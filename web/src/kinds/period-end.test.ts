import { expect, it } from 'vitest';
import { dayOfEnd, wallOfEnd, wallOfLastEnd } from './period-end.ts';

it('reads moments by the clocks of the site and leaves days alone', () => {
  expect(dayOfEnd('2026-11-21T19:49:11.078Z')).toBe('2026-11-22');
  expect(wallOfEnd('2026-11-21T19:49:11.078Z')).toBe('2026-11-22 03:49:11');
  expect(wallOfEnd('2026-11-22')).toBe('2026-11-22');
});

it('says the day of two moments once', () => {
  const begin = '2026-11-21T19:49:11.078Z';
  expect(wallOfLastEnd('2026-11-21T19:54:46.000Z', begin)).toBe('03:54:46');
  expect(wallOfLastEnd('2026-11-22T16:00:00.000Z', begin)).toBe('2026-11-23 00:00:00');
  expect(wallOfLastEnd('2026-11-22', '2026-11-22')).toBe('2026-11-22');
});
