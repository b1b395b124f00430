import { describe, expect, it } from 'vitest';
import { isMobileWidth, openFromCookie } from './device.ts';

describe('device', () => {
  it('S155 S299 mobile means width less 1 under 992', () => {
    expect(isMobileWidth(992)).toBe(true);
    expect(isMobileWidth(993)).toBe(false);
  });
  it('S149 S300 the sidebar is open unless the cookie says 0', () => {
    expect(openFromCookie(undefined)).toBe(true);
    expect(openFromCookie('1')).toBe(true);
    expect(openFromCookie('0')).toBe(false);
  });
});
