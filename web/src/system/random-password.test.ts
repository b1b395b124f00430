import { password } from '@millwright/contract/constants';
import { describe, expect, it } from 'vitest';
import { randomPassword } from './random-password.ts';

describe('randomPassword', () => {
  it('proposes a password that fits the rules', () => {
    expect(randomPassword().length).toBeGreaterThanOrEqual(password.min);
    expect(randomPassword().length).toBeLessThanOrEqual(password.max);
    expect(randomPassword(20)).toHaveLength(20);
  });

  it('never uses characters that look alike', () => {
    const many = Array.from({ length: 200 }, () => randomPassword()).join('');
    expect(many).toMatch(/^[A-Za-z0-9]+$/);
    expect(many).not.toMatch(/[01OIlo]/);
  });

  it('proposes another one each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => randomPassword())).size).toBe(100);
  });
});
