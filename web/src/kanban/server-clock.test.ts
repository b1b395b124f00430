import { expect, it } from 'vitest';
import { hearTime, serverTime } from './server-clock.ts';

it('shows the time of the server on a screen whose clock is wrong', () => {
  const wrong = Date.parse('2020-01-01T00:00:00Z');
  expect(serverTime(wrong)).toBe(wrong);
  // The answer is on its way half of the time between asking and hearing.
  hearTime('2026-11-22T06:00:01.000Z', wrong, wrong + 2000);
  expect(serverTime(wrong + 2000)).toBe(Date.parse('2026-11-22T06:00:02.000Z'));
  hearTime('nonsense', wrong, wrong);
  expect(serverTime(wrong + 2000)).toBe(Date.parse('2026-11-22T06:00:02.000Z'));
});
