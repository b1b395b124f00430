import { expect, it } from 'vitest';
import { placeInDay } from './day-place.ts';

it('keeps the last hour of a day whole where clocks change', () => {
  const lastHour = (day: string, from: string, to: string) => {
    const place = placeInDay(day, 'Europe/Berlin');
    return place(to) - place(from);
  };
  const usual = lastHour('2026-06-01', '2026-06-01T21:00:00Z', '2026-06-01T22:00:00Z');
  expect(usual).toBeCloseTo(100 / 24);
  const long = lastHour('2026-10-25', '2026-10-25T22:00:00Z', '2026-10-25T23:00:00Z');
  expect(long).toBeCloseTo(100 / 25);
  const short = lastHour('2026-03-29', '2026-03-29T21:00:00Z', '2026-03-29T22:00:00Z');
  expect(short).toBeCloseTo(100 / 23);
  expect(placeInDay('2026-10-25', 'Europe/Berlin')('2026-10-24T21:00:00Z')).toBe(0);
});
