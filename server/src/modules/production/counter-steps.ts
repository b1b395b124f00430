import type { OutputPlace } from './output-hours.ts';

/** A counter that a machine told at a station. */
export interface Reading extends OutputPlace {
  readonly counter: number;
  /** Its time is only that of its arrival. */
  readonly timeSuspect: boolean;
}

/** What a reading adds to the readings before it. */
export interface Step<R extends Reading = Reading> {
  readonly reading: R;
  readonly output: number;
  /** What the next reading is held against. */
  readonly reached: number;
}

/**
 * The steps of readings of one counter in their order, `reached` by those before them (null: none). A smaller counter
 * was reset and counts from 0; one of which the time is not known is an old one instead, and counts for nothing.
 */
export function stepsOf<R extends Reading>(
  readings: readonly R[],
  reached: number | null,
): Step<R>[] {
  let last = reached;
  return readings.map((reading) => {
    const { counter, timeSuspect } = reading;
    const isBehind = last !== null && counter < last;
    if (last !== null && isBehind && timeSuspect) return { reading, output: 0, reached: last };
    const output = last === null ? 0 : isBehind ? counter : counter - last;
    last = counter;
    return { reading, output, reached: counter };
  });
}

/** Counters of one moment rise: the clock may have stood, the machine did not. */
export function byMoment(a: Reading, b: Reading): number {
  return a.at - b.at || a.counter - b.counter;
}

/** Of which counter a reading is. */
export function counterKey({ equipmentId, stationId }: OutputPlace): string {
  return `${equipmentId} ${stationId}`;
}
