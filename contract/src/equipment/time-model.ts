import { hourStates } from '../device/state.ts';
import { clipSpans, cutSpans, mergeSpans, type Span, secondsOf } from './span.ts';

/** A state of a machine, or no data, from one moment to another (milliseconds). */
export interface StateSpan extends Span {
  readonly status: string | null;
}

/** A shift on the day on which it began, with its breaks. */
export interface ShiftWindow extends Span {
  readonly shiftDate: string;
  readonly shiftId: string | null;
  readonly breaks: readonly Span[];
}

/** What was made: pieces, the seconds that they should have taken, and those in which they were made. */
export interface OutputSums {
  readonly good: number;
  readonly ng: number;
  /** Σ output × standard beat; null where a piece has none. */
  readonly standardSeconds: number | null;
  /** Run time of the shifts in which pieces were counted: only that may be held against them. */
  readonly runSeconds: number;
}

/**
 * Sums of times (seconds) and counts: what alone may be added up over machines, shifts, days and sites. Key figures
 * are made of the sum in the end, never of other key figures. `output` null: nothing counts the pieces there.
 */
export interface TimeSums extends StateSeconds {
  /** Length of the shift without its breaks. */
  readonly shiftTime: number;
  /** Planned stops inside it. */
  readonly plannedStop: number;
  readonly failures: number;
  readonly failureSeconds: number;
  readonly output: OutputSums | null;
}

export type StateSeconds = Readonly<Record<(typeof hourStates)[number], number>>;

/** Key figures; shares are fractions of 1, null where there is nothing to divide by. */
export interface KeyFigures {
  readonly shiftTime: number;
  readonly plannedTime: number;
  readonly noData: number;
  readonly coverage: number | null;
  readonly actionRate: number | null;
  readonly availability: number | null;
  readonly performance: number | null;
  /** Share of the run time in which pieces were counted. */
  readonly counted: number | null;
  readonly quality: number | null;
  readonly oee: number | null;
  /** Performance above 1.05: the standard beat looks too long. */
  readonly isBeatTooLong: boolean;
  /** Coverage below 90 %: the figures are shown in grey. */
  readonly isThin: boolean;
  /** Seconds between failures and until they were over. */
  readonly mtbf: number | null;
  readonly mttr: number | null;
}

/**
 * Times of one machine in one shift. Working time is the shift without its breaks, up to now; only what lies inside
 * it counts, overlaps once, so that no share can leave 0 … 1. What no state covers is no data.
 */
export function timesIn(
  shift: ShiftWindow,
  states: readonly StateSpan[],
  plannedStops: readonly Span[] = [],
  now = Number.POSITIVE_INFINITY,
): TimeSums {
  const working = workingTime(shift, now);
  const ofStatus = (status: string) =>
    secondsOf(
      clipSpans(
        states.filter((state) => state.status === status),
        working,
      ),
    );
  return {
    ...(Object.fromEntries(hourStates.map((status) => [status, ofStatus(status)])) as StateSeconds),
    shiftTime: secondsOf(working),
    plannedStop: secondsOf(clipSpans(plannedStops, working)),
    ...(failuresIn([shift], failuresOf(states), now)[0] ?? { failures: 0, failureSeconds: 0 }),
    output: null,
  };
}

/** A shift without its breaks, as far as it has come. */
export function workingTime(shift: ShiftWindow, now = Number.POSITIVE_INFINITY): Span[] {
  return cutSpans([{ from: shift.from, to: Math.min(shift.to, now) }], shift.breaks);
}

/** Alarms and emergency stops of more than five minutes; one right after the other is the same failure. */
export function failuresOf(states: readonly StateSpan[]): Span[] {
  const failed = mergeSpans(states.filter(({ status }) => FAILED.has(status ?? '')));
  return failed.filter(({ from, to }) => (to - from) / 1000 > FAILURE_SECONDS);
}

/**
 * What failures mean to shifts that follow each other: each counts in the first in whose working time it lies, and its
 * seconds in every one as far as they are working time. What lies outside of all counts nowhere.
 */
export function failuresIn(
  shifts: readonly ShiftWindow[],
  failures: readonly Span[],
  now = Number.POSITIVE_INFINITY,
): Pick<TimeSums, 'failures' | 'failureSeconds'>[] {
  const free = new Set(failures);
  return shifts.map((shift) => {
    const working = workingTime(shift, now);
    const inside = failures.filter((failure) => clipSpans([failure], working).length > 0);
    const begun = inside.filter((failure) => free.delete(failure));
    return { failures: begun.length, failureSeconds: secondsOf(clipSpans(inside, working)) };
  });
}

/** Adds sums up: of machines, shifts, days, sites. Without any there is nothing but zeros. */
export function addSums(all: readonly TimeSums[]): TimeSums {
  const total = (pick: (sums: TimeSums) => number) => all.reduce((sum, one) => sum + pick(one), 0);
  const outputs = all.flatMap(({ output }) => (output ? [output] : []));
  return {
    ...(Object.fromEntries(
      hourStates.map((status) => [status, total((sums) => sums[status])]),
    ) as StateSeconds),
    shiftTime: total(({ shiftTime }) => shiftTime),
    plannedStop: total(({ plannedStop }) => plannedStop),
    failures: total(({ failures }) => failures),
    failureSeconds: total(({ failureSeconds }) => failureSeconds),
    output: outputs.length === 0 ? null : outputs.reduce(addOutputs),
  };
}

/** Pieces together; one without a standard beat leaves the sum without one. */
export function addOutputs(a: OutputSums, b: OutputSums): OutputSums {
  const [one, other] = [a.standardSeconds, b.standardSeconds];
  return {
    good: a.good + b.good,
    ng: a.ng + b.ng,
    standardSeconds: one === null || other === null ? null : one + other,
    runSeconds: a.runSeconds + b.runSeconds,
  };
}

/**
 * Key figures of sums. In the words of ISO 22400-2: availability = APT ÷ PBT (actual production time by planned busy
 * time), effectiveness = PRI × PQ ÷ APT (planned run time per item × produced quantity), quality ratio = GQ ÷ PQ,
 * OEE index = availability × effectiveness × quality ratio. Effectiveness counts as 1 at most; where it passes 1.05
 * the standard beat is marked as too long. The action rate 稼动率 divides by the whole shift without its breaks.
 */
export function keyFigures(sums: TimeSums): KeyFigures {
  const { run, shiftTime, output } = sums;
  const plannedTime = Math.max(0, shiftTime - sums.plannedStop);
  const known = hourStates.reduce((sum, status) => sum + sums[status], 0);
  const noData = Math.max(0, shiftTime - known);
  const coverage = shareOf(shiftTime - noData, shiftTime);
  const availability = capped(shareOf(run, plannedTime));
  const standardSeconds = output?.standardSeconds ?? null;
  const performance =
    output && standardSeconds !== null ? shareOf(standardSeconds, output.runSeconds) : null;
  const quality = output ? shareOf(output.good, output.good + output.ng) : null;
  const isWhole = availability !== null && performance !== null && quality !== null;
  return {
    shiftTime,
    plannedTime,
    noData,
    coverage,
    actionRate: capped(shareOf(run, shiftTime)),
    availability,
    performance,
    counted: shareOf(output?.runSeconds ?? 0, run),
    quality,
    oee: isWhole ? availability * Math.min(performance, 1) * quality : null,
    isBeatTooLong: performance !== null && performance > BEAT_HINT,
    isThin: coverage !== null && coverage < THIN_COVERAGE,
    mtbf: shareOf(run, sums.failures),
    mttr: shareOf(sums.failureSeconds, sums.failures),
  };
}

/** A machine of a line and its standard beat in seconds. */
export interface Paced {
  readonly equipmentId: string;
  readonly standardBeat: number | null;
  /** Named as the bottleneck by whoever bound it. */
  readonly isBottleneck: boolean;
}

/** The machine whose availability is that of its line: the longest standard beat; among equals the one named so. */
export function bottleneckOf<D extends Paced>(devices: readonly D[]): D | null {
  const longest = Math.max(...devices.map(({ standardBeat }) => standardBeat ?? 0));
  const slowest = devices.filter(({ standardBeat }) => (standardBeat ?? 0) === longest);
  return slowest.find(({ isBottleneck }) => isBottleneck) ?? slowest[0] ?? null;
}

/** A failure lasts longer than this. */
export const FAILURE_SECONDS = 300;
const FAILED = new Set(['alarm', 'estop']);
const BEAT_HINT = 1.05;
const THIN_COVERAGE = 0.9;

function shareOf(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}

function capped(share: number | null): number | null {
  return share === null ? null : Math.min(share, 1);
}
