import { describe, expect, it } from 'vitest';
import { menuIndex } from './menu-index.ts';
import { findables } from './menu-search.ts';
import type { MenuRoute } from './menu-routes.ts';

const routes: MenuRoute[] = [
  {
    name: 'Production',
    path: '/production',
    component: 'Layout',
    meta: { title: '生产管理', titleEn: 'Production' },
    children: [
      {
        name: 'Order',
        path: 'order',
        component: 'production/order',
        meta: { title: '生产订单', titleEn: 'Orders', pinyin: ['shengchandingdan', 'scdd'] },
      },
      {
        name: 'Plan',
        path: 'plan',
        component: 'production/plan',
        meta: { title: '生产计划', titleEn: 'Production plan', pinyin: ['shengchanjihua', 'scjh'] },
      },
      {
        name: 'Hidden',
        path: 'hidden',
        component: 'x',
        hidden: true,
        meta: { title: '隐藏', titleEn: 'Hidden' },
      },
    ],
  },
  {
    name: 'User',
    path: '/system/user',
    component: 'system/user',
    meta: { title: '用户管理', titleEn: 'Users', pinyin: 'yhgl' },
  },
];
const search = menuIndex(findables(routes));
const titles = (words: string) => search(words).map((page) => page.title);

describe('menu search', () => {
  it('S81 finds visible pages by title and by path', () => {
    expect(titles('订单')[0]).toBe('生产订单');
    expect(titles('system/user')[0]).toBe('用户管理');
    expect(titles('隐藏')).not.toContain('隐藏');
  });
  it('S307 a match in the title comes before the same match in a path', () => {
    const same = menuIndex(
      findables([
        { name: 'A', path: '/plan', component: 'a', meta: { title: '其他' } },
        { name: 'B', path: '/b', component: 'b', meta: { title: 'plan' } },
      ]),
    );
    expect(same('plan').map((page) => page.title)).toEqual(['plan', '其他']);
  });
  it('S306 small misspellings are forgiven, other words are not found', () => {
    expect(titles('prodution/order')[0]).toBe('生产订单');
    expect(titles('zzzzzz')).toEqual([]);
  });
  it('pinyin initials and the other language find what nothing else finds', () => {
    expect(titles('scdd')).toContain('生产订单');
    expect(titles('yhgl')).toEqual(['用户管理']);
  });
});
