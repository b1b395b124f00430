import type { Text } from '../kernel/text.ts';

/** D directory, P page, H page reached by links only. */
export type MenuType = 'D' | 'P' | 'H';

/** Heading under which a top entry stands in the sidebar. */
export type MenuGroup = 'factory' | 'project' | 'system';

/** One row of the menu tree as it is written down. */
export interface MenuEntry {
  readonly type: MenuType;
  /** Route name, PascalCase, unique; also the name under which the page is kept alive. */
  readonly name: string;
  readonly title: Text;
  /** Whole path; parameters as `:orderCode`, digits only as `:dictId(\\d+)`. */
  readonly path: string;
  /** Page file below `web/src/pages`, or `Layout` / `ParentView`. */
  readonly component: string;
  readonly icon?: string;
  readonly group?: MenuGroup;
  /** `area:entity` of its tags; hidden pages have none of their own. */
  readonly tag?: string;
  readonly actions: readonly string[];
  /** Path of the entry that it highlights; its `list` tag opens the hidden page. */
  readonly activeMenu?: string;
  /** The page exists in this release; nobody is shown another one. */
  readonly ready: boolean;
  readonly hidden: boolean;
  readonly alwaysShow: boolean;
  readonly noCache: boolean;
  readonly affix: boolean;
  readonly children: readonly MenuEntry[];
}

/** What a row may say beyond the ordinary. */
export interface MenuOptions {
  /** When it is not the path without slash and parameters. */
  readonly component?: string;
  readonly group?: MenuGroup;
  readonly hidden?: boolean;
  readonly noCache?: boolean;
  readonly affix?: boolean;
}

/**
 * A directory; on top it is drawn by `Layout`, inside another by `ParentView`.
 * One with a single visible page collapses into a link to it, every other one always shows as a directory.
 */
export function directory(
  zh: string,
  en: string,
  path: string,
  icon: string,
  children: readonly MenuEntry[],
  options: MenuOptions = {},
): MenuEntry {
  return {
    ...plain(zh, en, path, { component: 'Layout', ...options }),
    type: 'D',
    name: nameOf(path),
    icon,
    ready: children.some((child) => child.ready),
    alwaysShow: children.filter((child) => child.type !== 'H').length > 1,
    children,
  };
}

/** A directory inside a directory. */
export function subdirectory(
  zh: string,
  en: string,
  path: string,
  icon: string,
  children: readonly MenuEntry[],
): MenuEntry {
  return directory(zh, en, path, icon, children, { component: 'ParentView' });
}

/** A page of the sidebar: `page('产品', 'Products', '/baseConfig/product', 'gold', 'base:product', 'list query add')`. */
export function page(
  zh: string,
  en: string,
  path: string,
  icon: string,
  tag: string,
  actions: string,
  options: MenuOptions = {},
): MenuEntry {
  return { ...plain(zh, en, path, options), icon, tag, actions: actions.split(' ') };
}

/** A page without a tag, opened by everybody who is signed in; never in the sidebar. */
export function personalPage(zh: string, en: string, path: string, icon: string): MenuEntry {
  return { ...plain(zh, en, path, { hidden: true }), icon };
}

/** A page reached by links only; it needs the `list` tag of the page that it highlights. */
export function hiddenPage(
  zh: string,
  en: string,
  path: string,
  activeMenu: string,
  options: MenuOptions = {},
): MenuEntry {
  return { ...plain(zh, en, path, { hidden: true, ...options }), type: 'H', activeMenu };
}

/** A row whose page does not exist in this release yet: in the tree for roles to be ready, shown to nobody. */
export function later(entry: MenuEntry): MenuEntry {
  return { ...entry, ready: false };
}

/** `production/order` of `/production/order`, `dict/type/data` of `/dict/type/data/:dictId(\\d+)`. */
export function componentOf(path: string): string {
  return path.slice(1).replace(/\/:.*$/, '');
}

function plain(zh: string, en: string, path: string, options: MenuOptions): MenuEntry {
  const component = options.component ?? componentOf(path);
  return {
    type: 'P',
    name: nameOf(component),
    title: { zh, en },
    path,
    component,
    ...(options.group && { group: options.group }),
    actions: [],
    ready: true,
    hidden: options.hidden ?? false,
    alwaysShow: false,
    noCache: options.noCache ?? false,
    affix: options.affix ?? false,
    children: [],
  };
}

/** `DictTypeData` of `dict/type/data`. */
function nameOf(component: string): string {
  const parts = component.split('/').filter((part) => part !== '');
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}
