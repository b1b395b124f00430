import { refusals } from '@millwright/contract/kernel/errors';
import { equipmentStateLog, stateFlags } from '@millwright/contract/log/equipment-state';
import type { StateBand, StatePiece } from '@millwright/contract/log/equipment-state';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { snake } from '../../kernel/store/columns.ts';
import { mine } from './mine.ts';
import { stateShiftExport } from './state-shift-export.ts';
import { toldFlags } from './told-flags.ts';

type StateRow = Answer<typeof equipmentStateLog>;

/** The equipment state log: how long each state lasted, and the bands of a day above the list. */
export default behaviour(equipmentStateLog, {
  async list(context, query) {
    const answer = await context.store(equipmentStateLog).list(query);
    return { ...answer, list: await withDurations(context, answer.list) };
  },
  async get(context, id) {
    const row = await context.store(equipmentStateLog).get(id);
    const [filled = row] = await withDurations(context, [row]);
    return filled;
  },
  routes: [
    stateShiftExport,
    {
      method: 'GET',
      path: `${equipmentStateLog.path}/bands`,
      tag: 'log:equipmentState:list',
      handle: (context, { query }) => bands(context, query),
    },
  ],
});

/** Seconds from each row to the next of the same device; a state that lasts still has none. */
async function withDurations(context: Context, rows: readonly StateRow[]): Promise<StateRow[]> {
  const { rows: found } = await sql<{ seconds: number | null }>`
    select (select extract(epoch from min(n.at) - r.at)::int from log_equipment_state n
      where n.site_id = r.site and n.device_number = r.device and n.at > r.at) as seconds
    from unnest(${rows.map(({ siteId }) => siteId)}::bigint[], ${rows.map(({ deviceNumber }) => deviceNumber)}::text[],
      ${rows.map(({ at }) => at)}::timestamptz[]) with ordinality r(site, device, at, place) order by r.place`.execute(
    context.sql,
  );
  return rows.map((row, index) => ({ ...row, duration: found[index]?.seconds ?? null }));
}

interface PieceRow extends StatePiece, Omit<StateBand, 'pieces' | 'seconds'> {}

/** The four flags of every device over a day of the site: pieces with `01-1` for the flags, and seconds per flag. */
async function bands(
  context: Context,
  query: Readonly<Record<string, unknown>>,
): Promise<{ day: string; list: StateBand[] }> {
  const day = typeof query.day === 'string' ? query.day : '';
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))
    throw refuse(refusals['call.invalid'], { detail: 'day' });
  const zone = context.session.timeZone;
  const { rows } = await sql<PieceRow>`
    with day as (select (${day}::date)::timestamp at time zone ${zone} as opens,
      least(((${day}::date) + 1)::timestamp at time zone ${zone}, now()) as closes),
    rows as (select told.* from day cross join lateral (
      ${toldFlags({ from: sql`day.opens`, to: sql`day.closes` }, mine(context, query))}) told)
    select r.id, r.site_id as "siteId", r.device_number as "deviceNumber", r.device_name as "deviceName", r.line_number as "lineNumber",
      greatest(r.at, day.opens) as at, r.at as "toldAt",
      coalesce(lead(r.at) over (partition by r.site_id, r.device_number order by r.at, r.id nulls first), day.closes) as until,
      ${SIGNS} as flags
    from rows r, day where day.opens < day.closes order by 2, 3, r.at, r.id nulls first`.execute(
    context.sql,
  );
  const devices = Map.groupBy(rows, ({ siteId, deviceNumber }) => `${siteId} ${deviceNumber}`);
  return { day, list: [...devices.values()].map(bandOf) };
}

/** `0`, `1` or `-` for each flag of a row under `r`. */
const SIGNS = sql`concat(${sql.join(
  Object.keys(stateFlags).map(
    (flag) => sql`coalesce(${sql.ref(`r.${snake(flag)}`)}::int::text, '-')`,
  ),
)})`;

/** The pieces of one device in their order. */
function bandOf(rows: PieceRow[]): StateBand {
  const pieces = rows.map(({ id, at, toldAt, until, flags }) => ({ id, at, toldAt, until, flags }));
  const secondsOf = (place: number) =>
    pieces
      .filter(({ flags }) => flags[place] === '1')
      .reduce((sum, { at, until }) => sum + (Date.parse(until) - Date.parse(at)) / 1000, 0);
  const set = Object.keys(stateFlags)
    .map((flag, place) => [flag, Math.round(secondsOf(place))] as const)
    .filter(([, seconds]) => seconds > 0);
  const { siteId = '', deviceNumber = '', deviceName = null, lineNumber = null } = rows[0] ?? {};
  return { siteId, deviceNumber, deviceName, lineNumber, pieces, seconds: Object.fromEntries(set) };
}
