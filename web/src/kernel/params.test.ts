import { describe, expect, it } from 'vitest';
import { serialise } from './params.ts';

describe('query parameters', () => {
  it('S211 nested objects become name[key]', () => {
    expect(
      serialise({ page: 1, limit: 20, params: { status: 'planned', departName: '宁波' } }),
    ).toBe(
      `page=1&limit=20&params[status]=planned&params[departName]=${encodeURIComponent('宁波')}`,
    );
    expect(serialise({ a: { b: { c: 1 } } })).toBe('a[b][c]=1');
  });
  it('leaves empty values out and keeps zero and false', () => {
    expect(serialise({ a: '', b: null, c: undefined, d: 0, e: false, f: [] })).toBe('d=0&e=false');
  });
  it('encodes what would break the address', () => {
    expect(serialise({ params: { keyword: 'a&b=c#d' } })).toBe('params[keyword]=a%26b%3Dc%23d');
    expect(serialise({ ids: ['1', '2'] })).toBe('ids=1%2C2');
  });
});
