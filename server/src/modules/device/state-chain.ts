import type { StateData } from '@millwright/contract/device/message';
import type { StateSource } from '@millwright/contract/device/state';

/** What a machine is at one time. */
export interface StateValues {
  readonly status: string | null;
  readonly rawStatus: string | null;
  readonly mode: string | null;
  readonly program: string | null;
}

/** An interval of a machine in memory; times are milliseconds. Intervals that are stored have an id. */
export interface StateNode extends StateValues {
  readonly id: string | null;
  readonly start: number;
  readonly order: number;
  readonly end: number | null;
  readonly confirmed: number;
  readonly source: StateSource;
  readonly timeSuspect: boolean;
}

/** Something that a machine said of its state. */
export interface StateEvent {
  readonly time: number;
  readonly order: number;
  readonly data: StateData;
  readonly source: StateSource;
  readonly timeSuspect: boolean;
}

/**
 * The intervals of one machine after events, in their order. `before` holds the interval in which the first event
 * falls and all later ones, of which the last was watched until `watched`. An event that says what was known confirms
 * its interval; one that comes late splits the interval in which it falls, and what that was confirmed to be afterwards
 * stays.
 */
export function takeEvents(
  before: readonly StateNode[],
  events: readonly StateEvent[],
  watched = Number.NEGATIVE_INFINITY,
): StateNode[] {
  const nodes = [...before];
  for (const event of events) {
    const at = place(nodes, event);
    if (at === null) continue;
    endHold(nodes, at);
    if (at === nodes.length - 1) endHold(nodes, at - 1, watched);
  }
  return nodes.map((node, index) => ({ ...node, end: nodes[index + 1]?.start ?? null }));
}

/** Whether an event says anything of the state itself, flags aside. */
export function tellsState({ data }: StateEvent): boolean {
  return [data.status, data.rawStatus, data.mode, data.program].some(
    (value) => value !== undefined,
  );
}

/** Somebody said by hand what the machine is. */
function isByHand({ source, status }: StateNode): boolean {
  return source === 'manual' && status !== null;
}

/** Nobody heard the machine any more. */
function isSilence({ source }: StateNode): boolean {
  return source === 'heartbeat' || source === 'gateway';
}

/**
 * What was said by hand, and silence, end with the next word of the machine, which goes on from its own words before.
 * Gives where the interval stands that holds the event; null where it tells nothing.
 */
function place(nodes: StateNode[], event: StateEvent): number | null {
  const at = nodes.findLastIndex(({ order }) => order <= event.order);
  const known = nodes[at];
  const isForeign = (node: StateNode) => isByHand(node) || isSilence(node);
  const ends = known !== undefined && isForeign(known) && event.source === 'device';
  if (!ends && !tellsState(event)) return null;
  const own = ends ? nodes.slice(0, at).findLast((node) => !isForeign(node)) : known;
  const values = valuesAfter(own, event.data);
  if (known && !ends && isSame(known, values)) {
    nodes[at] = { ...known, confirmed: Math.max(known.confirmed, event.order) };
    return at;
  }
  if (known && known.start === event.time && known.order === event.order) {
    nodes[at] = { ...known, ...values, source: event.source };
    return at;
  }
  const { time, order, source, timeSuspect } = event;
  const node = {
    ...values,
    id: null,
    start: time,
    order,
    end: null,
    confirmed: order,
    source,
    timeSuspect,
  };
  nodes.splice(at + 1, 0, node);
  if (known && known.confirmed > order) {
    nodes[at] = { ...known, confirmed: order };
    nodes.splice(at + 2, 0, { ...known, id: null, start: known.confirmed, order: known.confirmed });
  }
  return at + 1;
}

/** Ends what a machine said where it no longer holds; an end that was set too early goes on with what was told since. */
function endHold(nodes: StateNode[], at: number, watched = Number.NEGATIVE_INFINITY): void {
  const node = nodes[at];
  if (!node || node.source !== 'device' || node.status === null) return;
  const start = holdOf(Math.max(node.confirmed, watched));
  const { status, rawStatus, mode, program } = node;
  let behind = at + 1;
  for (let next = nodes[behind]; next && isEndOfHold(next) && next.order < start;) {
    nodes[behind] = { ...next, status, rawStatus, mode, program, source: 'device' };
    behind += 1;
    next = nodes[behind];
  }
  if ((nodes[behind]?.start ?? start) <= start) return;
  const values = { status: null, rawStatus: null, mode, program };
  const times = { start, order: start, end: null, confirmed: start };
  nodes.splice(behind, 0, { ...values, ...times, id: null, source: 'gateway', timeSuspect: false });
}

/**
 * Until when what a machine said holds unless it speaks again: to the end of the week after. A recording that is replayed
 * tells nothing of the years up to what comes next, and they are no data. Whole weeks, so that what is told step by step
 * seldom moves the end.
 */
export function holdOf(said: number): number {
  return (Math.floor(said / WEEK_MS) + 2) * WEEK_MS;
}

function isEndOfHold({ source, status, order }: StateNode): boolean {
  return source === 'gateway' && status === null && order % WEEK_MS === 0;
}

const WEEK_MS = 7 * 86_400_000;

/** Fields that were not said stay as they were; a new word of the machine's own comes with its status. */
function valuesAfter(known: StateValues | undefined, data: StateData): StateValues {
  const status = data.status === 'noData' ? null : (data.status ?? known?.status ?? null);
  const rawStatus =
    data.rawStatus ?? (data.status === undefined ? (known?.rawStatus ?? null) : null);
  return {
    status,
    rawStatus,
    mode: data.mode === undefined ? (known?.mode ?? null) : data.mode,
    program: data.program === undefined ? (known?.program ?? null) : data.program,
  };
}

function isSame(known: StateValues, values: StateValues): boolean {
  return (
    known.status === values.status &&
    known.rawStatus === values.rawStatus &&
    known.mode === values.mode &&
    known.program === values.program
  );
}
