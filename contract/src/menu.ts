import type { Text } from './kernel/text.ts';
import { wordOf } from './menu/action-words.ts';
import type { MenuEntry, MenuGroup } from './menu/entry.ts';
import { factoryMenu } from './menu/factory.ts';
import { everyRoleTags, looseTags } from './menu/loose-tags.ts';
import { projectMenu } from './menu/project.ts';
import { systemMenu } from './menu/system.ts';

/** The one menu tree of the product: factory, projects, system. */
export const menu: readonly MenuEntry[] = [...factoryMenu, ...projectMenu, ...systemMenu];

/** Names of the groups as small headings of the sidebar. */
export const menuGroups: Readonly<Record<MenuGroup, Text>> = {
  factory: { zh: '工厂', en: 'Factory' },
  project: { zh: '项目', en: 'Projects' },
  system: { zh: '系统', en: 'System' },
};

/** A row of the menu table: directory, page (hidden ones included) or button. */
export interface MenuRow {
  /** What names the row for good: the route name, for buttons the tag. */
  readonly key: string;
  readonly parentKey: string | null;
  readonly menuType: 'D' | 'P' | 'B';
  readonly title: Text;
  readonly orderNum: number;
  /** Permission tag; null for directories and for pages that follow another page's tag. */
  readonly perms: string | null;
  readonly name: string | null;
  readonly path: string | null;
  readonly component: string | null;
  readonly icon: string | null;
  readonly group: MenuGroup | null;
  readonly redirect: string | null;
  readonly activeMenu: string | null;
  readonly hidden: boolean;
  readonly alwaysShow: boolean;
  readonly noCache: boolean;
  readonly affix: boolean;
  readonly breadcrumb: boolean;
  /** The page behind it exists in this release; rows without are not installed for anybody. */
  readonly ready: boolean;
}

/** The tree as flat rows in its order, with one button row per action beside `list`, which is the page's own. */
export const menuRows: readonly MenuRow[] = menu.flatMap((entry, index) =>
  rowsOf(entry, index, null),
);

/** Directories and pages in the order of the tree, parents first. */
export function allEntries(entries: readonly MenuEntry[] = menu): MenuEntry[] {
  return entries.flatMap((entry) => [entry, ...allEntries(entry.children)]);
}

/** Every permission tag of the product, each once. */
export function allTags(): readonly string[] {
  return tags;
}

/** The entry of a component; throws on one that the tree does not hold. */
export function entryOf(component: string): MenuEntry {
  const entry = allEntries().find((candidate) => candidate.component === component);
  if (!entry || entry.type === 'D') throw new Error(`The menu holds no page ${component}`);
  return entry;
}

/**
 * Address of the page of a component with its parameters put in:
 * `pathOf('dict/type/data', { dictId: 7 })` gives `/dict/type/data/7`. Throws on a missing parameter.
 */
export function pathOf(
  component: string,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return entryOf(component).path.replace(PARAMETER, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The address of ${component} needs ${name}`);
    return encodeURIComponent(value);
  });
}

/** Tag that opens a page: its own `list`, for hidden pages that of the page they highlight; null = a session suffices. */
export function openingTag(entry: MenuEntry): string | null {
  if (entry.tag) return `${entry.tag}:list`;
  const active = allEntries().find((candidate) => candidate.path === entry.activeMenu);
  return active?.tag ? `${active.tag}:list` : null;
}

const tags = [...new Set([...menuRows.flatMap((row) => row.perms ?? []), ...everyRoleTags])];

const PARAMETER = /:(\w+)(?:\([^)]*\))?/g;

function rowsOf(entry: MenuEntry, index: number, parentKey: string | null): MenuRow[] {
  const children = entry.children.flatMap((child, position) => rowsOf(child, position, entry.name));
  return [entryRow(entry, index, parentKey), ...buttonRows(entry), ...children];
}

function entryRow(entry: MenuEntry, index: number, parentKey: string | null): MenuRow {
  return {
    ...emptyRow(entry.title, (index + 1) * 10, parentKey, entry.ready),
    key: entry.name,
    menuType: entry.type === 'D' ? 'D' : 'P',
    perms: entry.tag ? `${entry.tag}:list` : null,
    name: entry.name,
    path: entry.path,
    component: entry.component,
    icon: entry.icon ?? null,
    group: entry.group ?? null,
    redirect: entry.alwaysShow ? 'noRedirect' : null,
    activeMenu: entry.activeMenu ?? null,
    hidden: entry.hidden,
    alwaysShow: entry.alwaysShow,
    noCache: entry.noCache,
    affix: entry.affix,
  };
}

function buttonRows(entry: MenuEntry): MenuRow[] {
  const own = entry.actions
    .filter((action) => action !== 'list')
    .map((action) => `${entry.tag}:${action}`);
  const loose = looseTags
    .filter((tags) => tags.under === entry.component)
    .flatMap((tags) => tags.actions.map((action) => `${tags.tag}:${action}`));
  return [...own, ...loose].map((tag, index) => ({
    ...emptyRow(wordOf(tag), (index + 1) * 10, entry.name, entry.ready),
    key: tag,
    menuType: 'B',
    perms: tag,
  }));
}

function emptyRow(
  title: Text,
  orderNum: number,
  parentKey: string | null,
  ready: boolean,
): Omit<MenuRow, 'key' | 'menuType'> {
  return {
    title,
    orderNum,
    parentKey,
    ready,
    perms: null,
    name: null,
    path: null,
    component: null,
    icon: null,
    group: null,
    redirect: null,
    activeMenu: null,
    hidden: false,
    alwaysShow: false,
    noCache: false,
    affix: false,
    breadcrumb: true,
  };
}
