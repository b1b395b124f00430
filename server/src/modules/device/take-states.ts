import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { HourSums } from './hour-sums.ts';
import type { LiveDevice } from './live-row.ts';
import type { ShiftCalendar } from './shift-calendar.ts';
import { type StateEvent, type StateNode, takeEvents, tellsState } from './state-chain.ts';

/** Where states are taken in: one transaction, one site, its calendar, the sums of hours that it changes. */
export interface StateWork {
  readonly trx: Trx;
  readonly siteId: string;
  readonly calendar: ShiftCalendar;
  readonly hours: HourSums;
}

/** What became of the intervals of one machine: those before that were touched, and all as they stand now. */
export interface StateChange {
  readonly live: LiveDevice;
  readonly before: readonly StateNode[];
  readonly after: readonly StateNode[];
}

/**
 * Takes events of locked machines in: closes, opens and splits their intervals, moves the seconds of their hours,
 * and sets what they are now in `live` (which the caller writes). Events are in their order.
 */
export async function takeStates(
  work: StateWork,
  eventsOf: ReadonlyMap<LiveDevice, readonly StateEvent[]>,
): Promise<StateChange[]> {
  const told = [...eventsOf].flatMap(([live, events]) => {
    const telling = mayBeForeign(live) ? events : events.filter(tellsState);
    return telling.length > 0 ? [{ live, events: telling }] : [];
  });
  const chains = await chainsOf(work.trx, told);
  const changes = told.map(({ live, events }) => {
    const before = chains.get(live.equipmentId) ?? [];
    return { live, before, after: takeEvents(before, events, momentOf(live.countedUntil)) };
  });
  for (const change of changes) countHours(work.hours, change);
  const [inserted] = await Promise.all([insertNodes(work, changes), updateNodes(work, changes)]);
  for (const change of changes) settleLive(change, inserted);
  return changes;
}

interface Told {
  readonly live: LiveDevice;
  readonly events: readonly StateEvent[];
}

/** What a machine is when somebody said it by hand, or when nobody heard it. */
function mayBeForeign(live: LiveDevice): boolean {
  return live.status === 'maintain' || live.status === 'setup' || mayBeSilence(live);
}

/** What silence makes of a machine. */
export function mayBeSilence({ status }: LiveDevice): boolean {
  return status === 'offline' || status === null;
}

/**
 * The interval in which each machine's first event falls and all later ones, for one that was set by hand or fell silent also
 * what the machine had said before. In order, that is the current one.
 */
async function chainsOf(trx: Trx, told: readonly Told[]): Promise<Map<string, StateNode[]>> {
  const chains = new Map<string, StateNode[]>();
  const late = told.filter(
    ({ live, events }) =>
      live.stateId !== null && (mayBeForeign(live) || (events[0]?.order ?? 0) < confirmedOf(live)),
  );
  for (const { live } of told)
    if (live.stateId !== null) chains.set(live.equipmentId, [currentNode(live)]);
  if (late.length === 0) return chains;
  const ids = late.map(({ live }) => live.equipmentId);
  const firsts = late.map(({ events }) => new Date(events[0]?.order ?? 0).toISOString());
  const { rows } = await sql<StoredState>`
    select s.equipment_id as "equipmentId", s.id, s.status, s.raw_status as "rawStatus", s.mode, s.program, s.start_time as start,
      s.order_time as "order", s.end_time as "end", s.confirmed_time as confirmed, s.source, s.time_suspect as "timeSuspect"
    from unnest(${ids}::bigint[], ${firsts}::timestamptz[]) d(equipment_id, first)
    left join lateral (select order_time, id from device_state
      where equipment_id = d.equipment_id and order_time <= d.first and source = 'device'
      order by order_time desc, id desc limit 1) a on true
    join device_state s on s.equipment_id = d.equipment_id
      and (s.order_time, s.id) >= (coalesce(a.order_time, '-infinity'), coalesce(a.id, 0))
    order by s.equipment_id, s.order_time, s.id`.execute(trx);
  for (const [id, states] of Map.groupBy(rows, ({ equipmentId }) => equipmentId))
    chains.set(id, states.map(nodeOf));
  return chains;
}

interface StoredState extends Omit<StateNode, 'start' | 'order' | 'end' | 'confirmed'> {
  readonly equipmentId: string;
  readonly start: string;
  readonly order: string;
  readonly end: string | null;
  readonly confirmed: string;
}

function nodeOf({ equipmentId: _equipmentId, ...row }: StoredState): StateNode {
  return {
    ...row,
    start: Date.parse(row.start),
    order: Date.parse(row.order),
    end: row.end === null ? null : Date.parse(row.end),
    confirmed: Date.parse(row.confirmed),
  };
}

/** The open interval as the machine's own row knows it. */
function currentNode(live: LiveDevice): StateNode {
  return {
    id: live.stateId,
    status: live.status,
    rawStatus: live.rawStatus,
    mode: live.mode,
    program: live.program,
    start: Date.parse(live.startTime ?? ''),
    order: Date.parse(live.orderTime ?? ''),
    end: null,
    confirmed: confirmedOf(live),
    source: 'device',
    timeSuspect: false,
  };
}

/** What is said of an earlier time comes late. */
function confirmedOf(live: LiveDevice): number {
  return momentOf(live.confirmedTime ?? live.orderTime);
}

function momentOf(time: string | null): number {
  return time === null ? Number.NEGATIVE_INFINITY : Date.parse(time);
}

/** Takes away what changed intervals had counted and adds what they count now. The open one counts when time passes. */
function countHours(hours: HourSums, { live, before, after }: StateChange): void {
  const now = new Map(after.map((node) => [node.id, node]));
  const counted = live.countedUntil === null ? null : Date.parse(live.countedUntil);
  for (const old of before) {
    const end = old.end ?? counted;
    const same = now.get(old.id);
    if (same && same.status === old.status && same.end === old.end) continue;
    if (end !== null) hours.add(live.equipmentId, old.status, old.start, end, -1);
    if (same && same.end !== null) hours.add(live.equipmentId, same.status, same.start, same.end);
  }
  for (const node of after)
    if (node.id === null && node.end !== null)
      hours.add(live.equipmentId, node.status, node.start, node.end);
}

/** Gives per machine the id of its newest row. */
async function insertNodes(
  work: StateWork,
  changes: readonly StateChange[],
): Promise<Map<string, string>> {
  const rows = changes.flatMap(({ live, after }) =>
    after
      .filter(({ id }) => id === null)
      .map((node) => {
        const place = work.calendar.placeOf(live.equipmentId, node.start);
        return {
          equipment_id: live.equipmentId,
          ...columnsOf(node),
          shift_date: place.shiftDate,
          shift_id: place.shiftId,
        };
      }),
  );
  if (rows.length === 0) return new Map();
  const { rows: made } = await sql<{ id: string; equipmentId: string }>`
    insert into device_state (site_id, equipment_id, status, raw_status, mode, program, start_time, order_time, end_time,
      confirmed_time, shift_date, shift_id, source, time_suspect)
    select ${work.siteId}, equipment_id, status, raw_status, mode, program, start_time, order_time, end_time,
      confirmed_time, shift_date, shift_id, source, time_suspect
    from jsonb_populate_recordset(null::device_state, ${JSON.stringify(rows)}::jsonb)
    returning id, equipment_id as "equipmentId"`.execute(work.trx);
  return new Map(made.map(({ id, equipmentId }) => [equipmentId, id]));
}

async function updateNodes(work: StateWork, changes: readonly StateChange[]): Promise<void> {
  const rows = changes.flatMap(({ before, after }) => {
    const old = new Map(before.map((node) => [node.id, node]));
    return after.flatMap((node) => {
      const was = old.get(node.id);
      return node.id !== null && was && differs(was, node)
        ? [{ id: node.id, ...columnsOf(node) }]
        : [];
    });
  });
  if (rows.length === 0) return;
  const starts = rows.map(({ start_time: start }) => start).sort();
  await sql`update device_state s set status = n.status, raw_status = n.raw_status, mode = n.mode, program = n.program,
      end_time = n.end_time, source = n.source,
      confirmed_time = least(greatest(s.confirmed_time, n.confirmed_time), coalesce(n.end_time, 'infinity'))
    from jsonb_populate_recordset(null::device_state, ${JSON.stringify(rows)}::jsonb) n
    where s.site_id = ${work.siteId} and s.start_time between ${starts[0]} and ${starts.at(-1)}
      and s.start_time = n.start_time and s.id = n.id`.execute(work.trx);
}

function differs(was: StateNode, node: StateNode): boolean {
  return (
    was.end !== node.end ||
    was.source !== node.source ||
    was.confirmed !== node.confirmed ||
    was.status !== node.status ||
    was.rawStatus !== node.rawStatus ||
    was.mode !== node.mode ||
    was.program !== node.program
  );
}

function columnsOf(node: StateNode) {
  return {
    status: node.status,
    raw_status: node.rawStatus,
    mode: node.mode,
    program: node.program,
    start_time: iso(node.start),
    order_time: iso(node.order),
    end_time: node.end === null ? null : iso(node.end),
    confirmed_time: iso(node.confirmed),
    source: node.source,
    time_suspect: node.timeSuspect,
  };
}

/** The last interval is what the machine is now. */
function settleLive(
  { live, before, after }: StateChange,
  inserted: ReadonlyMap<string, string>,
): void {
  const last = after.at(-1);
  if (!last) return;
  const isOld = last.id !== null;
  const old = before.find(({ id }) => id === last.id);
  // What had been counted of the open interval was taken away if its status changed or it ended.
  if (!isOld || old?.end !== null || old.status !== last.status) live.countedUntil = null;
  live.stateId = last.id ?? inserted.get(live.equipmentId) ?? null;
  live.status = last.status;
  live.rawStatus = last.rawStatus;
  live.mode = last.mode;
  live.program = last.program;
  live.startTime = iso(last.start);
  live.orderTime = iso(last.order);
  live.confirmedTime = iso(last.confirmed);
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
