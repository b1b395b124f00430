import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';

/** Throws when roles of one person make an auditor who may also change what the logs tell of. */
export async function checkSeparation(context: Context, roleIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ isAuditor: boolean; edits: boolean }>`
    select coalesce(bool_or(r.role_key = 'auditor'), false) as "isAuditor",
      coalesce(bool_or(r.role_key = 'super_admin' or (m.perms like 'system:%' and split_part(m.perms, ':', 3) in ('add', 'edit', 'remove', 'import', 'assign', 'reset', 'enable'))), false) as edits
    from system_role r left join lateral jsonb_array_elements_text(coalesce(r.menu_ids, '[]'::jsonb)) ticked(id) on true
    left join system_menu m on m.id = ticked.id::bigint
    where r.id = any(${roleIds}::bigint[])`.execute(context.sql);
  if (rows[0]?.isAuditor && rows[0].edits) throw refuse(systemRefusals['role.separation']);
}
