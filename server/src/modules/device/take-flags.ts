import type { StateData } from '@millwright/contract/device/message';
import type { StateFlag } from '@millwright/contract/log/equipment-state';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type FlagChange, logFlags } from './device-logs.ts';
import type { Judged } from './judge.ts';
import { isLossDerived, type LiveDevice } from './live-row.ts';
import type { TakenDevice } from './taken-device.ts';

/**
 * Writes what messages of locked machines, each machine's in order, tell of the four flags: a row of the equipment
 * state log for each change, at its time, and in `live` what they are now (which the caller writes).
 */
export async function takeFlags(
  trx: Trx,
  siteId: string,
  byDevice: ReadonlyMap<TakenDevice, readonly Judged[]>,
  lives: ReadonlyMap<string, LiveDevice>,
): Promise<void> {
  const late = new Map<TakenDevice, Judged[]>();
  for (const [device, messages] of byDevice) {
    const found = messages.filter((one) => isLate(one, lives.get(device.equipmentId)));
    if (found.length > 0) late.set(device, found);
  }
  const courses = await coursesOf(trx, siteId, late);
  const changes: FlagChange[] = [];
  for (const [device, messages] of byDevice) {
    const live = lives.get(device.equipmentId);
    if (!live) continue;
    const said = late.get(device) ?? [];
    if (said.length > 0) changes.push(...lateChanges(device, live, said, courses));
    for (const judged of messages) changes.push(...changeNow(device, live, judged));
  }
  await logFlags(trx, siteId, changes);
}

type Flags = FlagChange['flags'];

/** What a machine's flags were from a time on, as the log has it. */
interface FlagRow {
  readonly at: number;
  readonly source: FlagChange['source'];
  readonly flags: Flags;
}

type Courses = ReadonlyMap<string, readonly FlagRow[]>;

/** Said of a time before the last change that is known. */
function isLate({ message, order }: Judged, live: LiveDevice | undefined): boolean {
  if (message.type !== 'state' || !live || live.flagsTime === null) return false;
  return (
    order < Date.parse(live.flagsTime) && FLAGS.some((flag) => message.data[flag] !== undefined)
  );
}

function changeNow(device: TakenDevice, live: LiveDevice, judged: Judged): FlagChange[] {
  if (live.flagsTime !== null && judged.order < Date.parse(live.flagsTime)) return [];
  const said = saidFlags(judged, live);
  const changed = changedBy(said, live);
  if (changed.length === 0) return [];
  setFlags(live, said);
  live.flagsTime = new Date(judged.order).toISOString();
  return [changeOf(device, judged, changed, flagsOf(live))];
}

/** A machine that speaks is connected, unless it says otherwise; one said to be cut off speaks again with its state. */
function saidFlags({ message }: Judged, live: LiveDevice): StateData {
  const isState = message.type === 'state';
  const said: StateData = isState ? message.data : {};
  const isBack = live.connection === null || isState || isLossDerived(live);
  return said.connection === undefined && isBack ? { ...said, connection: 1 } : said;
}

/** What late messages change, each at its time; what the last row states wrongly since then is stated anew behind it. */
function lateChanges(
  device: TakenDevice,
  live: LiveDevice,
  messages: readonly Judged[],
  courses: Courses,
): FlagChange[] {
  const course = [...(courses.get(device.number) ?? [])];
  const changes = messages.flatMap((judged): FlagChange[] => {
    const place = course.findLastIndex(({ at }) => at <= judged.time);
    const before = course[place]?.flags ?? NOTHING;
    const changed = changedBy(judged.message.data, before);
    if (changed.length === 0) return [];
    const flags = { ...before };
    setFlags(flags, judged.message.data);
    course.splice(place + 1, 0, { at: judged.time, source: 'reported', flags });
    return [changeOf(device, judged, changed, flags)];
  });
  const last = course.at(-1);
  if (!last || changes.length === 0) return changes;
  const flags = holdingOn(course, last);
  const wrong = changedBy(flags, last.flags);
  if (wrong.length === 0) return changes;
  for (const flag of wrong) live[flag] = flags[flag];
  const again = { device, at: last.at + 1, changed: wrong, flags, orderCode: null };
  return [...changes, { ...again, source: 'reported' }];
}

/** What holds behind the last row: a derived loss tells of the connection alone, and a flag never told by it holds on. */
function holdingOn(course: readonly FlagRow[], last: FlagRow): Flags {
  const known = last.source === 'heartbeat' ? (course.at(-2) ?? last) : last;
  const flags = { ...known.flags, connection: last.flags.connection };
  for (const flag of FLAGS)
    flags[flag] ??= course.findLast((row) => row.flags[flag] !== null)?.flags[flag] ?? null;
  return flags;
}

/** The row in which each machine's first late message falls and all later ones. */
async function coursesOf(
  trx: Trx,
  siteId: string,
  late: ReadonlyMap<TakenDevice, readonly Judged[]>,
): Promise<Courses> {
  if (late.size === 0) return new Map();
  const numbers = [...late.keys()].map(({ number }) => number);
  const firsts = [...late.values()].map((messages) =>
    new Date(Math.min(...messages.map(({ time }) => time))).toISOString(),
  );
  const { rows } = await sql<Flags & { number: string; at: string; source: FlagRow['source'] }>`
    select d.number, s.at, s.source, s.alarm::int as alarm, s.connection::int as connection, s.device::int as device,
      s.emergency_stop::int as "emergencyStop"
    from unnest(${numbers}::text[], ${firsts}::timestamptz[]) d(number, first)
    cross join lateral (
      (select * from log_equipment_state where site_id = ${siteId} and device_number = d.number and at <= d.first
        order by at desc, id desc limit 1)
      union all
      (select * from log_equipment_state where site_id = ${siteId} and device_number = d.number and at > d.first)) s
    order by d.number, s.at, s.id`.execute(trx);
  const found = rows.map(({ number, at, source, ...flags }) => ({
    number,
    at: Date.parse(at),
    source,
    flags,
  }));
  return Map.groupBy(found, ({ number }) => number);
}

function changeOf(
  device: TakenDevice,
  { time, message }: Judged,
  changed: FlagChange['changed'],
  flags: Flags,
): FlagChange {
  const orderCode = message.orderCode ?? null;
  return { device, at: time, changed, flags, source: 'reported', orderCode };
}

function changedBy(said: SomeFlags, known: Flags): StateFlag[] {
  return FLAGS.filter((flag) => typeof said[flag] === 'number' && said[flag] !== known[flag]);
}

function setFlags(flags: Record<StateFlag, number | null>, said: SomeFlags): void {
  for (const flag of FLAGS) flags[flag] = said[flag] ?? flags[flag];
}

function flagsOf({ alarm, connection, device, emergencyStop }: LiveDevice): Flags {
  return { alarm, connection, device, emergencyStop };
}

type SomeFlags = Readonly<Partial<Record<StateFlag, number | null>>>;

const FLAGS = ['alarm', 'connection', 'device', 'emergencyStop'] as const;
const NOTHING = { alarm: null, connection: null, device: null, emergencyStop: null };
