import type { Span } from '@millwright/contract/equipment/span';

/** A state of a machine; `end` null while it lasts. Milliseconds. */
export interface ToldState {
  readonly status: string | null;
  readonly start: number;
  readonly end: number | null;
}

/** A stretch in which a machine did not run; milliseconds, working time in seconds. */
export interface Stop {
  readonly start: number;
  readonly end: number | null;
  readonly seconds: number;
  /** The state in which it stood longest. */
  readonly status: string;
}

/**
 * The stops of a machine's states in their order: neighbours that do not run are one stop, no data ends it, what lies
 * outside of working time is cut off at both ends, and what is not longer than the limit is a minor stop and left out.
 */
export function stopsOf(
  states: readonly ToldState[],
  working: (span: Span) => readonly Span[],
  limitSeconds: number,
  now: number,
): Stop[] {
  return stretchesOf(states).flatMap((stretch) => {
    const first = stretch[0];
    const last = stretch.at(-1);
    if (!first || !last) return [];
    const spans = working({ from: first.start, to: Math.max(last.end ?? now, first.start) });
    const seconds = spans.reduce((sum, { from, to }) => sum + to - from, 0) / 1000;
    if (seconds <= limitSeconds) return [];
    const end = last.end === null ? null : (spans.at(-1)?.to ?? last.end);
    return [
      { start: spans[0]?.from ?? first.start, end, seconds, status: longestOf(stretch, now) },
    ];
  });
}

/** Whether a machine in this state stands although it could be known to run. */
export function isStopped(status: string | null): boolean {
  return status !== null && status !== 'run';
}

function stretchesOf(states: readonly ToldState[]): ToldState[][] {
  const stretches: ToldState[][] = [];
  let open: ToldState[] | null = null;
  for (const state of states) {
    if (!isStopped(state.status)) open = null;
    else if (open) open.push(state);
    else stretches.push((open = [state]));
  }
  return stretches;
}

function longestOf(stretch: readonly ToldState[], now: number): string {
  const lengths = new Map<string, number>();
  for (const { status, start, end } of stretch)
    lengths.set(status ?? '', (lengths.get(status ?? '') ?? 0) + (end ?? now) - start);
  return [...lengths].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
