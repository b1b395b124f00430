import { describe, expect, it } from 'vitest';
import { monthDays, movedMonth } from './month-days.ts';

describe('the page of a month', () => {
  it('shows whole weeks from Monday on', () => {
    const days = monthDays('2025-11');
    expect([days.length, days[0], days.at(-1)]).toEqual([35, '2025-10-27', '2025-11-30']);
    expect(monthDays('2026-02')[0]).toBe('2026-01-26');
    expect(monthDays('2021-02').length).toBe(28);
  });
  it('goes over the end of the year', () => {
    expect([movedMonth('2025-12', 1), movedMonth('2025-01', -1)]).toEqual(['2026-01', '2024-12']);
  });
});
