import { describe, expect, it } from 'vitest';
import { holdsAny } from './permission.tsx';

describe('permission tags', () => {
  it('S195 *:*:* grants everything', () => {
    expect(holdsAny(['system:user:add'], ['*:*:*'])).toBe(true);
  });
  it('S196 one of the tags is enough, none is not', () => {
    expect(holdsAny(['a:b:c', 'a:b:d'], ['a:b:d'])).toBe(true);
    expect(holdsAny(['a:b:c'], ['a:b:d'])).toBe(false);
    expect(holdsAny(['a:b:c'], [])).toBe(false);
  });
  it('prefixes of area and entity are accepted', () => {
    expect(holdsAny(['system:user:add'], ['system:*:*'])).toBe(true);
    expect(holdsAny(['system:user:add'], ['system:user:*'])).toBe(true);
    expect(holdsAny(['system:role:add'], ['system:user:*'])).toBe(false);
  });
  it('S187 an empty list of tags is an error', () => {
    expect(() => holdsAny([], ['*:*:*'])).toThrow('请设置操作权限标签值');
    expect(() => holdsAny(undefined as unknown as string[], [])).toThrow('请设置操作权限标签值');
  });
});
