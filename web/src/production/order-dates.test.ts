import { expect, it } from 'vitest';
import { daysBetween, forecastOf, lineSpan, placeOf } from './order-dates.ts';

const forecast = (dueDate: string, forecastTime: string | null) =>
  forecastOf({ dueDate, forecastTime }, 'Asia/Shanghai');

it('compares forecast and due date in calendar days of the site', () => {
  expect(forecast('2025-11-08', '2025-11-11T06:00:00.000Z')).toEqual({
    day: '2025-11-11',
    lateDays: 3,
    tone: 'late',
  });
  expect(forecast('2025-11-20', '2025-11-19T06:00:00.000Z')).toMatchObject({
    lateDays: -1,
    tone: 'tight',
  });
  expect(forecast('2025-11-18', '2025-11-14T06:00:00.000Z')).toMatchObject({
    lateDays: -4,
    tone: 'calm',
  });
  // 22:00 UTC on the seventh is the eighth in Ningbo.
  expect(forecast('2025-11-08', '2025-11-07T22:00:00.000Z')).toMatchObject({
    lateDays: 0,
    tone: 'tight',
  });
  expect(forecast('2025-11-08', null)).toBeUndefined();
});

it('writes lines that follow each other as a span', () => {
  expect(lineSpan(['L03 热处理', 'L02 锻造', 'L04 机加'])).toBe('L02–L04');
  expect(lineSpan(['L02 a', 'L04 b', 'L05 c'])).toBe('L02, L04–L05');
  expect(lineSpan(['L04'])).toBe('L04');
  expect(lineSpan([])).toBe('');
});

it('places a day on a line and never beyond its ends', () => {
  expect(placeOf('2025-11-06', '2025-11-01', '2025-11-11')).toBe(0.5);
  expect(placeOf('2025-12-31', '2025-11-01', '2025-11-11')).toBe(1);
  expect(placeOf('2025-10-01', '2025-11-01', '2025-11-11')).toBe(0);
  expect(placeOf('2025-11-01', '2025-11-01', '2025-11-01')).toBe(1);
  expect(daysBetween('2025-10-31', '2025-11-01')).toBe(1);
});
