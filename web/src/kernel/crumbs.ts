import type { Crumb, FlatRoute } from './menu-routes.ts';

/**
 * The breadcrumb of a page: home first unless the trail begins with the dashboard; the last step is no link. A group
 * of one page that bears its name is not said once more.
 */
export function crumbs(route: Pick<FlatRoute, 'trail'>, home: Crumb): Crumb[] {
  const first = route.trail[0];
  const steps = first && first.path === home.path ? [...route.trail] : [home, ...route.trail];
  const last = steps.at(-1);
  if (!last) return [];
  const before = steps.slice(0, -1).filter(({ title }, at) => title !== steps[at + 1]?.title);
  return [...before, { title: last.title, path: last.path, clickable: false }];
}
