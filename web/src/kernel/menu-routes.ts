import { titled } from './language.tsx';

/** One entry of `GET /api/user/auth/getRouters`. */
export interface MenuRoute {
  readonly name: string;
  readonly path: string;
  readonly component: string;
  readonly redirect?: string | null;
  readonly hidden?: boolean;
  readonly alwaysShow?: boolean;
  readonly meta?: RouteMeta;
  readonly children?: readonly MenuRoute[];
}

export interface RouteMeta {
  readonly title?: string;
  readonly titleEn?: string;
  readonly icon?: string;
  readonly group?: string;
  readonly affix?: boolean;
  readonly activeMenu?: string;
  readonly breadcrumb?: boolean;
  readonly noCache?: boolean;
  /** Entity of the generic page, such as `base/product`, where there is no page file. */
  readonly entity?: string;
  /** Full pinyin and initials of the title, for the menu search. */
  readonly pinyin?: string | readonly string[];
}

/** A page with its full path and the entries above it, outermost first. */
export interface FlatRoute {
  readonly name: string;
  readonly path: string;
  readonly component: string;
  readonly hidden: boolean;
  readonly meta: RouteMeta;
  readonly trail: readonly Crumb[];
}

/** One step of the breadcrumb. */
export interface Crumb {
  readonly title: string;
  readonly path: string;
  readonly clickable: boolean;
}

/** What the sidebar draws: a link, or a heading that opens its children. */
export interface SideEntry {
  readonly key: string;
  readonly path: string;
  readonly title: string;
  readonly icon: string | undefined;
  readonly group: string | undefined;
  readonly external: boolean;
  readonly children: readonly SideEntry[];
}

/** The title of a route in the interface language. */
export function routeTitle(route: { meta?: RouteMeta; name?: string }): string {
  return titled(route.meta?.title, route.meta?.titleEn);
}

/** A child's path is relative to its parent unless it starts with `/` or is a link to elsewhere. */
export function joinPath(parent: string, path: string): string {
  if (isExternal(path) || path.startsWith('/')) return path;
  return `${parent.replace(/\/+$/, '')}/${path}`.replace(/\/+$/, '') || '/';
}

/** Whether a path leads out of the application (http, https, mailto, tel). */
export function isExternal(path: string): boolean {
  return /^(https?:|mailto:|tel:)/.test(path);
}

/** Whether a route only holds others; a link to elsewhere needs no page and holds nothing, whatever stands in its place. */
export function isContainer({ component, path }: MenuRoute): boolean {
  return (component === 'Layout' || component === 'ParentView') && !isExternal(path);
}

/** Turns the tree into pages with full paths; directories and external links are no pages. */
export function flatten(
  routes: readonly MenuRoute[],
  parent = '',
  above: readonly Crumb[] = [],
): FlatRoute[] {
  return routes.flatMap((route): FlatRoute[] => {
    const path = joinPath(parent, route.path);
    if (isExternal(path)) return [];
    const own: FlatRoute = {
      name: route.name,
      path,
      component: route.component,
      hidden: route.hidden ?? false,
      meta: route.meta ?? {},
      trail: [...above, ...crumbOf(route, path)],
    };
    const below = flatten(route.children ?? [], path, own.trail);
    return isContainer(route) ? below : [own, ...below];
  });
}

/** The sidebar's entries: hidden ones skipped, a single visible child drawn as a direct link. */
export function sidebar(routes: readonly MenuRoute[], parent = ''): SideEntry[] {
  return routes.flatMap((route): SideEntry[] => {
    if (route.hidden) return [];
    const path = joinPath(parent, route.path);
    const children = sidebar(route.children ?? [], path);
    if (isContainer(route) && children.length === 0) return [];
    const only = children.length === 1 && !route.alwaysShow ? children[0] : undefined;
    if (only && only.children.length === 0) {
      return [
        { ...only, icon: only.icon ?? route.meta?.icon, group: route.meta?.group ?? only.group },
      ];
    }
    return [entryOf(route, path, children)];
  });
}

/** The top-level entry that holds a path, so that only its submenu is open. */
export function openEntry(entries: readonly SideEntry[], path: string): string | undefined {
  return entries.find((entry) => entry.children.some((child) => holds(child, path)))?.key;
}

function holds(entry: SideEntry, path: string): boolean {
  return entry.path === path || entry.children.some((child) => holds(child, path));
}

function entryOf(route: MenuRoute, path: string, children: readonly SideEntry[]): SideEntry {
  return {
    key: route.name || path,
    path,
    title: routeTitle(route),
    icon: route.meta?.icon,
    group: route.meta?.group,
    external: isExternal(path),
    children,
  };
}

function crumbOf(route: MenuRoute, path: string): Crumb[] {
  const title = routeTitle(route);
  if (title === '' || route.meta?.breadcrumb === false) return [];
  return [{ title, path, clickable: route.redirect !== 'noRedirect' && !isContainer(route) }];
}
