import { station, stationRefusals } from '@millwright/contract/base/station';
import { problem } from '@millwright/contract/kernel/check';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuseDraft } from '../../kernel/refuse.ts';

type StationRow = Answer<typeof station>;

export default behaviour(station, {
  async create(context, draft) {
    const row = await context.store(station).create(draft);
    await refuseMerge(context, row);
    await markOutput(context, [row.lineId]);
    return row;
  },

  async update(context, id, change) {
    const before = await context.store(station).get(id);
    const row = await context.store(station).update(id, change);
    await refuseMerge(context, row);
    await markOutput(context, [before.lineId, row.lineId]);
    return row;
  },

  async remove(context, ids) {
    const rows = await Promise.all(ids.map((id) => context.store(station).get(id)));
    await context.store(station).remove(ids);
    await markOutput(
      context,
      rows.map(({ lineId }) => lineId),
    );
  },
});

/** Marks the lines that have an enabled discharge station; the others have no output. */
export async function markOutput(context: Context, lineIds: readonly string[]): Promise<void> {
  await sql`
    update base_line l set has_output = o.has_output
    from (
      select l.id, exists (select 1 from base_station s where s.line_id = l.id and s.discharge_flag and s.status = '1') as has_output
      from base_line l where l.id = any(${[...new Set(lineIds)]}::bigint[])
    ) o where o.id = l.id and l.has_output <> o.has_output`.execute(context.sql);
}

/** Stations merged under one number do the same procedure on the same line. */
async function refuseMerge(context: Context, row: StationRow): Promise<void> {
  if (row.mergeStation === null) return;
  await sql`select pg_advisory_xact_lock(hashtext('base_station_merge'), ${row.mergeStation})`.execute(
    context.sql,
  );
  const found = await sql`select 1 from base_station
    where site_id = ${row.siteId} and merge_station = ${row.mergeStation} and id <> ${row.id}
      and (process_name <> ${row.processName} or line_id <> ${row.lineId})`.execute(context.sql);
  if (found.rows.length === 0) return;
  const refusal = stationRefusals['station.edit.mergeProcedure'];
  throw refuseDraft([
    problem('mergeStation', station.fields.mergeStation.label, refusal, { n: row.mergeStation }),
  ]);
}
