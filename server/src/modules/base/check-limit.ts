import { checkItem, limitProblems } from '@millwright/contract/base/check-item';
import { checkLimit, checkLimitRefusals } from '@millwright/contract/base/check-limit';
import { problem } from '@millwright/contract/kernel/check';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { judgeEach } from '../../kernel/judge-each.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';

type LimitRow = Answer<typeof checkLimit>;

/** What a value is judged by: decimals as their digits. */
export interface LimitsThen {
  standard: string | null;
  upperLimit: string | null;
  lowerLimit: string | null;
  offset: string;
}

export default behaviour(checkLimit, {
  create: async (context, draft) => applied(context, await context.store(checkLimit).create(draft)),
  async update(context, id, change) {
    refusePast(await context.store(checkLimit).get(id));
    return applied(context, await context.store(checkLimit).update(id, change));
  },
  async remove(context, ids) {
    await judgeEach(context, checkLimit, ids, async (id) =>
      refusePast(await context.store(checkLimit).get(id)),
    );
    await context.store(checkLimit).remove(ids);
  },
});

/** Limits of a check item at a moment (ISO 8601); null before its first version. */
export async function limitsAt(
  context: Context,
  checkItemId: string,
  at: string,
): Promise<LimitsThen | null> {
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
export async function applyDueLimits(
  context: Context,
  checkItemId: string | null = null,
): Promise<void> {
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

/** What parts were judged by stays as it was. */
function refusePast(row: LimitRow): void {
  if (Date.parse(row.effectiveTime) <= Date.now())
    throw refuse(checkLimitRefusals['checkLimit.edit.past']);
}

/** A version holds for its item from its time on, when nothing is wrong with it. */
async function applied(context: Context, row: LimitRow): Promise<LimitRow> {
  const problems = [...timeProblems(row), ...(await itemProblems(context, row))];
  if (problems.length > 0) throw refuseDraft(problems);
  await applyDueLimits(context, row.checkItemId);
  return row;
}

function timeProblems({ effectiveTime }: LimitRow): Problem[] {
  if (Date.parse(effectiveTime) >= Date.now() - CLOCK_TOLERANCE_MS) return [];
  const { label } = checkLimit.fields.effectiveTime;
  return [problem('effectiveTime', label, checkLimitRefusals['checkLimit.add.past'])];
}

/** A version keeps the rules of its item: a number needs a limit, an offset other than the one before a reason. */
async function itemProblems(context: Context, row: LimitRow): Promise<Problem[]> {
  const item = await context.store(checkItem).get(row.checkItemId);
  const before = (await offsetBefore(context, row)) ?? item.offset;
  const isUnexplained = before !== row.offset && !row.reason?.trim();
  return [
    ...limitProblems({ ...row, valueType: item.valueType }),
    ...(isUnexplained
      ? [problem('reason', checkLimit.fields.reason.label, refusals['row.reason'])]
      : []),
  ];
}

async function offsetBefore(context: Context, row: LimitRow): Promise<string | null> {
  const found = await sql<{ offset: string }>`
    select "offset" from base_check_limit
    where check_item_id = ${row.checkItemId} and effective_time < ${row.effectiveTime} and id <> ${row.id}
    order by effective_time desc limit 1`.execute(context.sql);
  return found.rows[0]?.offset ?? null;
}

/** "Now" of a form that was filled in a moment ago. */
const CLOCK_TOLERANCE_MS = 10 * 60_000;
