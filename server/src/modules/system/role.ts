import { problem } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { EVERYTHING } from '@millwright/contract/kernel/permission';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { role, SUPER_ADMIN } from '@millwright/contract/system/role';
import { sql } from 'kysely';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import type { ActionBody, Answer, Context } from '../../kernel/context.ts';
import { judgeEach } from '../../kernel/judge-each.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { raiseVersion } from '../../kernel/versions.ts';
import { checkRolesHeld, checkTagsHeld } from './ceiling.ts';
import { counted } from './role-answer.ts';
import { checkHolders } from './role-separation.ts';
import { menuColumns } from './role-columns.ts';

type RoleRow = Answer<typeof role>;
type Draft = Record<string, unknown>;

/** Roles: nobody gives what he does not hold, and a change acts on the next request of everybody concerned. */
export function roleBehaviour(services: Services): Behaviour {
  const changed = async (context: Context, row: RoleRow) => {
    await raiseVersion(context, services.announcements, 'permission');
    return (await counted(context, [row]))[0] as RoleRow;
  };
  const act = async (context: Context, row: RoleRow, action: 'enable' | 'disable') => {
    await checkMayChange(context, row);
    const acted = await context.store(role).act(action, row.id, {});
    if (action === 'enable') await checkHolders(context, row.id);
    return changed(context, acted);
  };
  return behaviour(role, {
    list: async (context, query) => {
      const answer = await context.store(role).list(query);
      return { ...answer, list: await counted(context, answer.list) };
    },
    get: async (context, id) =>
      (await counted(context, [await context.store(role).get(id)]))[0] as RoleRow,
    exportedBeside: menuColumns,
    create: async (context, draft) => {
      await checkDraftHeld(context, draft);
      return changed(context, await context.store(role).create(placed(context, draft)));
    },
    update: async (context, id, change) => changed(context, await updateRole(context, id, change)),
    remove: async (context, ids) => {
      await removeRoles(context, ids);
      await raiseVersion(context, services.announcements, 'permission');
    },
    actions: {
      enable: (context, row) => act(context, row, 'enable'),
      disable: (context, row) => act(context, row, 'disable'),
      copy: async (context, row, body) => changed(context, await copyRole(context, row, body)),
    },
  });
}

async function updateRole(context: Context, id: string, change: Draft): Promise<RoleRow> {
  const before = await context.store(role).get(id);
  await checkMayChange(context, before);
  await checkDraftHeld(context, change);
  const { roleKey, ...rest } = change;
  if (before.builtIn && roleKey !== undefined && roleKey !== before.roleKey)
    throw refuse(systemRefusals['role.builtIn.key']);
  const row = await context.store(role).update(id, before.builtIn ? rest : change);
  await checkHolders(context, id);
  return row;
}

async function removeRoles(context: Context, ids: readonly string[]): Promise<void> {
  await judgeEach(context, role, ids, async (id) => {
    const row = await context.store(role).get(id);
    if (row.builtIn) throw refuse(systemRefusals['role.builtIn.remove']);
    await checkMayChange(context, row);
  });
  await context.store(role).remove(ids);
}

/** A role above the caller, one for all sites in the hands of a site person, and the super administrator's are not changed. */
export async function checkMayChange(context: Context, row: RoleRow): Promise<void> {
  if (row.roleKey === SUPER_ADMIN) throw refuse(systemRefusals['role.builtIn']);
  if (context.session.identity !== 1 && row.siteId === null)
    throw refuse(refusals['grant.ceiling']);
  await checkRolesHeld(context, [row.id]);
}

async function checkDraftHeld(context: Context, draft: Draft): Promise<void> {
  const { session } = context;
  if (session.identity !== 1 && draft.dataScope === '1') throw refuse(refusals['grant.ceiling']);
  const ids = Array.isArray(draft.menuIds)
    ? draft.menuIds.map(String).filter((id) => /^[1-9]\d{0,17}$/.test(id))
    : [];
  if (ids.length === 0) return;
  const { rows } = await sql<{
    id: string;
    perms: string | null;
  }>`select id, perms from system_menu where id = any(${ids}::bigint[])`.execute(context.sql);
  if (rows.length !== new Set(ids).size)
    throw refuseDraft([problem('menuIds', role.fields.menuIds.label, refusals['ref.missing'])]);
  if (!session.permissions.has(EVERYTHING))
    checkTagsHeld(
      session,
      rows.flatMap(({ perms }) => perms ?? []),
    );
}

/** A site person's role belongs to the site, whatever was sent. */
function placed({ session }: Context, draft: Draft): Draft {
  return session.identity === 1 ? draft : { ...draft, siteId: session.siteId };
}

async function copyRole(context: Context, row: RoleRow, body: ActionBody): Promise<RoleRow> {
  if (row.roleKey === SUPER_ADMIN) throw refuse(systemRefusals['role.builtIn']);
  await checkRolesHeld(context, [row.id]);
  const { dataScope, menuIds, roleSort, remark, siteId } = row;
  const draft = {
    dataScope,
    menuIds,
    roleSort,
    remark,
    siteId,
    roleName: body.roleName,
    roleKey: body.roleKey,
  };
  await checkDraftHeld(context, draft);
  return context.store(role).create(placed(context, draft));
}
