import { allEntries, openingTag } from '@millwright/contract/menu';
import type { MenuEntry } from '@millwright/contract/menu/entry';
import type { ComponentType } from 'react';
import { later } from './kernel/later.tsx';
import { flatten } from './kernel/menu-routes.ts';
import type { Crumb, FlatRoute, MenuRoute } from './kernel/menu-routes.ts';
import { matchPattern } from './kernel/path-match.ts';
import { hasPermission } from './kernel/permission.tsx';
import { loadEntityPage, PAGE_FILES } from './page-files.ts';
import { PageLoading } from './shell/page-loading.tsx';
import { Placeholder } from './shell/placeholder.tsx';
import { titled } from './kernel/language.tsx';
import { shellText } from './locales/shell.ts';

/** What stands at an address. */
export type Found =
  | { kind: 'page'; route: FlatRoute }
  | { kind: 'forbidden'; route: FlatRoute }
  | { kind: 'missing' }
  | { kind: 'home' };

/** All pages of one session: the server's menu first, then the fixed routes that it does not name. */
export interface RouteTable {
  readonly menu: readonly FlatRoute[];
  readonly fixed: readonly FixedRoute[];
}

/**
 * A page of the product. One that is not fixed opens only where the server's menu names it: else it was not granted, or
 * its entry is disabled.
 */
interface FixedRoute extends FlatRoute {
  /** Opens it; null: its address answers everybody. */
  readonly tag: string | null;
  readonly isFixed: boolean;
}

/** Builds the table from the server's menu. */
export function routeTable(routes: readonly MenuRoute[]): RouteTable {
  const menu = flatten(routes);
  const known = new Set(menu.map((route) => route.path));
  return { menu, fixed: FIXED.filter((route) => !known.has(route.path)) };
}

/** Finds the page of a path; without any menu only the way home exists (home, profile and 404 aside). */
export function findRoute(table: RouteTable, path: string): Found {
  const own = table.menu.find((route) => matchPattern(route.path, path));
  if (own) return { kind: 'page', route: own };
  const fixed = table.fixed.find((route) => matchPattern(route.path, path));
  if (table.menu.length === 0 && !(fixed && ALWAYS.has(fixed.path))) return { kind: 'home' };
  if (!fixed) return { kind: 'missing' };
  const isOpen = fixed.tag === null || (fixed.isFixed && hasPermission([fixed.tag]));
  return isOpen ? { kind: 'page', route: fixed } : { kind: 'forbidden', route: fixed };
}

/** Whether this version has the page of a route; the address of one that comes later says so. */
export function isBuilt({ component, meta }: FlatRoute): boolean {
  return (
    PAGE_FILES[`./pages/${component}.tsx`] !== undefined ||
    (meta.entity ?? entityOf(component)) !== undefined
  );
}

/** The component of a route: its page file, else the generic page of its entity, else a placeholder. */
export function pageOf(route: FlatRoute): ComponentType {
  const cached = made.get(route.component);
  if (cached) return cached;
  const page = make(route);
  made.set(route.component, page);
  return page;
}

/** The names of all page files and what the menu editor may offer besides. */
export function knownComponents(): string[] {
  return [
    'Layout',
    'ParentView',
    ...Object.keys(PAGE_FILES).map((file) => file.slice('./pages/'.length, -'.tsx'.length)),
  ];
}

const ALWAYS = new Set(['/home', '/user/profile', '/404']);
/** Routes that the specification fixes although they stand in the menu. */
const FIXED_IN_MENU = new Set([
  '/taskNode/projectAuthorization',
  '/baseConfig/regularInspection',
  '/tool/toolMsg',
]);
const made = new Map<string, ComponentType>();
const EntityPage = later(loadEntityPage, PageLoading);

const NOT_FOUND: FixedRoute = {
  name: 'NotFound',
  path: '/404',
  component: '404',
  hidden: true,
  tag: null,
  isFixed: true,
  trail: [],
  meta: { title: shellText.notFoundTitle.zh, titleEn: shellText.notFoundTitle.en, noCache: true },
};
const FIXED = [
  NOT_FOUND,
  ...allEntries()
    .filter((entry) => entry.type !== 'D')
    .map(fixedRoute),
];

function make(route: FlatRoute): ComponentType {
  const file = PAGE_FILES[`./pages/${route.component}.tsx`];
  if (file) return later(file, PageLoading);
  const entity = route.meta.entity ?? entityOf(route.component);
  if (!entity) return () => <Placeholder route={route} />;
  return () => <EntityPage entity={entity} />;
}

function entityOf(component: string): string | undefined {
  const entry = allEntries().find(
    (candidate) => candidate.component === component && candidate.ready,
  );
  return entry?.tag?.replace(':', '/');
}

function fixedRoute(entry: MenuEntry): FixedRoute {
  const { name, path, component, hidden, icon, activeMenu, noCache, affix } = entry;
  const meta = {
    title: entry.title.zh,
    titleEn: entry.title.en,
    noCache,
    affix,
    ...(icon && { icon }),
    ...(activeMenu && { activeMenu }),
  };
  // Nobody holds the tags of a page that comes later: its address tells everybody that, not that it is forbidden.
  const tag = entry.ready ? openingTag(entry) : null;
  const isFixed = hidden || ALWAYS.has(path) || FIXED_IN_MENU.has(path);
  return { name, path, component, hidden, meta, trail: trailOf(entry), tag, isFixed };
}

function trailOf(entry: MenuEntry): Crumb[] {
  return [{ title: titled(entry.title.zh, entry.title.en), path: entry.path, clickable: true }];
}
