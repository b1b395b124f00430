import { reasonCode, reasonCodeRefusals } from '@millwright/contract/base/reason-code';
import { problem } from '@millwright/contract/kernel/check';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuseDraft } from '../../kernel/refuse.ts';

export default behaviour(reasonCode, {
  create: async (context, draft) =>
    refuseLevels(context, await context.store(reasonCode).create(draft)),
  update: async (context, id, change) =>
    refuseLevels(context, await context.store(reasonCode).update(id, change)),
});

/** A parent has no parent itself, a child no children; both are of one kind. */
async function refuseLevels(
  context: Context,
  row: Answer<typeof reasonCode>,
): Promise<Answer<typeof reasonCode>> {
  const found = await sql`
    select 1 from base_reason_code p where p.id = ${row.parent}
      and (p.parent is not null or p.kind <> ${row.kind} or p.id = ${row.id})
    union all
    select 1 from base_reason_code c where c.parent = ${row.id} and (${row.parent}::bigint is not null or c.kind <> ${row.kind})
    limit 1`.execute(context.sql);
  if (found.rows.length > 0) {
    throw refuseDraft([
      problem(
        'parent',
        reasonCode.fields.parent.label,
        reasonCodeRefusals['reasonCode.edit.levels'],
      ),
    ]);
  }
  return row;
}
