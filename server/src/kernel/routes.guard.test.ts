import { existsSync } from 'node:fs';
import path from 'node:path';
import { allEntries, allTags } from '@millwright/contract/menu';
import { entities } from '@millwright/contract/registry';
import { describe, expect, it } from 'vitest';
import { describedRoutes } from './generate/described-routes.ts';
import { ROOT_FOLDER } from './config.ts';

const routes = describedRoutes();
const readyPages = allEntries().filter(({ ready, type }) => ready && type !== 'D');
const nameOf = ({ method, path: url }: { method: string; path: string }) => `${method} ${url}`;

describe('every route', () => {
  it('names a permission that the menu knows, or says that it needs none', () => {
    const known = new Set([...allTags(), 'public', 'session']);
    expect(
      routes.filter(({ tag }) => !known.has(tag)).map((route) => `${nameOf(route)}: ${route.tag}`),
    ).toEqual([]);
    expect(routes.length).toBeGreaterThan(100);
  });

  it('is there once', () => {
    const names = routes.map((route) => nameOf(route).replaceAll(/:\w+/g, ':'));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('has an area of its own when it is open to everybody', () => {
    const open = routes.filter(({ tag }) => tag === 'public').map(nameOf);
    const expected =
      /^(GET|POST|DELETE) \/(api\/(public|user\/auth|device|kanban)\/|api\/log\/(mom|dnc)-logs\/batch$|api\/mom\/notices$|api\/user\/you\/can\/switch\/site|edition\/api\/)/;
    expect(open.filter((name) => !expected.test(name))).toEqual([]);
  });
});

describe('every page of this release', () => {
  it('is a page file or the generic page of an entity', () => {
    const tags = new Set(entities.map(({ tag }) => tag));
    const lost = readyPages.filter(
      ({ component, tag }) => !hasFile(component) && !(tag && tags.has(tag)),
    );
    expect(readyPages.length).toBeGreaterThan(20);
    expect(lost.map(({ component }) => component)).toEqual([]);
  });

  it('is not kept for later once its page file exists', () => {
    const kept = allEntries().filter(({ component, ready }) => !ready && hasFile(component));
    expect(kept.map(({ component }) => component)).toEqual([]);
  });

  it('reads through a route: its list tag guards one', () => {
    const guarded = new Set(routes.map(({ tag }) => tag));
    const unread = readyPages.filter(
      ({ tag }) => tag && !guarded.has(`${tag}:list`) && !guarded.has(`${tag}:query`),
    );
    // Home reads through commons; orders of the base configuration are guarded by the tags of production.
    expect(unread.map(({ component }) => component)).toEqual(['home', 'baseConfig/order']);
  });
});

function hasFile(component: string): boolean {
  return existsSync(path.join(ROOT_FOLDER, 'web/src/pages', `${component}.tsx`));
}
