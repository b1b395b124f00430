import { refusals } from '@millwright/contract/kernel/errors';
import { menuEntry } from '@millwright/contract/system/menu';
import { role } from '@millwright/contract/system/role';
import { sql } from 'kysely';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { permissionsOfRoles } from '../../kernel/http/session-row.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { labelOf } from '../../kernel/store/columns.ts';
import { refuseIfInUse } from '../../kernel/store/in-use.ts';
import { raiseVersion } from '../../kernel/versions.ts';
import { importMenus } from './menu-import.ts';
import { followAddress, refuseIfNamed } from './menu-named.ts';
import { checkAddresses, checkPlace } from './menu-place.ts';
import { routesFor } from './menu-routes.ts';
import { refuseCycle } from './tree.ts';
import { sentText } from '../../kernel/http/sent.ts';

type MenuAnswer = Answer<typeof menuEntry>;
type Draft = Record<string, unknown>;

/** The menu tree: a change raises the version of rights, so that every shell loads its routes anew. */
export function menuBehaviour(services: Services): Behaviour {
  const told = async (context: Context, row: MenuAnswer) => {
    await raiseVersion(context, services.announcements, 'permission');
    return row;
  };
  const changed = async (context: Context, row: MenuAnswer) => {
    await checkAddresses(context, row);
    return told(context, row);
  };
  return behaviour(menuEntry, {
    create: async (context, draft) => {
      await checkPlace(context, draft);
      return changed(context, await context.store(menuEntry).create(draft));
    },
    update: async (context, id, sent) => {
      const before = await context.store(menuEntry).get(id);
      // What is moved below another entry leaves its group.
      const change = sent.parentId ? { group: null, ...sent } : sent;
      await refuseCycle(context, menuEntry, id, change.parentId);
      await checkPlace(context, { ...before, ...change }, before);
      const { path } = await context.store(menuEntry).update(id, change);
      await followAddress(context, before.path, path);
      return changed(context, await context.store(menuEntry).get(id));
    },
    remove: async (context, ids) => {
      await refuseIfNamed(context, ids);
      await context.store(menuEntry).remove(ids);
      await untick(context, ids);
      await raiseVersion(context, services.announcements, 'permission');
    },
    actions: {
      enable: async (context, row) =>
        told(context, await context.store(menuEntry).act('enable', row.id, {})),
      disable: async (context, row) =>
        told(context, await context.store(menuEntry).act('disable', row.id, {})),
    },
    routes: treeRoutes(services),
  });
}

function treeRoutes(services: Services): Route[] {
  return [
    {
      method: 'POST',
      path: `${menuEntry.path}/actions/sort`,
      tag: 'system:menu:edit',
      module: menuEntry.label,
      business: '2',
      handle: (context, call) => sort(context, services, call),
    },
    {
      method: 'POST',
      path: `${menuEntry.path}/actions/importMenu`,
      tag: 'system:menu:import',
      module: menuEntry.label,
      business: '6',
      handle: (context, call) => importMenus(context, services, call),
    },
    {
      method: 'GET',
      path: `${menuEntry.path}/preview`,
      tag: 'system:menu:query',
      handle: preview,
    },
    {
      method: 'GET',
      path: `${menuEntry.path}/holders`,
      tag: 'system:menu:remove',
      handle: holders,
    },
    // Ticks and half ticks of a role need the whole tree, whoever may see roles.
    { method: 'GET', path: `${menuEntry.path}/tree`, tag: 'system:role:query', handle: tree },
  ];
}

async function untick(context: Context, ids: readonly string[]): Promise<void> {
  await sql`update system_role set menu_ids = menu_ids - ${[...ids]}::text[] where menu_ids ?| ${[...ids]}::text[]`.execute(
    context.sql,
  );
}

/** `?ids=3,4`: the roles that lose a tick when these rows go; refused like their removal. */
async function holders(context: Context, { query }: CallInput) {
  const ids = sentText(query.ids).split(',');
  if (ids.length > 200 || ids.some((id) => !/^[1-9]\d{0,17}$/.test(id)))
    throw refuse(refusals['call.invalid'], { detail: 'ids' });
  await refuseIfNamed(context, ids);
  await refuseIfInUse(context, menuEntry, ids);
  const { rows } = await sql<{ id: string; roleName: string }>`
    select id, ${labelOf(role, 'r', context.session.locale)} as "roleName" from system_role r where menu_ids ?| ${ids}::text[]
    order by role_sort, id`.execute(context.sql);
  return { list: rows, total: rows.length };
}

async function sort(context: Context, services: Services, { body }: CallInput) {
  const rows = (body as { rows?: unknown } | null)?.rows;
  if (!Array.isArray(rows) || rows.length === 0 || rows.length > 500)
    throw refuse(refusals['call.invalid'], { detail: 'rows' });
  for (const sent of rows as Draft[]) {
    const id = sentText(sent.id);
    const orderNum = Number(sent.orderNum);
    if (!Number.isInteger(orderNum) || orderNum < 0 || orderNum > 1_000_000)
      throw refuse(refusals['call.invalid'], { detail: 'orderNum' });
    const before = await context.store(menuEntry).get(id);
    const parentId =
      sent.parentId === undefined ? before.parentId : (sent.parentId as string | null);
    await refuseCycle(context, menuEntry, id, parentId);
    const group = parentId === null ? before.group : null;
    await checkPlace(context, { ...before, parentId, group }, before);
    const { revision } = before;
    await context.store(menuEntry).update(id, { orderNum, parentId, group, revision });
  }
  await raiseVersion(context, services.announcements, 'permission');
  return { total: rows.length };
}

/** The sidebar as people with one role see it. */
async function preview(context: Context, { query }: CallInput) {
  const roleId = sentText(query.roleId);
  if (!/^[1-9]\d{0,17}$/.test(roleId)) throw refuse(refusals['call.invalid'], { detail: 'roleId' });
  const { permissions } = await permissionsOfRoles(context.sql, [roleId]);
  return routesFor(context.sql, permissions);
}

async function tree(context: Context) {
  const { rows } = await sql`
    select id, parent_id as "parentId", menu_type as "menuType", title_zh as "titleZh", title_en as "titleEn", perms, icon, order_num as "orderNum", status
    from system_menu order by order_num, id`.execute(context.sql);
  return { list: rows, total: rows.length };
}
