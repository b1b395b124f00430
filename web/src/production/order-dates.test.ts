import { expect, it } from 'vitest';
import { daysBetween, forecastOf, lineSpan, placeOf, rowsFor, shortDay } from './order-dates.ts';

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

it('gives words that would meet rows of their own', () => {
  const rows = (today: number, due: number, forecast: number, start: number) =>
    rowsFor([
      { at: today, rows: ['above'] },
      { at: due, rows: ['below'] },
      { at: forecast, rows: ['above', 'below'] },
      { at: start, rows: ['below', 'above'] },
    ]);
  expect(rows(0.5, 1, 0.8, 0)).toEqual(['above', 'below', 'above', 'below']);
  expect(rows(0.5, 1, 0.6, 0)).toEqual(['above', 'below', 'below', 'below']);
  // A start years ahead stands beside the due date; today is far from both.
  expect(rows(0, 1, 0.5, 0.98)).toEqual(['above', 'below', 'above', 'above']);
  expect(rows(0, 1, 0.99, 0.98)).toEqual(['above', 'below', 'above', 'lower']);
});

it('names the year of a day that lies in another one', () => {
  expect(shortDay('2025-12-20', '2025-11-06')).toBe('12-20');
  expect(shortDay('2026-01-06', '2025-11-06')).toBe('2026-01-06');
  expect(shortDay('2020-03-06', '2025-11-06')).toBe('2020-03-06');
});
