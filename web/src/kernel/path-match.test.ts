import { describe, expect, it } from 'vitest';
import { hasParameters, matchPattern } from './path-match.ts';

describe('paths', () => {
  it('S52 dictId must be numeric', () => {
    const pattern = String.raw`/dict/type/data/:dictId(\d+)`;
    expect(matchPattern(pattern, '/dict/type/data/12')).toEqual({ dictId: '12' });
    expect(matchPattern(pattern, '/dict/type/data/abc')).toBeUndefined();
    expect(matchPattern(pattern, '/dict/type/data/12/3')).toBeUndefined();
  });
  it('matching is case-sensitive and parameters are decoded once', () => {
    expect(
      matchPattern('/projectuser/taskTitleDetail/:id', '/projectUser/taskTitleDetail/7'),
    ).toBeUndefined();
    expect(matchPattern('/a/:name/:b', '/a/%E5%AE%81%252F/x')).toEqual({ name: '宁%2F', b: 'x' });
  });
  it('knows which routes have one tab per address', () => {
    expect([hasParameters('/system/user'), hasParameters('/a/:id')]).toEqual([false, true]);
  });
});
