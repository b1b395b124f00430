import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dataSchemas, type MessageType } from './message.ts';

const at = '2026-11-02T08:00:00+08:00';

/** What each type must hold, and values that it must not hold by field; beyond that what else it may tell. */
const types: readonly {
  readonly type: MessageType;
  readonly needed: Readonly<Record<string, unknown>>;
  readonly further?: Readonly<Record<string, unknown>>;
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
}[] = [
  {
    type: 'flaw',
    needed: {
      workpieceNo: 'W-1',
      method: 'VT',
      standardCode: 'GB/T 7734',
      acceptClass: 'A',
      probeNo: 'L-7',
      result: 'OK',
      inspector: 'sunyi',
      inspectorLevel: 'II',
      certificateNo: 'NDT-1',
    },
    further: { indications: [{ type: 'crack', zone: 'hub', clock: 120, length: 1.5 }] },
    wrong: {
      workpieceNo: ['', 7],
      method: ['XX', 1],
      acceptClass: ['x'.repeat(11)],
      result: ['ok', 'MAYBE'],
      inspectorLevel: ['IV', 2],
      indications: [{}, 'none'],
    },
  },
  {
    type: 'flaw',
    needed: {
      rodNo: 'R-1',
      method: 'UT',
      standardCode: 'GB/T 6519',
      acceptClass: 'B',
      probeNo: 'P-7',
      frequency: 5,
      gain: 42.5,
      referenceBlock: 'FBH 1.2',
      result: 'NG',
      inspector: 'sunyi',
      inspectorLevel: 'II',
      certificateNo: 'NDT-1',
    },
    wrong: { frequency: [0, -1, '5 MHz'], gain: [900] },
  },
  {
    type: 'flaw',
    needed: {
      heatBatchNo: 'F1-261102-01',
      method: 'PT',
      standardCode: 'GB/T 18851',
      acceptClass: 'A',
      probeNo: 'L-2',
      dwellMinutes: 10,
      developMinutes: 7,
      uvIntensity: 1200,
      ambientLight: 15,
      result: 'OK',
      inspector: 'sunyi',
      inspectorLevel: 'III',
      certificateNo: 'NDT-1',
    },
    wrong: { dwellMinutes: [-1, 1.5], uvIntensity: [-1] },
  },
  {
    type: 'flaw',
    needed: {
      workpieceNo: 'W-1',
      method: 'RT',
      standardCode: 'GB/T 19943',
      acceptClass: 'A',
      probeNo: 'X-1',
      voltage: 160,
      current: 4,
      exposure: 30,
      result: 'OK',
      inspector: 'sunyi',
      inspectorLevel: 'I',
      certificateNo: 'NDT-1',
    },
    wrong: { voltage: [0], current: [-2], exposure: ['30 s'] },
  },
  {
    type: 'balance',
    needed: {
      workpieceNo: 'W-1',
      speed: 450,
      innerMass: 12,
      innerAngle: 30,
      outerMass: 20,
      outerAngle: 200,
    },
    further: {
      result: 'NG',
      lightSpotMark: true,
      correction: [{ plane: 'inner', kind: 'drill', mass: 8, angle: 210 }],
    },
    wrong: {
      speed: [0, -450],
      innerMass: [-0.01, '12 g'],
      innerAngle: [-1, 360.1],
      outerMass: [-1],
      outerAngle: [361],
      result: ['GOOD'],
      correction: [{ plane: 'top' }],
    },
  },
  {
    type: 'saw',
    needed: { rodNo: '6A2510-037-012', length: 255.1, targetWeight: 22.3, weight: 22.29 },
    further: { blockNo: '6A2510-037-012-07', cutIndex: 7, headTail: false, endFaceResult: 'OK' },
    wrong: {
      rodNo: ['', 'x'.repeat(41)],
      length: [0, -255],
      targetWeight: [0],
      weight: [0, '22.29'],
      cutIndex: [0, 1.5],
      endFaceResult: ['burr'],
    },
  },
  {
    type: 'forging',
    needed: {
      forgingNo: 'W-1',
      blockNo: '6A2510-037-012-07',
      furnaceSetTemp: 480,
      billetTemp: 472.5,
      dieNo: 'D18-02',
      dieHitCount: 11_040,
      appearance: 'OK',
      result: 'OK',
    },
    further: { finishForgeForce: 78_000, transferSeconds: 6.5, lubricant: 'G-100' },
    wrong: {
      billetTemp: [-51, 2001, 'hot'],
      furnaceSetTemp: [5000],
      dieHitCount: [-1, 1.5],
      appearance: ['fine'],
      result: ['GOOD'],
      finishForgeForce: [-1],
      furnaceInTime: ['yesterday'],
    },
  },
  {
    type: 'heatTreatment',
    needed: {
      heatBatchNo: 'F1-261102-01',
      state: 'loading',
      recipeCode: 'T6-6061',
      pieceCount: 24,
      basketNo: 'B-3',
      loadTime: at,
    },
    further: { temper: 'T6', pieces: [{ workpieceNo: 'W-1', layer: 1, row: 2 }] },
    wrong: { state: ['cooling', 3], pieceCount: [0, 2.5], loadTime: ['08:00'], pieces: [{}] },
  },
  {
    type: 'heatTreatment',
    needed: {
      heatBatchNo: 'F1-261102-01',
      state: 'solution',
      solutionSetTemp: 530,
      solutionMinTemp: 527,
      solutionMaxTemp: 533,
      solutionStartTime: at,
      solutionMinutes: 240,
    },
    wrong: { solutionMinTemp: [-100], solutionMaxTemp: [526.9], solutionMinutes: [-1, 2.5] },
  },
  {
    type: 'heatTreatment',
    needed: { heatBatchNo: 'F1-261102-01', state: 'quench', quenchDelay: 12.5 },
    further: { quenchMedium: 'water', waterTempBefore: 35, waterTempAfter: 48 },
    wrong: { quenchDelay: [-0.1, 'fast'], waterTempAfter: [3000] },
  },
  {
    type: 'heatTreatment',
    needed: {
      heatBatchNo: 'F1-261102-01',
      state: 'ageing',
      ageingSetTemp: 175,
      ageingMinTemp: 173,
      ageingMaxTemp: 177,
      ageingStartTime: at,
      ageingMinutes: 480,
    },
    wrong: { ageingMaxTemp: [172], ageingStartTime: [1_700_000_000] },
  },
  {
    type: 'toolLife',
    needed: { toolGroupNo: 3, toolNo: 12, lifeCount: 410 },
    wrong: { toolGroupNo: [0, 10_000, 'T3'], toolNo: [0, 1.5], lifeCount: [-1, '410'] },
  },
  {
    type: 'toolOffset',
    needed: { toolGroupNo: 3, toolNo: 12, zWorn: 0.085 },
    further: { xShape: -120.5, tipDirection: 3 },
    wrong: {
      toolGroupNo: [0],
      toolNo: [10_000],
      zWorn: [100_000, '0.085'],
      cShape: [-100_000],
      tipDirection: [10, -1],
    },
  },
];

/** Fields of which one is enough, by the name under which their absence is told. */
const CHOICE: Readonly<Record<string, string>> = { zWorn: 'xShape…radiusWorn' };

describe.each(types)('$type of $needed', ({ type, needed, further = {}, wrong }) => {
  const told = (data: unknown) => {
    const { error } = dataSchemas[type].safeParse(data);
    return (error?.issues ?? []).map(({ path }) => String(path[0]));
  };

  it('takes what it must hold, with what else it may tell and fields that nobody knows', () => {
    expect(told(needed)).toEqual([]);
    const all = { ...needed, ...further, ofTheMaker: { any: 1 } };
    expect(dataSchemas[type].parse(all)).toEqual(all);
    expect(told({})).not.toEqual([]);
  });

  it.each(Object.keys(needed))('names %s where it is missing or empty', (field) => {
    const { [field]: _left, ...rest } = needed;
    const name = CHOICE[field] ?? field;
    expect(told(rest)).toContain(name);
    expect(told({ ...needed, [field]: null })).toContain(name);
  });

  it.each(Object.entries(wrong))('names %s where it is wrong', (field, values) => {
    for (const value of values) expect(told({ ...needed, [field]: value })).toContain(field);
  });
});

it('takes a flaw record of one object only, and names each further one', () => {
  const { success, error } = dataSchemas.flaw.safeParse({ ...types[0]?.needed, rodNo: 'R-1' });
  expect(success).toBe(false);
  expect(error?.issues.map(({ path }) => path)).toEqual([['rodNo']]);
});

it('takes the static unbalance as a whole', () => {
  const run = types.find(({ type }) => type === 'balance')?.needed;
  const { error } = dataSchemas.balance.safeParse({ ...run, staticMass: 8.44 });
  expect(error?.issues.map(({ path }) => path)).toEqual([['staticAngle']]);
  expect(
    dataSchemas.balance.safeParse({ ...run, staticMass: 8.44, staticAngle: 185.7 }).success,
  ).toBe(true);
});

it('lets no block out of the furnace before it went in', () => {
  const forged = types.find(({ type }) => type === 'forging')?.needed;
  const inTime = '2026-11-02T08:00:00+08:00';
  const passes = (furnaceOutTime: string) =>
    dataSchemas.forging.safeParse({ ...forged, furnaceInTime: inTime, furnaceOutTime }).success;
  expect(passes('2026-11-02T00:00:00Z')).toBe(true);
  expect(passes('2026-11-02T07:59:59+08:00')).toBe(false);
});

it('takes any balance in its ranges and none outside', () => {
  const run = types.find(({ type }) => type === 'balance')?.needed;
  const takes = (fields: object) => dataSchemas.balance.safeParse({ ...run, ...fields }).success;
  fc.assert(
    fc.property(
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      fc.double({ min: -1000, max: 1000, noNaN: true }),
      (innerMass, outerAngle) => {
        const isGood = innerMass >= 0 && outerAngle >= 0 && outerAngle <= 360;
        expect(takes({ innerMass, outerAngle })).toBe(isGood);
      },
    ),
  );
});
