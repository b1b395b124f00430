import { describe, expect, it } from 'vitest';
import { orderLabel } from './order-label.ts';
import { forecastOf, outlookOf, progressOf, riskOf } from './order-progress.ts';

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const now = new Date('2025-11-06T02:00:00Z');

describe('an order', () => {
  it('S103 is suggested as its code followed by the name in brackets', () => {
    expect(orderLabel({ code: 'NB-MO-2510-0007', name: '18寸锻造轮-星驰' })).toBe(
      'NB-MO-2510-0007(18寸锻造轮-星驰)',
    );
    expect(orderLabel({ code: 'A', name: null })).toBe('A');
  });

  it('is as far as it is packed', () => {
    expect(progressOf({ packedQty: 1464, quantity: 2400 })).toBe('61');
    expect(progressOf({ packedQty: 1, quantity: 3 })).toBe('33.33');
    expect(progressOf({ packedQty: 0, quantity: 0 })).toBe('0');
  });

  it('is expected from the mean of its last five working days', () => {
    const pace = { quantity: 1000, goodQty: 500, dailyOutput: [900, 100, 100, 100, 100, 100] };
    expect(forecastOf(pace, now, dayOf)).toBe('2025-11-11T02:00:00.000Z');
    expect(forecastOf({ ...pace, dailyOutput: [] }, now, dayOf)).toBeNull();
    expect(forecastOf({ ...pace, goodQty: 1000 }, now, dayOf)).toBeNull();
    const worksOn = (day: string) => day < '2025-11-08' || day > '2025-11-09';
    expect(forecastOf({ ...pace, worksOn }, now, dayOf)).toBe('2025-11-13T02:00:00.000Z');
  });

  it('is late after its due date, at risk within two days of it', () => {
    const pace = { state: 'running', dueDate: '2025-11-12', quantity: 10, goodQty: 1 };
    expect(riskOf(pace, '2025-11-13T00:00:00Z', now, dayOf)).toBe('late');
    expect(riskOf(pace, '2025-11-12T00:00:00Z', now, dayOf)).toBe('risk');
    expect(riskOf(pace, '2025-11-10T00:00:00Z', now, dayOf)).toBe('risk');
    expect(riskOf(pace, '2025-11-09T00:00:00Z', now, dayOf)).toBe('onTime');
    expect(riskOf({ ...pace, dueDate: '2025-11-05' }, null, now, dayOf)).toBe('late');
    expect(riskOf({ ...pace, state: 'draft', dueDate: '2025-11-05' }, null, now, dayOf)).toBeNull();
    expect(riskOf({ ...pace, goodQty: 10 }, '2025-12-01T00:00:00Z', now, dayOf)).toBe('onTime');
  });

  it('promises nothing once it is closed', () => {
    const closed = {
      state: 'closed',
      quantity: 10,
      goodQty: 4,
      packedQty: 4,
      dueDate: '2025-11-01',
      dailyOutput: [4],
    };
    expect(outlookOf(closed, now, dayOf)).toEqual({
      progress: '40',
      forecastTime: null,
      risk: null,
    });
  });
});
