import { reasonCode } from '@millwright/contract/base/reason-code';
import { downtime, downtimeRefusals as refused } from '@millwright/contract/equipment/downtime';
import { downtimeCategoryWord } from '@millwright/contract/equipment/downtime-word';
import { problem } from '@millwright/contract/kernel/check';
import { tagFor } from '@millwright/contract/registry';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { ActionBody, Answer, Context } from '../../kernel/context.ts';
import { dictionaryProblems } from '../../kernel/store/dictionary-values.ts';
import { refuseDraft } from '../../kernel/refuse.ts';
import { insertRows, lockRow } from '../../kernel/store/write.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { pareto } from './downtime-pareto.ts';
import { partsOf, type StopPart } from './split-stop.ts';
import { workingSpans } from './working-time.ts';

type DowntimeRow = Answer<typeof downtime>;

/** Stops of machines: people say why they were, or that one was two. */
export default behaviour(downtime, {
  async update(context, id, change) {
    const row = await locked(context, id);
    const { category, reasonId } = { ...row, ...change } as DowntimeRow;
    const told = await cause(context, { category, reasonId });
    return context.store(downtime).update(id, { ...change, ...told }, byWhom(context, row, told));
  },

  actions: {
    /** Without a category and a reason what is proposed is taken: one tap. */
    async classify(context, row, body) {
      const said = {
        category: text(body.category) ?? null,
        reasonId: text(body.reasonId) ?? null,
      };
      const chosen = said.category === null && said.reasonId === null ? proposed(row) : said;
      const told = await cause(context, chosen);
      const { category: _category, reasonId: _reasonId, ...rest } = body;
      return context
        .store(downtime)
        .act('classify', row.id, rest, { ...told, ...byWhom(context, row, told) });
    },

    split: async (context, row, body) => {
      await locked(context, row.id);
      const parts = partsOf(row, body.parts);
      const told: (StopPart & Cause)[] = [];
      for (const part of parts) told.push({ ...part, ...(await cause(context, part)) });
      return splitInto(context, row, body, told);
    },
  },

  routes: [
    {
      method: 'GET',
      path: `${downtime.path}/pareto`,
      tag: tagFor(downtime, 'list'),
      module: downtime.label,
      // Minor stops are summed from the states: a year of a large plant takes longer than a list may.
      transaction: 'none',
      handle: (_context, { query, scoped }) =>
        scoped((context) => pareto(context, query), { readOnly: true, timeoutMs: 30_000 }),
    },
  ],
});

interface Cause {
  readonly category: string;
  readonly reasonId: string | null;
}

/** A reason brings its category; one of another category is refused. */
async function cause(
  context: Context,
  { category, reasonId }: { category: string | null; reasonId: string | null },
): Promise<Cause> {
  const unknown = await dictionaryProblems(context, downtime, { category });
  if (category !== 'unclassified' && unknown.length > 0) throw refuseDraft(unknown);
  if (reasonId === null) return { category: category ?? 'unclassified', reasonId };
  const reason = await context.store(reasonCode).get(reasonId);
  const own = reason.category ?? category ?? 'unclassified';
  if (category !== null && category !== 'unclassified' && own !== category) {
    const { zh, en } = downtimeCategoryWord(own);
    const isChinese = context.session.locale === 'zh_CN';
    throw refuseDraft([
      problem('reasonId', downtime.fields.reasonId.label, refused['downtime.classify.category'], {
        r: isChinese ? reason.nameZh : reason.nameEn,
        c: isChinese ? zh : en,
      }),
    ]);
  }
  return { category: own, reasonId };
}

function proposed({ proposedCategory, proposedReasonId }: DowntimeRow) {
  if (proposedCategory === null && proposedReasonId === null)
    throw refuseDraft([
      problem('category', downtime.fields.category.label, refused['downtime.classify.empty']),
    ]);
  return { category: proposedCategory, reasonId: proposedReasonId };
}

/** Who said it and when; a stop that lasts stays open, told or not. */
function byWhom({ session }: Context, row: { state: string }, { category }: Cause) {
  const isTold = category !== 'unclassified';
  const state = row.state === 'open' ? 'open' : isTold ? 'classified' : 'unclassified';
  return {
    state,
    classifyBy: isTold ? session.userId : null,
    classifyTime: isTold ? new Date().toISOString() : null,
  };
}

/** The row becomes the first part, the others are new rows that name it. */
async function splitInto(
  context: Context,
  row: DowntimeRow,
  body: ActionBody,
  parts: readonly (StopPart & Cause)[],
): Promise<DowntimeRow> {
  const calendar = await openShiftCalendar(context.sql, row.siteId ?? '', [row.equipmentId]);
  const values = parts.map(({ startTime, endTime, category, reasonId }) => {
    const span = { from: Date.parse(startTime), to: Date.parse(endTime) };
    const spans = workingSpans(calendar, row.equipmentId, span);
    const minutes = spans.reduce((sum, { from, to }) => sum + (to - from) / 60_000, 0).toFixed(2);
    const place = calendar.placeOf(row.equipmentId, span.from);
    const told = { category, reasonId };
    return {
      startTime,
      endTime,
      minutes,
      shiftDate: place.shiftDate,
      shiftId: place.shiftId,
      ...told,
      ...byWhom(context, row, told),
    };
  });
  const [first, ...others] = values;
  const changed = await context.store(downtime).act('split', row.id, body, first);
  const { equipmentId, equipmentNumber, lineId, shiftName, alarmEncoding, orderId, repairId } = row;
  const same = {
    equipmentId,
    equipmentNumber,
    lineId,
    shiftName,
    alarmEncoding,
    orderId,
    repairId,
  };
  await insertRows(
    context,
    downtime,
    others.map((part) => ({
      siteId: row.siteId,
      values: { ...same, ...part, splitFromId: row.id },
    })),
  );
  await sql`update equipment_downtime d set shift_name = s.name from base_line_shifts s
    where s.id = d.shift_id::bigint and d.split_from_id = ${row.id}`.execute(context.sql);
  return changed;
}

async function locked(context: Context, id: string): Promise<DowntimeRow> {
  await lockRow(context, downtime, id);
  return context.store(downtime).get(id);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
