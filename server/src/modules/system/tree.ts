import { problem } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { refuseDraft } from '../../kernel/refuse.ts';

/** Throws at `parentId` when a row would come to stand below itself. */
export async function refuseCycle(
  context: Context,
  entity: AnyEntity,
  id: string,
  parentId: unknown,
): Promise<void> {
  if (typeof parentId !== 'string' || parentId === '') return;
  const table = sql.table(entity.table);
  const { rows } = await sql`
    with recursive up as (
      select id, parent_id from ${table} where id = ${parentId}
      union select p.id, p.parent_id from up join ${table} p on p.id = up.parent_id
    ) select 1 from up where id = ${id}`.execute(context.sql);
  const label = entity.fields.parentId?.label ?? entity.label;
  if (rows.length > 0)
    throw refuseDraft([problem('parentId', label, systemRefusals['tree.cycle'])]);
}
