import { allEntries } from '@millwright/contract/menu';
import { beforeEach, describe, expect, it } from 'vitest';
import type { MenuRoute } from './kernel/menu-routes.ts';
import { session } from './kernel/session-store.ts';
import type { UserInfo } from './kernel/session-store.ts';
import { PAGE_FILES } from './page-files.ts';
import { findRoute, isBuilt, routeTable } from './routes.tsx';

const menu: MenuRoute[] = [
  { name: 'Home', path: '/home', component: 'home', meta: { title: '首页', affix: true } },
];
const signInWith = (permissions: string[]) =>
  session.set((old) => ({ ...old, user: { permissions } as unknown as UserInfo }));
const componentAt = (path: string, routes = menu) => {
  const found = findRoute(routeTable(routes), path);
  return found.kind === 'page' ? found.route.component : found.kind;
};
const built = (path: string, routes = menu) => {
  const found = findRoute(routeTable(routes), path);
  return found.kind === 'page' && isBuilt(found.route);
};

const FIXED: readonly (readonly [statement: string, path: string, component: string])[] = [
  ['S38', '/404', '404'],
  ['S39', '/home', 'home'],
  ['S40', '/user/profile', 'user/profile'],
  ['', '/project/task/EC25-018/宁波/R02', 'project/task'],
  ['', '/projectUser/taskDetail/7/1', 'projectUser/taskDetail'],
  ['', '/projectuser/taskTitleDetail/7', 'projectUser/taskTitleDetail'],
  ['', '/projectUserQuality/qualityDetail/7/1', 'projectUserQuality/qualityDetail'],
  [
    '',
    '/projectQuality/qualityManageTaskTitleDetail/7',
    'projectQuality/qualityManageTaskTitleDetail',
  ],
  ['', '/designProject/designTask/a/b/c', 'designProject/designTask'],
  ['', '/researchProject/researchTask/a/b/c', 'researchProject/researchTask'],
  ['', '/productProject/productTask/a/b', 'productProject/productTask'],
  ['', '/component/management/a/b/c', 'component/management'],
  ['', '/edition/manage/app/7', 'edition/manage'],
  ['S51', '/dict/type/data/7', 'dict/type/data'],
  ['', '/projectteam/demandDetail/7', 'projectteam/demandDetail'],
  ['', '/performances/performanceReportDetail/7', 'performances/performanceReportDetail'],
  [
    '',
    '/performanceMonth/performanceReportMonthDetail/d/2025-11/n/9',
    'performanceMonth/performanceReportMonthDetail',
  ],
  [
    '',
    '/performanceQualityMonth/performanceQualityReportMonthDetail/d/n/2025-11/0/1/2/3',
    'performanceQualityMonth/performanceQualityReportMonthDetail',
  ],
  ['', '/taskNode/node/a/b/c/7', 'taskNode/node'],
  ['', '/taskNode/projectAuthorization', 'taskNode/projectAuthorization'],
  ['', '/baseConfig/regularInspection', 'baseConfig/regularInspection'],
  ['', '/tool/toolMsg', 'tool/toolMsg'],
];

describe('routes', () => {
  beforeEach(() => signInWith(['*:*:*']));

  for (const [statement, path, component] of FIXED) {
    it(`${statement} ${path} opens ${component}`, () => {
      expect(componentAt(path)).toBe(component);
    });
  }
  it('S34 anything else is missing', () => {
    expect(componentAt('/nothing/here')).toBe('missing');
  });
  it('S35 without menu routes only the way home exists', () => {
    expect(componentAt('/system/user', [])).toBe('home');
    expect(componentAt('/nothing', [])).toBe('home');
  });
  it('S52 identifiers that are no numbers are missing', () => {
    expect(componentAt('/dict/type/data/abc')).toBe('missing');
    expect(componentAt('/projectteam/demandDetail/abc')).toBe('missing');
  });
  it('task nodes highlight the project collaboration menu', () => {
    const found = findRoute(routeTable(menu), '/taskNode/node/a/b/c/7');
    expect(found.kind === 'page' && found.route.meta.activeMenu).toBe('/projectteam/collaboration');
  });
  it('a page that exists but is not the person’s is forbidden, not missing', () => {
    signInWith(['home:data:list']);
    expect(componentAt('/system/user')).toBe('forbidden');
    expect(componentAt('/user/profile')).toBe('user/profile');
    signInWith(['*:*:*']);
    expect(componentAt('/system/user')).toBe('forbidden');
  });
  it('a page that a later version brings is neither missing nor forbidden, and known not to be built', () => {
    signInWith(['home:data:list']);
    for (const { path, ready } of allEntries().filter((entry) => entry.type === 'P')) {
      if (!ready) expect([path, componentAt(path)]).toEqual([path, path.slice(1)]);
    }
    expect(built('/tool/toolMsg')).toBe(false);
    expect(built('/home')).toBe(true);
    const line: MenuRoute = {
      name: 'Line',
      path: '/baseConfig/line',
      component: 'baseConfig/line',
      meta: { title: '产线' },
    };
    expect(built('/baseConfig/line', [...menu, line])).toBe(true);
  });
  it('an entity whose page has no file is drawn by the generic page, as the ERP orders are', () => {
    const orders: MenuRoute = {
      name: 'ErpOrder',
      path: '/project/erpOrder',
      component: 'project/erpOrder',
      meta: { title: 'ERP订单', entity: 'project/erpOrder' },
    };
    signInWith(['home:data:list']);
    expect(PAGE_FILES).not.toHaveProperty(['./pages/project/erpOrder.tsx']);
    expect(built('/project/erpOrder', [...menu, orders])).toBe(true);
  });
  it('the server’s own entry of a fixed route wins', () => {
    const own: MenuRoute = {
      name: 'Own',
      path: '/tool/toolMsg',
      component: 'own/page',
      meta: { title: 'x' },
    };
    expect(componentAt('/tool/toolMsg', [...menu, own])).toBe('own/page');
  });
});
