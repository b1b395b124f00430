import { describe, expect, it } from 'vitest';
import { windowOf } from './log-window.tsx';

describe('windowOf', () => {
  it('S293 S294 counts today as one of the days', () => {
    const now = new Date('2025-11-06T06:32:00Z');
    expect(windowOf(1, now)).toEqual({ begin: '2025-11-06', end: '2025-11-06' });
    expect(windowOf(7, now)).toEqual({ begin: '2025-10-31', end: '2025-11-06' });
    expect(windowOf(30, now)).toEqual({ begin: '2025-10-08', end: '2025-11-06' });
  });

  it('takes the day of the site, not that of the browser', () => {
    expect(windowOf(1, new Date('2025-11-06T17:00:00Z'))).toEqual({
      begin: '2025-11-07',
      end: '2025-11-07',
    });
  });
});
