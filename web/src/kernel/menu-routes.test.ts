import { describe, expect, it } from 'vitest';
import { crumbs } from './crumbs.ts';
import { flatten, isExternal, openEntry, sidebar } from './menu-routes.ts';
import type { MenuRoute } from './menu-routes.ts';
import { findables } from './menu-search.ts';

const page = (name: string, path: string, more: Partial<MenuRoute> = {}): MenuRoute => ({
  name,
  path,
  component: name,
  meta: { title: name },
  ...more,
});
const routes: MenuRoute[] = [
  page('Home', '/home', { component: 'home', meta: { title: '首页' } }),
  {
    name: 'Production',
    path: '/production',
    component: 'Layout',
    alwaysShow: true,
    redirect: 'noRedirect',
    meta: { title: '生产管理' },
    children: [
      page('Order', 'order', { meta: { title: '生产订单' } }),
      {
        name: 'Trace',
        path: '/trace',
        component: 'ParentView',
        alwaysShow: true,
        meta: { title: '追溯档案' },
        children: [page('Rod', 'rod')],
      },
      page('Secret', 'secret', { hidden: true }),
    ],
  },
  {
    name: 'Alarm',
    path: '/alarm',
    component: 'Layout',
    alwaysShow: false,
    meta: { title: '报警', icon: 'alert' },
    children: [page('Config', 'config')],
  },
  { name: 'Docs', path: 'https://docs.example', component: 'Link', meta: { title: '文档' } },
];

describe('menu routes', () => {
  it('S65 S66 S67 Layout and ParentView are no pages, everything else is', () => {
    expect(flatten(routes).map(({ path, component }) => [path, component])).toEqual([
      ['/home', 'home'],
      ['/production/order', 'Order'],
      ['/trace/rod', 'Rod'],
      ['/production/secret', 'Secret'],
      ['/alarm/config', 'Config'],
    ]);
  });
  it('S77 hidden routes are skipped in the sidebar', () => {
    expect(sidebar(routes)[1]?.children.map((entry) => entry.title)).toEqual([
      '生产订单',
      '追溯档案',
    ]);
  });
  it('S78 a single visible child collapses into a direct link unless always shown', () => {
    const [, production, alarm] = sidebar(routes);
    expect(alarm).toMatchObject({ path: '/alarm/config', icon: 'alert', children: [] });
    expect(production?.children[1]?.children).toHaveLength(1);
  });
  it('a directory without visible children is not drawn', () => {
    expect(
      sidebar([
        {
          name: 'Empty',
          path: '/e',
          component: 'Layout',
          alwaysShow: true,
          children: [page('X', 'x', { hidden: true })],
        },
      ]),
    ).toEqual([]);
  });
  it('external links are known as such, also those without a page of their own', () => {
    expect(sidebar(routes).at(-1)).toMatchObject({ external: true, path: 'https://docs.example' });
    const bare = { name: 'Bare', path: 'http://bare.example', component: 'Layout' };
    expect(sidebar([bare])).toMatchObject([{ external: true, path: 'http://bare.example' }]);
    expect(findables([bare])).toMatchObject([{ external: true, path: 'http://bare.example' }]);
  });
  it('S188 addresses of elsewhere begin with http, https, mailto or tel', () => {
    for (const path of ['http://a', 'https://a', 'mailto:a@b', 'tel:1'])
      expect(isExternal(path), path).toBe(true);
    for (const path of ['/home', 'ftp://a', 'javascript:1'])
      expect(isExternal(path), path).toBe(false);
  });
  it('S80 the submenu that holds the page is the open one', () => {
    expect(openEntry(sidebar(routes), '/trace/rod')).toBe('Production');
    expect(openEntry(sidebar(routes), '/home')).toBeUndefined();
  });
});

describe('breadcrumb', () => {
  const home = { title: '首页', path: '/home', clickable: true };
  const of = (path: string) =>
    crumbs(flatten(routes).find((route) => route.path === path) ?? { trail: [] }, home);

  it('S71 is built from matched routes with a title', () => {
    expect(of('/trace/rod').map((step) => step.title)).toEqual([
      '首页',
      '生产管理',
      '追溯档案',
      'Rod',
    ]);
  });
  it('S72 home is put before unless it is the first', () => {
    expect(of('/home').map((step) => step.title)).toEqual(['首页']);
    expect(of('/production/order')[0]?.path).toBe('/home');
  });
  it('S73 routes flagged no-breadcrumb are left out', () => {
    const hidden: MenuRoute[] = [
      {
        name: 'A',
        path: '/a',
        component: 'Layout',
        meta: { title: 'A', breadcrumb: false },
        children: [page('B', 'b')],
      },
    ];
    expect(flatten(hidden)[0]?.trail.map((step) => step.title)).toEqual(['B']);
  });
  it('says the name once that a group shares with its only page', () => {
    const group = {
      ...page('Alarm', '/alarm', { component: 'Layout', meta: { title: '报警配置' } }),
      children: [page('Config', 'config', { meta: { title: '报警配置' } })],
    };
    const steps = crumbs(flatten([group])[0] ?? { trail: [] }, home);
    expect(steps.map(({ title, path }) => [title, path])).toEqual([
      ['首页', '/home'],
      ['报警配置', '/alarm/config'],
    ]);
  });
  it('S74 S75 the last step and noRedirect steps are no links', () => {
    expect(of('/production/order').map((step) => step.clickable)).toEqual([true, false, false]);
  });
});
