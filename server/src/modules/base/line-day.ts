import { lineDay, lineDayRefusals } from '@millwright/contract/base/line-day';
import { problem } from '@millwright/contract/kernel/check';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { judgeEach } from '../../kernel/judge-each.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import { todayAt } from './number-series.ts';

type DayRow = Answer<typeof lineDay>;

export default behaviour(lineDay, { create: addDay, update: changeDay, remove: removeDays });

/** A day of a line's calendar; days that have passed stay as they were, because their figures stand. */
export async function addDay(context: Context, draft: Record<string, unknown>): Promise<DayRow> {
  return ahead(context, await context.store(lineDay).create(draft));
}

export async function changeDay(
  context: Context,
  id: string,
  change: Record<string, unknown>,
): Promise<DayRow> {
  await refusePast(context, await context.store(lineDay).get(id));
  return ahead(context, await context.store(lineDay).update(id, change));
}

export async function removeDays(context: Context, ids: readonly string[]): Promise<void> {
  await judgeEach(context, lineDay, ids, async (id) =>
    refusePast(context, await context.store(lineDay).get(id)),
  );
  await context.store(lineDay).remove(ids);
}

async function refusePast(context: Context, row: DayRow): Promise<void> {
  if (await hasPassed(context, row)) throw refuse(lineDayRefusals['lineDay.edit.past']);
}

async function ahead(context: Context, row: DayRow): Promise<DayRow> {
  if (!(await hasPassed(context, row))) return row;
  throw refuseDraft([
    problem('day', lineDay.fields.day.label, lineDayRefusals['lineDay.add.past']),
  ]);
}

async function hasPassed(context: Context, { day, siteId }: DayRow): Promise<boolean> {
  return day < (await todayAt(context, siteId ?? ''));
}
