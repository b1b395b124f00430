import { z } from 'zod';
import { inspectionDictionaries } from '../dictionaries/inspection.ts';
import { amount, code, figures, instant, name, piece } from './message-value.ts';

/*
 * What machines say for the records of a page: what the record needs and only the machine knows is demanded, what the
 * message around it tells (machine, line, order, time) and what the page counts is not. Further fields are kept.
 */

const between = (min: number, max: number) => z.number().min(min).max(max);
const above = (min: number, max: number) => z.number().gt(min).max(max);
const whole = (min: number, max: number) => z.number().int().min(min).max(max);
const celsius = between(-50, 2000);
const degrees = between(0, 360);
const grams = between(0, 999_999.99);
const kilograms = above(0, 99_999.999);
const millimetres = above(0, 99_999.9);
const minutes = whole(0, 100_000);
const seconds = between(0, 99_999.9);
const kilonewtons = between(0, 9_999_999.9);

const verdict = z.enum(valuesOf('inspect_result'));
const method = z.enum(valuesOf('flaw_method'));

/** What must be told of each method: MHz and dB, minutes, µW/cm² and lx, kV and mA. */
const MEANS: Readonly<Record<string, readonly string[]>> = {
  UT: ['frequency', 'gain', 'referenceBlock'],
  ET: ['frequency', 'gain', 'referenceBlock'],
  PT: ['dwellMinutes', 'developMinutes', 'uvIntensity', 'ambientLight'],
  RT: ['voltage', 'current', 'exposure'],
};

const OBJECTS = ['workpieceNo', 'rodNo', 'heatBatchNo'] as const;

/** Sizes in mm, amplitude in dB, the clock position in degrees. */
const indication = z.looseObject({
  type: code(40),
  zone: z.enum(['hub', 'spoke', 'rim', 'flange', 'bolt']).nullish(),
  clock: degrees.nullish(),
  radius: between(0, 5000).nullish(),
  depth: between(0, 5000).nullish(),
  length: between(0, 5000).nullish(),
  width: between(0, 5000).nullish(),
  amplitude: between(-200, 200).nullish(),
  judgement: verdict.nullish(),
});

/** Of one piece, rod or furnace load, by a method with its means, signed by an inspector. */
export const flawData = z
  .looseObject({
    workpieceNo: piece.nullish(),
    rodNo: code(40).nullish(),
    heatBatchNo: code(40).nullish(),
    method,
    standardCode: code(40),
    acceptClass: code(10),
    probeNo: code(40),
    frequency: above(0, 1000).nullish(),
    gain: between(-200, 200).nullish(),
    referenceBlock: code(40).nullish(),
    dwellMinutes: minutes.nullish(),
    developMinutes: minutes.nullish(),
    uvIntensity: between(0, 1_000_000).nullish(),
    ambientLight: between(0, 1_000_000).nullish(),
    voltage: above(0, 10_000).nullish(),
    current: above(0, 10_000).nullish(),
    exposure: above(0, 1_000_000).nullish(),
    indications: z.array(indication).max(500).nullish(),
    result: verdict,
    inspector: code(60),
    inspectorLevel: z.enum(['I', 'II', 'III']),
    certificateNo: code(40),
  })
  .superRefine((data, context) => {
    const told = OBJECTS.filter((object) => isTold(data[object]));
    const wrong = told.length === 0 ? OBJECTS : told.slice(1);
    const missing = (MEANS[data.method] ?? []).filter((means) => !isTold(data[means]));
    for (const field of [...wrong, ...missing])
      context.addIssue({ code: 'custom', path: [field], message: 'empty' });
  });

/** One run: speed in rpm, both planes in g and degrees. The page adds the planes up and holds them against the limits. */
export const balanceData = z
  .looseObject({
    workpieceNo: piece,
    speed: above(0, 99_999.9),
    innerMass: grams,
    innerAngle: degrees,
    outerMass: grams,
    outerAngle: degrees,
    staticMass: grams.nullish(),
    staticAngle: degrees.nullish(),
    correctionRadius: millimetres.nullish(),
    correction: z
      .array(
        z.looseObject({
          plane: z.enum(['inner', 'outer']),
          kind: z.enum(['drill', 'weight']),
          mass: grams,
          angle: degrees,
        }),
      )
      .max(50)
      .nullish(),
    result: verdict.nullish(),
    lightSpotMark: z.boolean().nullish(),
  })
  .superRefine((data, context) => together(data, ['staticMass', 'staticAngle'], context));

/** One block that was cut: mm and kg; `cutIndex` 1 is the head end. */
export const sawData = z.looseObject({
  rodNo: code(40),
  blockNo: code(40).nullish(),
  cutIndex: whole(1, 1000).nullish(),
  headTail: z.boolean().nullish(),
  length: millimetres,
  targetWeight: kilograms,
  weight: kilograms,
  kerfLoss: between(0, 1000).nullish(),
  endFaceResult: verdict.nullish(),
  tempBasketNo: name(30),
  startTime: instant.nullish(),
  endTime: instant.nullish(),
});

/** One forging: °C, kN, mm, s and kg. */
export const forgingData = z
  .looseObject({
    forgingNo: code(40),
    blockNo: code(40),
    furnaceNo: name(40),
    furnaceInTime: instant.nullish(),
    furnaceOutTime: instant.nullish(),
    soakMinutes: minutes.nullish(),
    furnaceSetTemp: celsius,
    billetTemp: celsius,
    transferSeconds: seconds.nullish(),
    dieNo: code(30),
    dieHitCount: amount,
    upperDieTemp: celsius.nullish(),
    lowerDieTemp: celsius.nullish(),
    preForgeForce: kilonewtons.nullish(),
    finishForgeForce: kilonewtons.nullish(),
    flareForce: kilonewtons.nullish(),
    stroke: between(0, 100_000).nullish(),
    speed: between(0, 100_000).nullish(),
    holdSeconds: seconds.nullish(),
    startForgeTemp: celsius.nullish(),
    endForgeTemp: celsius.nullish(),
    lubricant: name(40),
    thickness: millimetres.nullish(),
    outerDiameter: millimetres.nullish(),
    weight: kilograms.nullish(),
    spinPasses: whole(0, 100).nullish(),
    spinFeed: between(0, 100_000).nullish(),
    rimLength: millimetres.nullish(),
    appearance: verdict,
    result: verdict,
    ngReason: name(40),
    paramCurve: figures.nullish(),
  })
  .refine(
    ({ furnaceInTime, furnaceOutTime }) =>
      !furnaceInTime || !furnaceOutTime || Date.parse(furnaceInTime) <= Date.parse(furnaceOutTime),
    { path: ['furnaceOutTime'], message: 'order' },
  );

const load = { heatBatchNo: code(40) };

/** A stage of a furnace load that has ended, with its figures: °C, minutes, seconds. */
export const heatTreatmentData = z.discriminatedUnion('state', [
  z.looseObject({
    ...load,
    state: z.literal('loading'),
    recipeCode: code(40),
    temper: name(10),
    pieceCount: whole(1, 10_000),
    basketNo: code(40),
    loadTime: instant,
    pieces: z
      .array(
        z.looseObject({
          workpieceNo: piece,
          layer: whole(1, 1000).nullish(),
          row: whole(1, 1000).nullish(),
        }),
      )
      .max(10_000)
      .nullish(),
  }),
  z
    .looseObject({
      ...load,
      state: z.literal('solution'),
      solutionSetTemp: celsius,
      solutionMinTemp: celsius,
      solutionMaxTemp: celsius,
      solutionStartTime: instant,
      solutionMinutes: minutes,
    })
    .refine((data) => data.solutionMinTemp <= data.solutionMaxTemp, {
      path: ['solutionMaxTemp'],
      message: 'order',
    }),
  z.looseObject({
    ...load,
    state: z.literal('quench'),
    quenchDelay: between(0, 9999.9),
    quenchMedium: name(40),
    waterTempBefore: celsius.nullish(),
    waterTempAfter: celsius.nullish(),
  }),
  z
    .looseObject({
      ...load,
      state: z.literal('ageing'),
      ageingSetTemp: celsius,
      ageingMinTemp: celsius,
      ageingMaxTemp: celsius,
      ageingStartTime: instant,
      ageingMinutes: minutes,
    })
    .refine((data) => data.ageingMinTemp <= data.ageingMaxTemp, {
      path: ['ageingMaxTemp'],
      message: 'order',
    }),
]);

const tool = { toolGroupNo: whole(1, 9999), toolNo: whole(1, 9999) };

/** In the unit in which the tool group counts: times, minutes or pieces. */
export const toolLifeData = z.looseObject({ ...tool, lifeCount: between(0, 9_999_999_999.99) });

const offset = between(-99_999.9999, 99_999.9999).nullish();

const offsets = {
  xShape: offset,
  yShape: offset,
  zShape: offset,
  cShape: offset,
  radiusShape: offset,
  xWorn: offset,
  yWorn: offset,
  zWorn: offset,
  cWorn: offset,
  radiusWorn: offset,
};

/** Offsets as the control holds them, one at least: mm, C in degrees. */
export const toolOffsetData = z
  .looseObject({ ...tool, ...offsets, tipDirection: whole(0, 9).nullish() })
  .refine((data) => Object.keys(offsets).some((axis) => isTold(data[axis])), {
    path: ['xShape…radiusWorn'],
    message: 'empty',
  });

/** Both or neither. */
function together(
  data: Readonly<Record<string, unknown>>,
  fields: readonly string[],
  context: z.RefinementCtx,
): void {
  const missing = fields.filter((field) => !isTold(data[field]));
  if (missing.length === fields.length) return;
  for (const field of missing)
    context.addIssue({ code: 'custom', path: [field], message: 'empty' });
}

function isTold(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Values of a fixed dictionary. */
function valuesOf(type: string): string[] {
  const found = inspectionDictionaries.find((dictionary) => dictionary.type === type);
  return found?.items.map(({ value }) => value) ?? [];
}
