import { refusals } from '@millwright/contract/kernel/errors';
import { allows, EVERYTHING } from '@millwright/contract/kernel/permission';
import { SUPER_ADMIN } from '@millwright/contract/system/role';
import { sql } from 'kysely';
import type { Context, Session } from '../../kernel/context.ts';
import { holdAlone } from '../../kernel/database/transaction.ts';
import { permissionsOfRoles } from '../../kernel/http/session-row.ts';
import { refuse } from '../../kernel/refuse.ts';

/** Throws `grant.ceiling` when a person gives tags that he does not hold. */
export function checkTagsHeld(session: Session, tags: Iterable<string>): void {
  for (const tag of tags)
    if (!allows(session.permissions, tag)) throw refuse(refusals['grant.ceiling']);
}

/** Throws `grant.ceiling` when one of these roles may do more than the caller, `row.missing` when one is not in his sites. */
export async function checkRolesHeld(context: Context, roleIds: readonly string[]): Promise<void> {
  const known = await sql<{
    id: string;
  }>`select id from system_role where id = any(${roleIds}::bigint[])`.execute(context.sql);
  if (known.rows.length !== new Set(roleIds).size) throw refuse(refusals['row.missing']);
  const { permissions } = await permissionsOfAll(context, roleIds);
  checkTagsHeld(context.session, permissions);
}

/** Throws `grant.ceiling` when a site person gives a site that he does not have himself. */
export async function checkSitesHeld(context: Context, siteIds: readonly string[]): Promise<void> {
  const { session } = context;
  if (session.identity === 1) return;
  const own = await sql<{ sites: string[] }>`
    select array_append(associated_sites, home_site)::text[] as sites from "system_user" where id = ${session.userId}`.execute(
    context.sql,
  );
  const held = new Set([...(own.rows[0]?.sites ?? []), session.siteId ?? session.homeSiteId]);
  if (siteIds.some((id) => !held.has(id))) throw refuse(refusals['grant.ceiling']);
}

/** Throws `grant.ceiling` when the account's permissions exceed the caller's. */
export async function checkNotAbove(
  context: Context,
  account: { readonly role: readonly string[]; readonly userIdentity: string },
): Promise<void> {
  const { session } = context;
  if (session.permissions.has(EVERYTHING)) return;
  if (account.userIdentity === '1' && session.identity !== 1)
    throw refuse(refusals['grant.ceiling']);
  const { permissions } = await permissionsOfRoles(context.sql, account.role);
  checkTagsHeld(session, permissions);
}

/** How many accounts beside the given ones could still sign in as super administrator; judged by one caller at a time. */
export async function otherAdmins(context: Context, without: readonly string[]): Promise<number> {
  await holdAlone(context.sql, 'super administrators');
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from "system_user" u join system_role r on r.id = any(u.role) and r.role_key = ${SUPER_ADMIN} and r.status = '1'
    where u.status = '1' and u.deleted_at is null and u.id <> all(${without}::bigint[])`.execute(
    context.sql,
  );
  return Number(rows[0]?.count ?? 0);
}

/** Disabled roles count too: whoever enables them later must not have given more than he held. */
async function permissionsOfAll(
  context: Context,
  roleIds: readonly string[],
): Promise<{ permissions: Set<string> }> {
  const { rows } = await sql<{ isSuper: boolean; tags: string[] }>`
    select coalesce(bool_or(r.role_key = ${SUPER_ADMIN}), false) as "isSuper",
      coalesce(array_agg(distinct m.perms) filter (where m.perms is not null), '{}') as tags
    from system_role r left join lateral jsonb_array_elements_text(coalesce(r.menu_ids, '[]'::jsonb)) ticked(id) on true
    left join system_menu m on m.id = ticked.id::bigint
    where r.id = any(${roleIds}::bigint[])`.execute(context.sql);
  const [row] = rows;
  return { permissions: new Set(row?.isSuper ? [EVERYTHING] : (row?.tags ?? [])) };
}
