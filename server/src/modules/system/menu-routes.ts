import { createHash } from 'node:crypto';
import { entities } from '@millwright/contract/registry';
import { allows } from '@millwright/contract/kernel/permission';
import { isForEverybody } from '@millwright/contract/system/menu';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type Route, SENT } from '../../kernel/http/route.ts';
import type { Services } from '../../kernel/services.ts';
import { pinyinOf } from './pinyin.ts';

/** `GET /api/user/auth/getRouters`: the pages of this person; unchanged ones cost one 304. */
export function menuRoutesRoute(services: Services): Route {
  return {
    method: 'GET',
    path: '/api/user/auth/getRouters',
    tag: 'session',
    handle: async (context, { request, reply }) => {
      const { session } = context;
      const etag = `"${createHash('sha256').update(`${services.versions.permission} ${session.siteId} ${session.userId}`).digest('base64url').slice(0, 22)}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      if (request.headers['if-none-match'] === etag) {
        reply.status(304).header('x-perm-version', services.versions.permission).send();
        return SENT;
      }
      return routesFor(context.sql, session.permissions);
    },
  };
}

/** One entry of the answer. */
export interface MenuRoute {
  name: string;
  path: string;
  component: string;
  redirect?: string;
  hidden: boolean;
  alwaysShow: boolean;
  meta: Record<string, unknown>;
  children?: MenuRoute[];
}

interface Row {
  id: string;
  parentId: string | null;
  menuType: string;
  titleZh: string;
  titleEn: string;
  name: string;
  path: string;
  component: string | null;
  icon: string | null;
  perms: string | null;
  group: string | null;
  redirect: string | null;
  activeMenu: string | null;
  hidden: boolean;
  alwaysShow: boolean;
  noCache: boolean;
  affix: boolean;
  breadcrumb: boolean;
}

/** The tree of directories and pages that these permissions open; empty directories are left out. */
export async function routesFor(trx: Trx, permissions: ReadonlySet<string>): Promise<MenuRoute[]> {
  const { rows } = await sql<Row>`
    select id, parent_id as "parentId", menu_type as "menuType", title_zh as "titleZh", title_en as "titleEn", name, path, component, icon,
      perms, "group", redirect, active_menu as "activeMenu", hidden, always_show as "alwaysShow", no_cache as "noCache", affix, breadcrumb
    from system_menu where status = '1' and menu_type in ('D', 'P') order by order_num, id`.execute(
    trx,
  );
  const byPath = new Map(rows.map((row) => [row.path, row]));
  const mayOpen = (row: Row) => {
    const tag = row.perms ?? byPath.get(row.activeMenu ?? '')?.perms ?? null;
    if (tag !== null) return allows(permissions, tag);
    return isForEverybody(row) && permissions.size > 0;
  };
  const below = async (parentId: string | null): Promise<MenuRoute[]> => {
    const routes: MenuRoute[] = [];
    for (const row of rows.filter((candidate) => candidate.parentId === parentId)) {
      const children = row.menuType === 'D' ? await below(row.id) : [];
      if (row.menuType === 'D' ? children.length > 0 : mayOpen(row))
        routes.push(await routeOf(row, children));
    }
    return routes;
  };
  return below(null);
}

async function routeOf(row: Row, children: MenuRoute[]): Promise<MenuRoute> {
  const entity = row.perms ? entityOfTag.get(row.perms.replace(/:[^:]*$/, '')) : undefined;
  return {
    name: row.name,
    path: row.path,
    component: row.component ?? 'Layout',
    ...(row.redirect ? { redirect: row.redirect } : {}),
    hidden: row.hidden,
    alwaysShow: row.alwaysShow,
    meta: {
      title: row.titleZh,
      titleEn: row.titleEn,
      icon: row.icon,
      noCache: row.noCache,
      affix: row.affix,
      breadcrumb: row.breadcrumb,
      ...(row.group ? { group: row.group } : {}),
      ...(row.activeMenu ? { activeMenu: row.activeMenu } : {}),
      ...(entity ? { entity } : {}),
      pinyin: await pinyinOf(row.titleZh),
    },
    ...(children.length > 0 ? { children } : {}),
  };
}

/** The entity that a page shows when it has no file of its own: the one whose tag is the page's. */
const entityOfTag = new Map(entities.toReversed().map((entity) => [entity.tag, entity.name]));
