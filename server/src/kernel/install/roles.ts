import { menuRows } from '@millwright/contract/menu';
import { type BuiltInRole, roles, tagsOf } from '@millwright/contract/roles';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { insertRows, neverInstalled } from './installed.ts';
import { menuIds } from './menu.ts';

/** Adds roles that were never delivered before, and ticks the release's new menu rows in those that are there. */
export async function installRoles(trx: Trx, freshMenu: ReadonlySet<string>): Promise<void> {
  const delivered = roles.filter(({ site }) => site === undefined);
  const fresh = await neverInstalled(
    trx,
    'role',
    delivered.map(({ roleKey }) => roleKey),
  );
  const ids = await menuIds(trx);
  const made = delivered.filter(({ roleKey }) => fresh.has(roleKey));
  await insertRows(
    trx,
    'system_role',
    made.map((role) => ({
      role_key: role.roleKey,
      role_name: role.roleName.zh,
      data_scope: role.dataScope,
      role_sort: (delivered.indexOf(role) + 1) * 10,
      status: '1',
      menu_ids: ticksOf(role, ids),
      built_in: true,
      remark: role.description.zh.slice(0, 200),
    })),
  );
  if (freshMenu.size === 0) return;
  for (const role of delivered)
    if (!fresh.has(role.roleKey)) await tickFresh(trx, role, ids, freshMenu);
}

/** Ids of the menu rows that a role's tags tick, with the directories above them. */
export function ticksOf(role: BuiltInRole, ids: ReadonlyMap<string, string>): string[] {
  const tags = new Set(tagsOf(role));
  const keys = new Set(
    menuRows.filter(({ perms }) => perms !== null && tags.has(perms)).map(({ key }) => key),
  );
  for (const key of keys) {
    const parent = parentOf.get(key);
    if (parent) keys.add(parent);
  }
  return [...keys].flatMap((key) => ids.get(key) ?? []);
}

const parentOf = new Map(menuRows.map(({ key, parentKey }) => [key, parentKey]));

async function tickFresh(
  trx: Trx,
  role: BuiltInRole,
  ids: ReadonlyMap<string, string>,
  freshMenu: ReadonlySet<string>,
): Promise<void> {
  const freshIds = new Set([...freshMenu].flatMap((key) => ids.get(key) ?? []));
  const added = ticksOf(role, ids).filter((id) => freshIds.has(id));
  if (added.length === 0) return;
  await sql`update system_role set menu_ids = coalesce(menu_ids, '[]'::jsonb) || ${JSON.stringify(added)}::jsonb
    where role_key = ${role.roleKey} and built_in`.execute(trx);
}
