import type { ShiftWindow } from '@millwright/contract/equipment/time-model';
import { type Random, randomOf } from './random.ts';

/** An interval of a machine of the demo; milliseconds. */
export interface DemoState {
  readonly status: string;
  readonly from: number;
  readonly to: number;
}

type Stop = readonly [status: string, minutes: readonly [number, number], weight: number];

/** Stops as they come in a plant: waiting mostly, alarms often but short, set-up seldom and long. */
const STOPS: readonly Stop[] = [
  ['idle', [4, 16], 30],
  ['idle', [0.5, 1.8], 30],
  ['alarm', [2.5, 12], 20],
  ['setup', [10, 35], 12],
  ['alarm', [8, 35], 6],
  ['maintain', [15, 40], 4],
  ['estop', [2, 7], 2],
  ['offline', [2, 6], 2],
];

/**
 * What a machine was from its first shift to now, without a gap but for a gateway that was silent now and then: it
 * starts a little late, runs, stops for one reason or another, rests in the breaks. `last` is what it is now.
 */
export function stateStream(
  seed: number,
  shifts: readonly ShiftWindow[],
  last: { readonly status: string; readonly since: number },
): DemoState[] {
  const random = randomOf(seed);
  const eager = 0.7 + random.next() * 0.6;
  const states: DemoState[] = [];
  for (const shift of shifts) {
    if (shift.from >= last.since) break;
    states.push(...shiftStates(random, shift, eager, last.since));
  }
  states.push({ status: last.status, from: last.since, to: Number.POSITIVE_INFINITY });
  return joined(states);
}

function shiftStates(
  random: Random,
  shift: ShiftWindow,
  eager: number,
  until: number,
): DemoState[] {
  const end = Math.min(shift.to, until);
  const states: DemoState[] = [];
  let at = shift.from;
  const push = (status: string, to: number) => {
    if (at >= end || to <= at) return;
    states.push({ status, from: at, to: Math.min(to, end) });
    at = Math.min(to, end);
  };
  push('idle', at + minutes(random, 0.5, 1.9));
  const rests = shift.breaks.toSorted((a, b) => a.from - b.from);
  while (at < end) {
    const rest = rests.find((pause) => pause.to > at);
    const next = Math.min(rest?.from ?? end, end);
    if (at >= next) {
      push('idle', (rest?.to ?? end) + minutes(random, 0, 1.8));
      continue;
    }
    push('run', Math.min(Math.round(at + minutes(random, 50, 190) * eager), next));
    if (at >= next) continue;
    const [status, [least, most]] = random.weighted(STOPS.map((stop) => [stop, stop[2]] as const));
    if (random.chance(0.03)) at = Math.min(at + minutes(random, 3, 20), end);
    else push(status, at + minutes(random, least, most));
  }
  return states;
}

function minutes(random: Random, least: number, most: number): number {
  return Math.round((least + random.next() * (most - least)) * 60) * 1000;
}

/** Neighbours in the same state are one interval. */
function joined(states: readonly DemoState[]): DemoState[] {
  const found: DemoState[] = [];
  for (const state of states) {
    const before = found.at(-1);
    if (before && before.status === state.status && before.to === state.from)
      found[found.length - 1] = { ...before, to: state.to };
    else found.push(state);
  }
  return found;
}
