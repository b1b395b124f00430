import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clipSpans, cutSpans, mergeSpans, secondsOf } from './span.ts';
import {
  addSums,
  bottleneckOf,
  failuresIn,
  failuresOf,
  keyFigures,
  type ShiftWindow,
  timesIn,
} from './time-model.ts';

const MINUTE = 60_000;
const at = (minutes: number) => minutes * MINUTE;
const span = (from: number, to: number) => ({ from: at(from), to: at(to) });
const state = (status: string | null, from: number, to: number) => ({ status, ...span(from, to) });

/** 720 minutes with two breaks of 30. */
const shift: ShiftWindow = {
  ...span(0, 720),
  shiftDate: '2025-11-06',
  shiftId: '1',
  breaks: [span(240, 270), span(540, 570)],
};

describe('the worked example', () => {
  const times = timesIn(
    shift,
    [
      state('idle', 0, 30),
      state('run', 30, 240),
      state('idle', 240, 270),
      state('run', 270, 540),
      state('idle', 540, 570),
      state('run', 570, 630),
      state('alarm', 630, 720),
    ],
    [span(0, 30)],
  );
  const figures = keyFigures({
    ...times,
    output: { good: 200, ng: 5, standardSeconds: 205 * 145, runSeconds: times.run },
  });
  const percent = (share: number | null) => Math.round((share ?? 0) * 1000) / 10;

  it('divides times and pieces as written', () => {
    expect(times.run).toBe(540 * 60);
    expect(figures.shiftTime).toBe(660 * 60);
    expect(figures.plannedTime).toBe(630 * 60);
    expect(percent(figures.actionRate)).toBe(81.8);
    expect(percent(figures.availability)).toBe(85.7);
    expect(percent(figures.performance)).toBe(91.7);
    expect(percent(figures.quality)).toBe(97.6);
    expect(percent(figures.oee)).toBe(76.7);
    expect(figures.isBeatTooLong).toBe(false);
    expect(figures.coverage).toBe(1);
    expect(times).toMatchObject({ failures: 1, failureSeconds: 5400 });
  });

  it('counts overlapping stops once: 00:00–15:00 and 00:10–14:00 cost 15 h', () => {
    expect(secondsOf([span(0, 900), span(10, 840)])).toBe(15 * 3600);
  });
});

describe('failures', () => {
  it('are one however often the machine changed its program, its mode or its word meanwhile', () => {
    const told = [
      state('run', 0, 60),
      state('alarm', 60, 63),
      state('estop', 63, 66),
      state('alarm', 66, 69),
      state('run', 69, 100),
      state('alarm', 100, 104),
      state('run', 104, 720),
    ];
    expect(timesIn(shift, told)).toMatchObject({ failures: 1, failureSeconds: 9 * 60 });
  });

  it('take the working time that they cost: a break in them costs none', () => {
    const told = [state('run', 0, 230), state('alarm', 230, 280), state('run', 280, 720)];
    expect(timesIn(shift, told)).toMatchObject({ failures: 1, failureSeconds: 20 * 60 });
    expect(keyFigures(timesIn(shift, told)).mttr).toBe(20 * 60);
  });

  it('count once, in the shift in which they begin, and cost time in each', () => {
    const next: ShiftWindow = {
      ...span(720, 1440),
      shiftDate: '2025-11-06',
      shiftId: '2',
      breaks: [],
    };
    const failures = failuresOf([state('alarm', 700, 730), state('alarm', 1500, 1600)]);
    expect(failuresIn([shift, next], failures)).toEqual([
      { failures: 1, failureSeconds: 20 * 60 },
      { failures: 0, failureSeconds: 10 * 60 },
    ]);
  });
});

it('marks a standard beat that looks too long instead of hiding it', () => {
  const sums = { ...timesIn(shift, [state('run', 0, 720)]) };
  const output = { good: 300, ng: 0, standardSeconds: sums.run * 1.06, runSeconds: sums.run };
  const figures = keyFigures({ ...sums, output });
  expect(figures.performance).toBeCloseTo(1.06);
  expect(figures.oee).toBe(1);
  expect(figures.isBeatTooLong).toBe(true);
});

it('holds pieces against the time in which they were counted, and says how much that was', () => {
  const counted = timesIn(shift, [state('run', 0, 240)]);
  const output = { good: 90, ng: 10, standardSeconds: 100 * 120, runSeconds: counted.run };
  const silent = timesIn(shift, [state('run', 0, 720)]);
  const figures = keyFigures(addSums([{ ...counted, output }, silent]));
  expect(figures.performance).toBeCloseTo((100 * 120) / (240 * 60));
  expect(figures.counted).toBeCloseTo(240 / (240 + 660));
  expect(figures.quality).toBe(0.9);
  const unpaced = { ...output, standardSeconds: null };
  const mixed = keyFigures(
    addSums([
      { ...counted, output },
      { ...counted, output: unpaced },
    ]),
  );
  expect(mixed).toMatchObject({ performance: null, oee: null, quality: 0.9 });
});

it('calls what no state covers no data, and marks figures that lack a tenth', () => {
  const figures = keyFigures(timesIn(shift, [state('run', 0, 240), state(null, 240, 720)]));
  expect(figures.noData).toBe((660 - 240) * 60);
  expect(figures.coverage).toBeCloseTo(240 / 660);
  expect(figures.isThin).toBe(true);
});

it('divides a shift that goes on by what has gone by', () => {
  const figures = keyFigures(timesIn(shift, [state('run', 0, 60)], [], at(60)));
  expect(figures.actionRate).toBe(1);
  expect(keyFigures(timesIn(shift, [], [], at(0))).actionRate).toBeNull();
});

it('takes the machine with the longest standard beat for the line', () => {
  const device = (equipmentId: string, standardBeat: number | null, isBottleneck = false) => ({
    equipmentId,
    standardBeat,
    isBottleneck,
  });
  expect(bottleneckOf([])).toBeNull();
  expect(bottleneckOf([device('1', 60, true), device('2', 90)])?.equipmentId).toBe('2');
  expect(bottleneckOf([device('1', 90), device('2', 90, true)])?.equipmentId).toBe('2');
});

describe('whatever the machine says', () => {
  const moments = fc.tuple(
    fc.integer({ min: -500, max: 1500 }),
    fc.integer({ min: -500, max: 1500 }),
  );
  const spans = fc.array(
    moments.map(([from, to]) => span(from, to)),
    { maxLength: 12 },
  );
  const states = fc.array(
    fc
      .tuple(fc.constantFrom('run', 'idle', 'alarm', 'estop', 'setup', 'offline', null), moments)
      .map(([status, [from, to]]) => ({ status, ...span(from, to) })),
    { maxLength: 20 },
  );

  it('keeps shares between 0 and 1', () => {
    fc.assert(
      fc.property(states, spans, fc.integer({ min: -100, max: 900 }), (told, stops, now) => {
        const figures = keyFigures(timesIn(shift, told, stops, at(now)));
        for (const share of [figures.actionRate, figures.availability, figures.coverage])
          if (share !== null) expect(share >= 0 && share <= 1).toBe(true);
        expect(figures.plannedTime).toBeGreaterThanOrEqual(0);
        expect(figures.noData).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('splits time without losing or doubling any', () => {
    fc.assert(
      fc.property(spans, spans, (some, other) => {
        const whole = secondsOf(some);
        expect(secondsOf(clipSpans(some, other)) + secondsOf(cutSpans(some, other))).toBe(whole);
        expect(mergeSpans(mergeSpans(some))).toEqual(mergeSpans(some));
        const merged = mergeSpans(some);
        for (const [index, { from }] of merged.slice(1).entries())
          expect(from).toBeGreaterThan(merged[index]?.to ?? 0);
      }),
    );
  });

  it('adds two parts of a shift up to the whole', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 719 }), (running, cut) => {
        const told = running.map((one) => ({ status: 'run', ...one }));
        const whole = timesIn(shift, told);
        const sum = addSums([
          timesIn({ ...shift, to: at(cut) }, told),
          timesIn({ ...shift, from: at(cut) }, told),
        ]);
        expect(sum.run).toBeCloseTo(whole.run);
        expect(sum.shiftTime).toBe(whole.shiftTime);
        expect(keyFigures(sum).actionRate).toBeCloseTo(keyFigures(whole).actionRate ?? 0);
      }),
    );
  });
});
