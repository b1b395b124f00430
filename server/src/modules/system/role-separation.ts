import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { acrossSites } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';

/** What an auditor may do in System; whatever else there is, now or later, changes something. */
const READING = ['list', 'query', 'export', 'print', 'show'];

/** Throws when roles of one person make an auditor who may also change what the logs tell of. */
export async function checkSeparation(context: Context, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ isAuditor: boolean; edits: boolean }>`
    select coalesce(bool_or(r.role_key = 'auditor'), false) as "isAuditor",
      coalesce(bool_or(r.role_key = 'super_admin' or (m.perms like 'system:%' and m.perms not like 'system:lock:%'
        and split_part(m.perms, ':', 3) <> all(${READING}::text[]))), false) as edits
    from system_role r left join lateral jsonb_array_elements_text(coalesce(r.menu_ids, '[]'::jsonb)) ticked(id) on true
    left join system_menu m on m.id = ticked.id::bigint
    where r.id = any(${roleIds}::bigint[])`.execute(context.sql);
  if (rows[0]?.isAuditor && rows[0].edits) throw refuse(systemRefusals['role.separation']);
}

/** Throws when a role as it stands now makes such an auditor of itself or of anybody who holds it, on whatever site. */
export async function checkHolders(context: Context, roleId: string): Promise<void> {
  await acrossSites(context.sql, async () => {
    const { rows } = await sql<{ roles: string[] }>`
      select distinct u.role::text[] as roles from "system_user" u join system_role auditor on auditor.role_key = 'auditor'
      where u.deleted_at is null and ${roleId}::bigint = any(u.role) and auditor.id = any(u.role)`.execute(
      context.sql,
    );
    for (const { roles } of [{ roles: [roleId] }, ...rows]) await checkSeparation(context, roles);
  });
}
