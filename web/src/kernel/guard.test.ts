import { describe, expect, it } from 'vitest';
import { decide, redirectOf, signInPath } from './guard.ts';
import type { Phase } from './session-store.ts';

const judge = (
  full: string,
  phase: Phase,
  extra: { mustChange?: boolean; fresh?: boolean } = {},
) => {
  const [path = '', query] = full.split('?');
  return decide(
    { path, full, search: query ? `?${query}` : '' },
    { phase, mustChange: false, fresh: false, ...extra },
  );
};

describe('guard', () => {
  it('S28 S29 S30 public paths pass without a session', () => {
    for (const path of ['/login', '/download', '/apkversion'])
      expect(judge(path, 'none')).toEqual({ kind: 'pass' });
  });
  it('S31 a signed-in person on /login is sent to the root', () => {
    expect(judge('/login?redirect=/system/user', 'ready')).toEqual({ kind: 'go', to: '/' });
  });
  it('S32 S127 any other path without a session leads to the sign-in page', () => {
    expect(judge('/system/user?page=2', 'none')).toEqual({
      kind: 'go',
      to: '/login?redirect=/system/user%3Fpage%3D2',
    });
    expect(signInPath('/home')).toBe('/login?redirect=/home');
  });
  it('S131 a token without roles loads first', () => {
    expect(judge('/home', 'waiting')).toEqual({ kind: 'load' });
    expect(judge('/home', 'ready')).toEqual({ kind: 'pass' });
  });
  it('right after the sign-in the redirect is followed, on this origin only', () => {
    expect(judge('/login?redirect=/system/user', 'waiting', { fresh: true })).toEqual({
      kind: 'go',
      to: '/system/user',
    });
    for (const evil of [
      '//evil.example',
      'https://evil.example',
      String.raw`/\evil.example`,
      '/\t/evil.example',
      '/\n\\evil.example',
      'javascript:alert(1)',
    ]) {
      expect(redirectOf(`?redirect=${encodeURIComponent(evil)}`)).toBe('/');
    }
  });
  it('only the password tab opens until the first password is changed', () => {
    expect(judge('/home', 'ready', { mustChange: true })).toEqual({
      kind: 'go',
      to: '/user/profile?tab=password',
    });
    expect(judge('/user/profile?tab=password', 'ready', { mustChange: true })).toEqual({
      kind: 'pass',
    });
  });
});
