import { beforeEach, describe, expect, it } from 'vitest';
import { dictCache, itemLabel, itemValue, labelOf } from './dictionary.ts';

const items = [{ itemText: '正常', itemValue: '1' }];

describe('dictionary items', () => {
  beforeEach(() => dictCache.clear());

  it('S93 label is itemText, value is itemValue', () => {
    expect(itemLabel({ itemText: '正常', itemValue: '1', label: 'x', value: 'y' })).toBe('正常');
    expect(itemValue({ itemText: '正常', itemValue: '1', label: 'x', value: 'y' })).toBe('1');
  });
  it('S94 the label falls back to label, name, title in this order', () => {
    expect(itemLabel({ title: 'c', name: 'b', label: 'a' })).toBe('a');
    expect(itemLabel({ title: 'c', name: 'b' })).toBe('b');
    expect(itemLabel({ title: 'c' })).toBe('c');
  });
  it('S95 the value falls back to value, id, uid, key in this order', () => {
    expect(itemValue({ key: 'd', uid: 'c', id: 'b', value: 'a' })).toBe('a');
    expect(itemValue({ key: 'd', uid: 'c', id: 'b' })).toBe('b');
    expect(itemValue({ key: 'd', uid: 'c' })).toBe('c');
    expect(itemValue({ key: 'd' })).toBe('d');
  });
  it('an unknown value is shown as it is', () => {
    expect(labelOf(items, '9')).toBe('9');
    expect(labelOf(items, 1)).toBe('正常');
    expect(labelOf(undefined, null)).toBe('');
  });
  it('S161 the cache holds entries by key', () => {
    expect(dictCache.set('enable_status', items)).toBe(true);
    expect(dictCache.get('enable_status')).toBe(items);
    expect(dictCache.get('other')).toBeUndefined();
  });
  it('S162 a key that is null or empty is refused', () => {
    expect(dictCache.set(null, items)).toBe(false);
    expect(dictCache.set('', items)).toBe(false);
    expect(dictCache.get('')).toBeUndefined();
    expect(dictCache.remove(null)).toBe(false);
  });
  it('S163 entries are removed by key or all at once', () => {
    dictCache.set('a', items);
    dictCache.set('b', items);
    expect(dictCache.remove('a')).toBe(true);
    expect(dictCache.remove('a')).toBe(false);
    expect(dictCache.get('b')).toBe(items);
    dictCache.clear();
    expect(dictCache.get('b')).toBeUndefined();
  });
});
