import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from './testing.ts';

const RUNS = 25;

describe('words of alarms that come late', () => {
  let test: TestApp;
  let gateway: TestGateway;
  beforeAll(async () => {
    test = await testApp();
    const numbers = Array.from({ length: RUNS * 2 + 20 }, (_, place) => `D${place}`);
    gateway = await makeGateway(test, numbers, { isHistory: true });
  });
  afterAll(() => test.close());

  const query = async <T extends object>(text: string, ...values: unknown[]) =>
    (await test.database.owner.query<T>(text, values)).rows;

  /** A free machine. */
  let used = 0;
  const machine = () => `D${(used += 1)}`;

  const BEGIN = Date.UTC(2026, 4, 1);

  function wordOf(deviceNumber: string, [seconds, data]: Word) {
    const sendTime = new Date(BEGIN + seconds * 1000).toISOString();
    return message(gateway, { type: 'alarm', deviceNumber, sendTime, data });
  }

  async function say(deviceNumber: string, ...batches: readonly (readonly Word[])[]) {
    for (const words of batches)
      await post(
        test,
        gateway,
        words.map((word) => wordOf(deviceNumber, word)),
      );
  }

  /** Encoding, start and end of the alarms of a machine, in seconds. */
  async function alarmsOf(deviceNumber: string): Promise<[string, number, number | null][]> {
    const found = await query<{ encoding: string; start: number; end: number | null }>(
      `select encoding, extract(epoch from start_time)::float8 - $2 as start, extract(epoch from end_time)::float8 - $2 as "end"
       from alarm_event where equipment_id = $1 order by encoding, start_time`,
      gateway.devices[deviceNumber],
      BEGIN / 1000,
    );
    return found.map(({ encoding, start, end }) => [encoding, start, end]);
  }

  const entriesOf = (deviceNumber: string) =>
    query<{ start: number; duration: number | null; count: number }>(
      `select extract(epoch from at)::float8 - $2 as start, duration, count
       from log_alarm where device_number = $1 order by at, id`,
      deviceNumber,
      BEGIN / 1000,
    );

  const on = (seconds: number, encoding = 'E1', group?: string): Word => [
    seconds,
    { encoding, active: 1, ...(group ? { group } : {}) },
  ];
  const off = (seconds: number, encoding = 'E1'): Word => [seconds, { encoding, active: 0 }];

  it('ends at the first going after it, whatever came before it', async () => {
    const [a, b] = [machine(), machine()];
    await say(a, [on(3000)], [on(100)], [off(200)], [off(4000)]);
    await say(b, [on(3000), off(4000)], [on(100)], [off(200)]);
    for (const number of [a, b]) {
      expect(await alarmsOf(number)).toEqual([
        ['E1', 100, 200],
        ['E1', 3000, 4000],
      ]);
      expect(await entriesOf(number)).toEqual([
        { start: 100, duration: 100, count: 1 },
        { start: 3000, duration: 1000, count: 1 },
      ]);
    }
  });

  it('comes again where a late going parts it from its repeat', async () => {
    const number = machine();
    await say(number, [on(100), on(400)], [off(200)]);
    expect(await alarmsOf(number)).toEqual([
      ['E1', 100, 200],
      ['E1', 400, null],
    ]);
    expect(await entriesOf(number)).toEqual([
      { start: 100, duration: 100, count: 1 },
      { start: 400, duration: null, count: 1 },
    ]);
  });

  it('folds a late repeat within 60 s into the entry that is there', async () => {
    const number = machine();
    await say(number, [on(100), off(110)], [on(300)], [on(150), off(155)], [on(305)]);
    expect(await entriesOf(number)).toEqual([
      { start: 100, duration: 55, count: 2 },
      { start: 300, duration: null, count: 2 },
    ]);
  });

  it('leaves two entries two that a late alarm brings within 60 s of each other, and counts it in the first', async () => {
    const number = machine();
    await say(number, [on(100), off(110)], [on(180)], [on(150), off(155)]);
    expect(await alarmsOf(number)).toEqual([
      ['E1', 100, 110],
      ['E1', 150, 155],
      ['E1', 180, null],
    ]);
    expect(await entriesOf(number)).toEqual([
      { start: 100, duration: 55, count: 2 },
      { start: 180, duration: null, count: 1 },
    ]);
  });

  it('leaves no alarm standing that a late coming of another group makes part of one', async () => {
    const number = machine();
    await say(number, [on(100, 'E1', 'G1')], [[200, { active: 0, group: 'G1' }]]);
    await say(number, [on(300, 'E1', 'G2')], [on(50, 'E1', 'G2')]);
    expect(await alarmsOf(number)).toEqual([['E1', 50, null]]);
    await say(number, [off(400)]);
    expect(await alarmsOf(number)).toEqual([['E1', 50, 400]]);
    expect(await entriesOf(number)).toEqual([
      { start: 100, duration: 300, count: 2 },
      { start: 300, duration: 0, count: 1 },
    ]);
  });

  it('are the same alarms in whatever order they come', async () => {
    const kind = fc.constantFrom('on', 'on', 'off', 'group', 'all');
    const words = fc
      .uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 3, maxLength: 9 })
      .chain((times) =>
        fc.tuple(
          fc.constant(times.toSorted((a, b) => a - b)),
          fc.array(fc.tuple(kind, fc.constantFrom('E1', 'E2'), fc.constantFrom('G1', 'G2')), {
            minLength: times.length,
            maxLength: times.length,
          }),
          fc.shuffledSubarray(times, { minLength: times.length }),
          fc.integer({ min: 1, max: 3 }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(words, async ([times, kinds, arrival, size]) => {
        const said = new Map(times.map((time, place) => [time, sayingOf(time, kinds[place])]));
        const ordered = wordsAt(times, said);
        const shuffled = wordsAt(arrival, said);
        const [inOrder, anyhow] = [machine(), machine()];
        await say(inOrder, ordered);
        await say(anyhow, ...partsOf(shuffled, size));
        expect(await alarmsOf(anyhow)).toEqual(await alarmsOf(inOrder));
        expect(await alarmsOf(inOrder)).toEqual(plainAlarms(ordered));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

type Word = readonly [seconds: number, data: Record<string, unknown>];

function sayingOf(
  time: number,
  [kind, encoding, group]: readonly [string, string, string] = ['all', '', ''],
): Word {
  if (kind === 'on') return [time, { encoding, active: 1, group }];
  if (kind === 'off') return [time, { encoding, active: 0 }];
  return [time, kind === 'group' ? { active: 0, group } : { active: 0 }];
}

function wordsAt(times: readonly number[], said: ReadonlyMap<number, Word>): Word[] {
  return times.map((time) => said.get(time) ?? sayingOf(time));
}

function partsOf<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, place) => all.slice(place * size, (place + 1) * size));
}

/** The alarms of words in order: each coming that finds none standing, until the first going that means it. */
function plainAlarms(words: readonly Word[]): [string, number, number | null][] {
  return ['E1', 'E2'].flatMap((encoding) => {
    const alarms: [string, number, number | null][] = [];
    let group: unknown = null;
    for (const [time, data] of words) {
      const last = alarms.at(-1);
      const stands = last !== undefined && last[2] === null;
      const isMeant = data.encoding
        ? data.encoding === encoding
        : !data.group || data.group === group;
      if (!isMeant) continue;
      if (data.active === 0 && stands && last) last[2] = time;
      if (data.active === 0 || stands) continue;
      alarms.push([encoding, time, null]);
      group = data.group;
    }
    return alarms;
  });
}
