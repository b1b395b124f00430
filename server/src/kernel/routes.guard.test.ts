import { existsSync } from 'node:fs';
import path from 'node:path';
import { allEntries, allTags } from '@millwright/contract/menu';
import { isReady, readyComponents } from '@millwright/contract/menu/ready';
import { entities } from '@millwright/contract/registry';
import { describe, expect, it } from 'vitest';
import { describedRoutes } from './generate/described-routes.ts';
import { ROOT_FOLDER } from './config.ts';

const routes = describedRoutes();
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
      /^(GET|POST|DELETE) \/(api\/(public|user\/auth)\/|api\/user\/you\/can\/switch\/site|edition\/api\/)/;
    expect(open.filter((name) => !expected.test(name))).toEqual([]);
  });
});

describe('every page of this release', () => {
  it('stands in the menu', () => {
    const components = new Set(allEntries().map(({ component }) => component));
    expect(readyComponents().filter((component) => !components.has(component))).toEqual([]);
  });

  it('is a page file or the generic page of an entity', () => {
    const tags = new Set(entities.map(({ tag }) => tag));
    const pages = allEntries().filter(({ component, type }) => type !== 'D' && isReady(component));
    const lost = pages.filter(({ component, tag }) => {
      const file = path.join(ROOT_FOLDER, 'web/src/pages', `${component}.tsx`);
      return !existsSync(file) && !(tag && tags.has(tag));
    });
    expect(pages.length).toBe(readyComponents().length);
    expect(lost.map(({ component }) => component)).toEqual([]);
  });

  it('reads through a route: its list tag guards one', () => {
    const guarded = new Set(routes.map(({ tag }) => tag));
    const pages = allEntries().filter(({ component, tag }) => tag && isReady(component));
    const unread = pages.filter(
      ({ tag }) => !guarded.has(`${tag}:list`) && !guarded.has(`${tag}:query`),
    );
    // Home reads through commons; orders of the base configuration are guarded by the tags of production.
    expect(unread.map(({ component }) => component)).toEqual(['home', 'baseConfig/order']);
  });
});
