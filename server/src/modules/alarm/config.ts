import { textOf } from '@millwright/contract/kernel/text';
import { alarmConfig, alarmConfigRefusals as refusals } from '@millwright/contract/alarm/config';
import { problem } from '@millwright/contract/kernel/check';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import { insertRows } from '../../kernel/store/write.ts';
import { draftOf } from '../base/copy.ts';
import { analysis } from './analysis.ts';
import { counts30 } from './counts.ts';
import { endQuiet, quietForGood, quietUntil } from './quiet.ts';
import { unconfigured } from './unconfigured.ts';

type ConfigRow = Answer<typeof alarmConfig>;

/** Alarm texts and rules: a site's people change their own rows; the company's they copy, or shelve in a copy. */
export default behaviour(alarmConfig, {
  async list(context, query) {
    const all = query.sort === 'count30' ? await counts30(context) : null;
    const answer = await context
      .store(alarmConfig)
      .list(
        all ? { page: query.page, limit: query.limit, params: query.params } : query,
        all ? byCount(all, query.order) : undefined,
      );
    const counts =
      all ??
      (await counts30(
        context,
        answer.list.map(({ encoding }) => encoding),
      ));
    return { ...answer, list: answer.list.map((row) => shownRow(context, row, counts)) };
  },

  async get(context, id) {
    const row = await context.store(alarmConfig).get(id);
    return shownRow(context, row, await counts30(context, [row.encoding]));
  },

  async create(context, draft) {
    const row = await context.store(alarmConfig).create(draft, changedNow());
    return refuseForeignReason(row);
  },

  /** Lists of machine builders have thousands of codes. */
  createMany(context, placed) {
    for (const { siteId, values } of placed) {
      const { downtimeReasonId } = values as Partial<ConfigRow>;
      if (siteId === null && downtimeReasonId) throw refuseDraft([foreignReason()]);
    }
    const timed = placed.map((row) => ({ ...row, values: { ...row.values, ...changedNow() } }));
    return insertRows(context, alarmConfig, timed);
  },

  async update(context, id, change) {
    refuseCompanyRow(context, await context.store(alarmConfig).get(id));
    const row = await context.store(alarmConfig).update(id, change, changedNow());
    if (!row.notify) await quietForGood(context.sql, { configIds: [id], siteId: null });
    return shownRow(context, refuseForeignReason(row), new Map());
  },

  async remove(context, ids) {
    for (const id of ids) refuseCompanyRow(context, await context.store(alarmConfig).get(id));
    await context.store(alarmConfig).remove(ids);
    await quietForGood(context.sql, { configIds: ids, siteId: null });
  },

  actions: {
    /** For people of a site a company-wide row is shelved in their site alone: by a row of its own. */
    async shelve(context, row, body) {
      const own = isOwn(context, row) ? row : await adopted(context, row);
      const shelveUntil = new Date(Date.now() + Number(body.hours) * 3_600_000).toISOString();
      const { revision: _seen, ...rest } = body;
      const quieted = { configIds: [row.id, own.id], siteId: own.siteId, by: own.id };
      await quietUntil(context.sql, quieted, Date.parse(shelveUntil));
      return context.store(alarmConfig).act('shelve', own.id, own === row ? body : rest, {
        shelveUntil,
        shelveReason: textOf(body.reason).trim(),
      });
    },

    async unshelve(context, row, body) {
      refuseCompanyRow(context, row);
      if (!isShelved(row)) throw refuse(refusals['alarm.unshelve.none'], { c: row.encoding });
      await endQuiet(context.sql, row.id);
      return context
        .store(alarmConfig)
        .act('unshelve', row.id, body, { shelveUntil: null, shelveReason: null });
    },

    adopt: (context, row) => {
      if (isOwn(context, row)) throw refuse(refusals['alarm.adopt.own'], { c: row.encoding });
      return adopted(context, row);
    },

    async enable(context, row, body) {
      refuseCompanyRow(context, row);
      return context.store(alarmConfig).act('enable', row.id, body, changedNow());
    },

    async disable(context, row, body) {
      refuseCompanyRow(context, row);
      await quietForGood(context.sql, { configIds: [row.id], siteId: null });
      return context.store(alarmConfig).act('disable', row.id, body, changedNow());
    },
  },

  routes: [
    {
      method: 'GET',
      path: `${alarmConfig.path}/unconfigured`,
      tag: 'alarm:config:list',
      handle: (context) => unconfigured(context),
    },
    {
      method: 'GET',
      path: `${alarmConfig.path}/analysis`,
      tag: 'alarm:config:list',
      handle: (context, { query }) => analysis(context, query),
    },
  ],
});

function changedNow() {
  return { time: new Date().toISOString() };
}

/** A row of the session's own site, or any row for company-wide people. */
function isOwn({ session }: Context, row: ConfigRow): boolean {
  return session.identity === 1 || row.siteId !== null;
}

function refuseCompanyRow(context: Context, row: ConfigRow): void {
  if (!isOwn(context, row)) throw refuse(refusals['alarm.edit.company'], { c: row.encoding });
}

/** Reasons belong to sites, so a row of all sites cannot name one. */
function refuseForeignReason(row: ConfigRow): ConfigRow {
  if (row.siteId !== null || row.downtimeReasonId === null) return row;
  throw refuseDraft([foreignReason()]);
}

function foreignReason() {
  const { label } = alarmConfig.fields.downtimeReasonId;
  return problem('downtimeReasonId', label, refusals['alarm.edit.reasonSite']);
}

/** The company's row once more, as the site's own. */
function adopted(context: Context, row: ConfigRow): Promise<ConfigRow> {
  return context.store(alarmConfig).create(draftOf(alarmConfig, row), changedNow());
}

function isShelved(row: ConfigRow): boolean {
  return row.shelveUntil !== null && Date.parse(row.shelveUntil) > Date.now();
}

/** With its count, a shelving only while it lasts, and the actions that this person may do to it. */
function shownRow(
  context: Context,
  row: ConfigRow,
  counts: ReadonlyMap<string, number>,
): ConfigRow {
  const shelved = isShelved(row);
  const own = isOwn(context, row);
  const actions = row.actions.filter((name) => {
    if (name === 'adopt') return !own;
    if (name === 'unshelve') return own && shelved;
    return name === 'shelve' ? !shelved : own;
  });
  const { shelveUntil, shelveReason } = row;
  return {
    ...row,
    count30: counts.get(row.id) ?? 0,
    shelveUntil: shelved ? shelveUntil : null,
    shelveReason: shelved ? shelveReason : null,
    actions,
  };
}

function byCount(counts: ReadonlyMap<string, number>, order: 'ASC' | 'DESC' | undefined) {
  const way = sql.raw(order === 'DESC' ? 'desc' : 'asc');
  const known = JSON.stringify(Object.fromEntries(counts));
  return sql`order by coalesce((${known}::jsonb ->> t.id::text)::int, 0) ${way}, t.id ${way}`;
}
