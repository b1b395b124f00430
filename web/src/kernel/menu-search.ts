import { isContainer, isExternal, joinPath, routeTitle } from './menu-routes.ts';
import type { MenuRoute } from './menu-routes.ts';

/** A page that the search may find. */
export interface Findable {
  readonly title: string;
  readonly path: string;
  readonly trail: readonly string[];
  readonly icon: string | undefined;
  readonly external: boolean;
  /** The other language and the pinyin: keys of lower weight. */
  readonly others: readonly string[];
}

/** The visible pages with what they are found by. */
export function findables(
  routes: readonly MenuRoute[],
  parent = '',
  trail: readonly string[] = [],
): Findable[] {
  return routes.flatMap((route): Findable[] => {
    if (route.hidden) return [];
    const path = joinPath(parent, route.path);
    const title = routeTitle(route);
    const below = findables(route.children ?? [], path, [...trail, title]);
    if (isContainer(route)) return below;
    const meta = route.meta ?? {};
    const others = [meta.title, meta.titleEn, ...[meta.pinyin ?? []].flat()].filter(
      (text): text is string => Boolean(text) && text !== title,
    );
    return [{ title, path, trail, icon: meta.icon, external: isExternal(path), others }, ...below];
  });
}
