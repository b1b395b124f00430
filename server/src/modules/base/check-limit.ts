import { checkLimit } from '@millwright/contract/base/check-limit';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';

/** What a value is judged by: decimals as their digits. */
export interface LimitsThen {
  standard: string | null;
  upperLimit: string | null;
  lowerLimit: string | null;
  offset: string;
}

export default behaviour(checkLimit, {
  create: async (context, draft) => applied(context, await context.store(checkLimit).create(draft)),
  update: async (context, id, change) => applied(context, await context.store(checkLimit).update(id, change)),
  async remove(context, ids) {
    const rows = await Promise.all(ids.map((id) => context.store(checkLimit).get(id)));
    await context.store(checkLimit).remove(ids);
    for (const { checkItemId } of rows) await applyDueLimits(context, checkItemId);
  },
});

/** Limits of a check item at a moment (ISO 8601); null before its first version. */
export async function limitsAt(context: Context, checkItemId: string, at: string): Promise<LimitsThen | null> {
  const found = await sql<LimitsThen>`
    select standard, upper_limit as "upperLimit", lower_limit as "lowerLimit", "offset" from base_check_limit
    where check_item_id = ${checkItemId} and effective_time <= ${at}
    order by effective_time desc limit 1`.execute(context.sql);
  return found.rows[0] ?? null;
}

/**
 * Brings items to the limits that are in effect now: after a version was written, and from a job for versions
 * that were entered ahead. Without an id it goes over all items of the scope.
 */
export async function applyDueLimits(context: Context, checkItemId: string | null = null): Promise<void> {
  const chosen = checkItemId === null ? sql`` : sql`and check_item_id = ${checkItemId}`;
  await sql`
    update base_check_item i set standard = v.standard, upper_limit = v.upper_limit, lower_limit = v.lower_limit,
      "offset" = v."offset", revision = i.revision + 1, update_time = now()
    from (
      select distinct on (check_item_id) * from base_check_limit
      where effective_time <= now() ${chosen} order by check_item_id, effective_time desc
    ) v
    where v.check_item_id = i.id and (i.standard, i.upper_limit, i.lower_limit, i."offset")
      is distinct from (v.standard, v.upper_limit, v.lower_limit, v."offset")`.execute(context.sql);
}

async function applied(context: Context, row: Answer<typeof checkLimit>): Promise<Answer<typeof checkLimit>> {
  await applyDueLimits(context, row.checkItemId);
  return row;
}
