import { keyFigures, type ShiftWindow } from '@millwright/contract/equipment/time-model';
import type { ListQuery } from '@millwright/contract/kernel/query';
import { stateFlags, stateShiftRefusals } from '@millwright/contract/log/equipment-state';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { askedWindow, usualWindow, type Window } from '../../kernel/log/window.ts';
import { refuse } from '../../kernel/refuse.ts';
import { wallOf } from '../../kernel/sheet-routes/wall-clock.ts';
import { contains } from '../../kernel/store/containing.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { shiftNames } from '../equipment/shift-names.ts';
import { daysBetween, type ShiftSums, shiftSums } from '../equipment/shift-sums.ts';
import { toldFlags } from './told-flags.ts';

type Flag = keyof typeof stateFlags;

/** What a device was in one shift: seconds per flag, and the shares that all pages give. */
export interface StateShift extends LoggedDevice {
  readonly shiftDate: string;
  readonly shiftName: string;
  readonly seconds: Readonly<Record<Flag, number>>;
  readonly changes: number;
  readonly actionRate: number | null;
  readonly coverage: number | null;
}

interface LoggedDevice {
  readonly equipmentId: string;
  readonly siteId: string;
  readonly siteName: string;
  readonly number: string;
  readonly nickname: string;
  readonly lineCode: string | null;
}

/**
 * The flags of devices summed by the shifts whose production date lies in the time asked for (seven days unless said),
 * under the list's conditions on device and line; shifts before its flags were ever told are left out. Throws
 * `log.shifts.tooLong` over 31 days.
 */
export async function stateShifts(context: Context, query: ListQuery): Promise<StateShift[]> {
  const { session } = context;
  const now = Date.now();
  const asked = askedWindow(session, query.params) ?? usualWindow(session);
  const window = { begin: asked.begin, end: Math.min(asked.end, now) };
  if (!(window.end - window.begin <= MOST_DAYS * DAY_MS))
    throw refuse(stateShiftRefusals['log.shifts.tooLong'], { n: MOST_DAYS });
  const devices = await askedDevices(context, query);
  const found: StateShift[] = [];
  for (const [siteId, own] of Map.groupBy(devices, (device) => device.siteId))
    found.push(...(await shiftsOf(context, siteId, own, window, now)));
  return found;
}

/** Machines under the conditions of the list, by line and number. */
async function askedDevices(
  { session, sql: trx }: Context,
  { params }: ListQuery,
): Promise<LoggedDevice[]> {
  const like = (name: string, column: string) => {
    const value = params[name];
    return typeof value === 'string' && value !== ''
      ? sql`and ${sql.ref(column)} ilike ${contains(value.trim())}`
      : sql``;
  };
  const site = session.identity === 1 ? params.siteId : session.siteId;
  const { rows } = await sql<LoggedDevice>`
    select e.id as "equipmentId", e.site_id as "siteId", e.number, e.nickname, l.code as "lineCode",
      case when ${session.locale} = 'en_US' then coalesce(nullif(s.depart_name_en, ''), s.depart_name) else s.depart_name end as "siteName"
    from base_equipment e join base_site s on s.id = e.site_id left join base_line l on l.id = e.line_id
    where true ${site ? sql`and e.site_id = any(string_to_array(${site}, ',')::bigint[])` : sql``}
      ${like('deviceNumber', 'e.number')} ${like('deviceName', 'e.nickname')} ${like('lineNumber', 'l.code')}
    order by e.site_id, l.serial_number nulls last, e.number`.execute(trx);
  return rows;
}

interface Slot {
  readonly device: LoggedDevice;
  readonly window: ShiftWindow;
}

async function shiftsOf(
  context: Context,
  siteId: string,
  devices: readonly LoggedDevice[],
  window: Window,
  now: number,
): Promise<StateShift[]> {
  const ids = devices.map(({ equipmentId }) => equipmentId);
  const calendar = await openShiftCalendar(context.sql, siteId, ids);
  const day = (moment: number) =>
    wallOf(iso(moment), context.session.timeZone).toISOString().slice(0, 10);
  const [from, to] = [day(window.begin), day(window.end - 1)];
  const slots = devices.flatMap((device) =>
    daysBetween(from, to)
      .flatMap((date) => calendar.shiftsOf(device.equipmentId, date))
      .filter((shift) => shift.from < now)
      .map((shift): Slot => ({ device, window: shift })),
  );
  const [flags, sums, names] = await Promise.all([
    flagSeconds(context, siteId, slots, now),
    shiftSums(context.sql, { siteId, equipmentIds: ids, from, to, now, calendar }),
    shiftNames(
      context.sql,
      slots.map((slot) => slot.window),
    ),
  ]);
  const shares = new Map(sums.map((sum) => [slotKey(sum.equipmentId, sum.window), sum]));
  return slots.flatMap(({ device, window: shift }, place) => {
    const seconds = flags.get(place);
    if (!seconds) return [];
    const shiftName = names.get(shift.shiftId ?? '') ?? '';
    const share = shares.get(slotKey(device.equipmentId, shift));
    const { shiftDate } = shift;
    return [
      { ...device, shiftDate, shiftName, seconds, changes: seconds.changes, ...sharesOf(share) },
    ];
  });
}

/** Nothing is told of a shift of which no second is known. */
function sharesOf(sum: ShiftSums | undefined) {
  const { actionRate = null, coverage = null } = sum ? keyFigures(sum.sums) : {};
  return { actionRate: coverage ? actionRate : null, coverage };
}

type FlagSums = Record<Flag, number> & { changes: number };

/** Seconds per flag within each slot; a row counts until the next one of its device. */
async function flagSeconds(
  context: Context,
  siteId: string,
  slots: readonly Slot[],
  now: number,
): Promise<Map<number, FlagSums>> {
  if (slots.length === 0) return new Map();
  const asked = slots.map(({ device, window }, place) => ({
    place,
    number: device.number,
    begins: iso(window.from),
    ends: iso(Math.min(window.to, now)),
  }));
  const span = {
    from: sql`${iso(Math.min(...slots.map(({ window }) => window.from)))}::timestamptz`,
    to: sql`${iso(Math.max(...slots.map(({ window }) => window.to)))}::timestamptz`,
  };
  const among = sql<boolean>`t.site_id = ${siteId} and t.device_number in (select number from slot)`;
  const sums = Object.keys(stateFlags).map(
    (flag) =>
      sql`coalesce(sum(seconds) filter (where ${sql.ref(COLUMNS[flag as Flag])}), 0)::float8 as ${sql.ref(flag)}`,
  );
  const { rows } = await sql<FlagSums & { place: number }>`
    with slot as (select * from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        as a (place int, number text, begins timestamptz, ends timestamptz)),
    told as (select t.*, coalesce(lead(t.at) over (partition by t.device_number order by t.at, t.id nulls first), ${iso(now)}::timestamptz) as until
      from (${toldFlags(span, among)}) t),
    piece as (select s.place, t.*, t.at >= s.begins as is_change,
        extract(epoch from least(t.until, s.ends) - greatest(t.at, s.begins)) as seconds
      from slot s join told t on t.device_number = s.number and t.at < s.ends and t.until > s.begins)
    select place, count(*) filter (where is_change)::int as changes, ${sql.join(sums)} from piece group by place`.execute(
    context.sql,
  );
  return new Map(rows.map(({ place, ...sum }) => [place, sum as FlagSums]));
}

function slotKey(equipmentId: string, window: ShiftWindow): string {
  return `${equipmentId} ${window.from}`;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}

const COLUMNS: Readonly<Record<Flag, string>> = {
  alarm: 'alarm',
  connection: 'connection',
  device: 'device',
  emergencyStop: 'emergency_stop',
};
const MOST_DAYS = 31;
const DAY_MS = 86_400_000;
