import { describe, expect, it } from 'vitest';
import {
  afterClosing,
  close,
  closeAll,
  closeOthers,
  keepRecent,
  retitle,
  visit,
} from './tabs-model.ts';
import type { Tab } from './tabs-model.ts';

const tab = (path: string, more: Partial<Tab> = {}): Tab => ({
  key: path,
  path,
  fullPath: path,
  name: path,
  meta: {},
  query: {},
  title: path,
  ...more,
});
const home = tab('/home', { meta: { affix: true } });
const open = [home, tab('/a'), tab('/b')];

describe('tabs', () => {
  it('S83 one tab per visited route: a second visit with other filters reuses it', () => {
    expect(visit(open, tab('/c'))).toHaveLength(4);
    const again = visit(open, tab('/a', { fullPath: '/a?page=2' }));
    expect(again).toHaveLength(3);
    expect(again[1]?.fullPath).toBe('/a?page=2');
    expect(visit(open, tab('/a'))).toBe(open);
  });
  it('a title that the page set is kept', () => {
    expect(
      visit(retitle(open, '/a', '任务详情 · 装夹调试'), tab('/a', { fullPath: '/a?x=1' }))[1]
        ?.title,
    ).toBe('任务详情 · 装夹调试');
  });
  it('S84 S157 fixed tabs survive every way of closing', () => {
    expect(close(open, '/home')).toEqual(open);
    expect(close(open, '/a').map((one) => one.key)).toEqual(['/home', '/b']);
    expect(closeOthers(open, '/b').map((one) => one.key)).toEqual(['/home', '/b']);
    expect(closeAll(open)).toEqual([home]);
  });
  it('S87 after closing the active tab the last remaining one comes', () => {
    expect(afterClosing(close(open, '/b'), tab('/b'))).toBe('/a');
  });
  it('S88 with no tab left the root opens, the dashboard itself is refreshed', () => {
    expect(afterClosing([], tab('/b'))).toBe('/');
    expect(afterClosing([], home)).toBe('/redirect/home');
  });
});

describe('pages kept alive', () => {
  it('the least recently used is dropped first', () => {
    expect(keepRecent(['b', 'a'], 'c', () => false, 2)).toEqual(['c', 'b']);
    expect(keepRecent(['b', 'a'], 'a', () => false, 2)).toEqual(['a', 'b']);
  });
  it('a page with unsaved input is never dropped', () => {
    expect(keepRecent(['b', 'a'], 'c', (key) => key === 'a', 1)).toEqual(['c', 'a']);
  });
  it('twelve stay by default', () => {
    const used = Array.from({ length: 20 }, (_, index) => `p${index}`);
    expect(keepRecent(used, 'active', () => false)).toHaveLength(12);
  });
});
