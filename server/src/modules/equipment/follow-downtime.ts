import type { Trx } from '../../kernel/database/transaction.ts';
import { type RawBuilder, sql } from 'kysely';
import type { LiveDevice } from '../device/live-row.ts';
import type { StateNode } from '../device/state-chain.ts';
import type { StateChange, StateWork } from '../device/take-states.ts';
import { proposalsFor } from './downtime-proposal.ts';
import { keepStops, type KeptStop, settleStops, type StopBook } from './settle-stops.ts';
import { isStopped, type Stop, stopsOf, type ToldState } from './stops.ts';
import { shiftsWithin, workingSpans } from './working-time.ts';

/**
 * Opens, closes and moves the downtime of machines whose intervals changed, in the transaction that changes them and
 * while they are locked. Sets since when each stands in its row (which the caller writes).
 */
export async function followDowntime(
  work: StateWork,
  changes: readonly StateChange[],
  now = Date.now(),
): Promise<void> {
  const moved = changes.filter(isTold);
  if (moved.length === 0) return;
  const earlier = await statesBefore(work.trx, moved);
  const chains = moved.map((change) => ({
    live: change.live,
    states: [...(earlier.get(change.live.equipmentId) ?? []), ...change.after.map(stateOf)],
  }));
  for (const { live, states } of chains) live.stopSince = stoppedSince(states);
  const books = await booksOf(work, chains);
  await write(
    work,
    books.map((book) => ({ ...book, stops: stopsIn(work, book, now) })),
    now,
  );
}

/**
 * Opens the downtime of machines that have stood for longer than their line's limit, and keeps the minutes of open
 * ones. Called every few seconds with the machines of a site locked.
 */
export async function openDowntime(
  work: StateWork,
  lives: readonly LiveDevice[],
  now = Date.now(),
): Promise<void> {
  const standing = lives.filter(({ stopSince }) => stopSince !== null);
  if (standing.length === 0) return;
  const chains = standing.map((live) => ({
    live,
    states: [{ status: live.status, start: Date.parse(live.stopSince ?? ''), end: null }],
  }));
  const books = await booksOf(work, chains);
  await write(
    work,
    books.map((book) => ({ ...book, stops: stopsIn(work, book, now) })),
    now,
  );
}

interface Chain {
  readonly live: LiveDevice;
  readonly states: readonly ToldState[];
}

/** Whether it began or ceased to run, or the time of that moved. */
function isTold({ before, after }: StateChange): boolean {
  const shape = (nodes: readonly StateNode[]) =>
    nodes.map(({ status, start, end }) => `${isStopped(status)}${status === null}${start} ${end}`);
  return shape(before).join() !== shape(after).join();
}

function stateOf({ status, start, end }: StateNode): ToldState {
  return { status, start, end };
}

/**
 * For chains that begin in a stop: the states before it back to the last run. Bounds are written with `greatest`:
 * behind row-level security PostgreSQL does not search an index by `coalesce`, and would read a machine's whole history.
 */
async function statesBefore(
  trx: Trx,
  changes: readonly StateChange[],
): Promise<Map<string, ToldState[]>> {
  const asked = changes.flatMap(({ live, before, after }) => {
    const [first] = after;
    if (!first || !isStopped(first.status) || first.id === null) return [];
    // In order, the machine's row knows since when it stands, and only what lies between is read.
    const since = before[0]?.end === null ? live.stopSince : null;
    if (since !== null && Date.parse(since) >= first.start) return [];
    return [{ equipment_id: live.equipmentId, at: new Date(first.order).toISOString(), since }];
  });
  if (asked.length === 0) return new Map();
  const { rows } = await sql<{
    equipmentId: string;
    status: string;
    start: string;
    end: string;
    begun: string;
  }>`
    select a.equipment_id as "equipmentId", s.status, s.start_time as start, s.end_time as "end", b.start_time as begun
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (equipment_id bigint, at timestamptz, since timestamptz)
    left join lateral (
      select d.order_time, d.id from device_state d where d.equipment_id = a.equipment_id and d.order_time < a.at
        and d.order_time >= greatest(a.since, '-infinity') and (d.status is null or d.status = 'run')
      order by d.order_time desc, d.id desc limit 1) ran on true
    cross join lateral (${after(sql`order by d.order_time, d.id limit 1`)}) b
    cross join lateral (${after(sql`order by d.order_time desc, d.id desc limit ${MOST_BEFORE}`)}) s
    where s.end_time is not null order by a.equipment_id, s.order_time, s.id`.execute(trx);
  const found = Map.groupBy(rows, ({ equipmentId }) => equipmentId);
  return new Map([...found].map(([id, states]) => [id, fromBegin(states)]));
}

/** States of the machine of `a` after it ran last and before its chain. */
function after(order: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select d.* from device_state d where d.equipment_id = a.equipment_id and d.order_time < a.at
    and d.order_time >= greatest(a.since, ran.order_time, '-infinity')
    and (ran.id is null or (d.order_time, d.id) > (ran.order_time, ran.id)) ${order}`;
}

/** Of a stop of very many states only the last are read: what lies before them is one state since it began. */
function fromBegin(
  rows: readonly { status: string; start: string; end: string; begun: string }[],
): ToldState[] {
  const states = rows.map(({ status, start, end }) => ({
    status,
    start: Date.parse(start),
    end: Date.parse(end),
  }));
  const [first] = states;
  const start = Date.parse(rows[0]?.begun ?? '');
  return first && start < first.start
    ? [{ status: first.status, start, end: first.start }, ...states]
    : states;
}

function stoppedSince(states: readonly ToldState[]): string | null {
  const runs = states.findLastIndex(({ status }) => !isStopped(status));
  const first = states[runs + 1];
  return first ? new Date(first.start).toISOString() : null;
}

/** What is kept of the machines since their chain began, with line and limit. Machines on no line have no downtime. */
async function booksOf(work: StateWork, chains: readonly Chain[]): Promise<StopBook[]> {
  const ids = chains.map(({ live }) => live.equipmentId);
  const from = new Date(Math.min(...chains.map(({ states }) => states[0]?.start ?? 0)));
  const [bound, kept] = await Promise.all([
    sql<Pick<StopBook, 'equipmentId' | 'number' | 'lineId' | 'limitSeconds'>>`
      select e.id as "equipmentId", e.number, l.id as "lineId", l.minor_stop_seconds as "limitSeconds"
      from base_equipment e join base_line l on l.id = e.line_id where e.id = any(${ids}::bigint[])`.execute(
      work.trx,
    ),
    sql<KeptStop>`select id, equipment_id as "equipmentId", start_time as start, end_time as "end", category, state
      from equipment_downtime where equipment_id = any(${ids}::bigint[])
        and (end_time is null or end_time >= ${from.toISOString()}::timestamptz) order by start_time, id`.execute(
      work.trx,
    ),
  ]);
  const stops = Map.groupBy(kept.rows, ({ equipmentId }) => equipmentId);
  const chainOf = new Map(chains.map(({ live, states }) => [live.equipmentId, states]));
  return bound.rows.flatMap((row) => {
    const states = chainOf.get(row.equipmentId);
    return states ? [{ ...row, states, kept: stops.get(row.equipmentId) ?? [], stops: [] }] : [];
  });
}

function stopsIn({ calendar }: StateWork, book: StopBook, now: number): Stop[] {
  return stopsOf(
    book.states,
    (span) => workingSpans(calendar, book.equipmentId, span),
    book.limitSeconds,
    now,
  );
}

async function write(work: StateWork, books: readonly StopBook[], now: number): Promise<void> {
  const changes = books.map((book) => ({ book, ...settleStops(book) }));
  const made = changes.flatMap(({ book, added }) => added.map((stop) => ({ book, stop })));
  const proposals = await proposalsFor(
    work,
    made.map(({ book, stop }) => ({ equipmentId: book.equipmentId, ...stop })),
  );
  await keepStops(work, {
    added: made.map(({ book, stop }, index) => ({
      book,
      stop,
      shift: shiftsWithin(work.calendar, book.equipmentId, stop.start, stop.start + 1)[0],
      proposal: proposals[index],
    })),
    moved: changes.flatMap(({ book, moved }) =>
      moved.map((stop) => ({
        ...stop,
        seconds: workingSpans(work.calendar, book.equipmentId, {
          from: stop.start,
          to: stop.end ?? now,
        }).reduce((sum, { from, to }) => sum + (to - from) / 1000, 0),
      })),
    ),
    gone: changes.flatMap(({ gone }) => gone),
  });
}

/** States that one stop may be made of before the chain at hand. */
const MOST_BEFORE = 200;
