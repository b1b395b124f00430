import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { usualMapping } from '@millwright/contract/device/mapping';
import { missingItems } from '@millwright/contract/device/source';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../kernel/testing.ts';
import { makeGateway, type TestGateway } from '../testing.ts';
import { readDevices } from './mtconnect-devices.ts';
import { readStreams } from './mtconnect-document.ts';
import { notesOf, openAgent, readAgent, statesOf } from './mtconnect.testing.ts';
import { until } from './until.testing.ts';

const fixture = (name: string) =>
  gunzipSync(readFileSync(path.join(import.meta.dirname, '../fixtures', name))).toString('utf8');

describe('documents of a real agent', () => {
  it('tells its devices and their data items', () => {
    const devices = readDevices(fixture('mtconnect-devices.xml.gz'));
    expect(devices.map(({ name, uuid, items }) => [name, uuid, items.length])).toEqual([
      ['GFAgie01', 'mtc_adapter001', 23],
      ['Mazak01', 'mtc_adapter002', 65],
      ['Mazak03', 'mtc_adapter004', 63],
      ...[1, 2, 3, 4, 6].map((n) => [
        `Hurco0${n}`,
        `mtc_adapter0${String(n + 4).padStart(2, '0')}`,
        15,
      ]),
    ]);
    const items = devices.flatMap((device) => device.items);
    expect(items.find(({ item }) => item === 'Xposition')).toEqual({
      source: 'GFAgie01',
      item: 'Xposition',
      category: 'SAMPLE',
      type: 'POSITION',
      units: 'MILLIMETER',
    });
    const mapping = usualMapping('NB-MC-01').devices.map((one) => ({ ...one, source: 'Mazak01' }));
    expect(missingItems({ devices: mapping }, items)).toEqual([]);
    expect(
      missingItems({ devices: mapping.map((one) => ({ ...one, source: 'Mazak02' })) }, items),
    ).toEqual([{ deviceNumber: 'NB-MC-01', source: 'Mazak02', item: null }]);
    expect(() => readDevices('<!DOCTYPE x><MTConnectDevices/>')).toThrow('document type');
  });

  it('tells of a machine that is away, each item at its sequence number', () => {
    const document = readStreams(fixture('mtconnect-streams-141.xml.gz'));
    expect(document).toMatchObject({
      instanceId: '1475083573',
      firstSequence: 1_240_241,
      nextSequence: 1_371_313,
      creationTime: Date.parse('2016-09-28T17:32:24Z'),
      error: null,
    });
    expect(document.observations).toHaveLength(26);
    expect(new Set(document.observations.map(({ source }) => source))).toEqual(
      new Set(['GFAgie01']),
    );
    const conditions = document.observations.filter(({ condition }) => condition);
    expect(conditions.map(({ value }) => value)).toEqual(Array(8).fill('Unavailable'));
    expect(
      document.observations.filter(
        ({ value }) => value !== 'UNAVAILABLE' && value !== 'Unavailable',
      ),
    ).toEqual([]);
  });

  it('tells of a machine at work', () => {
    const document = readStreams(fixture('mtconnect-streams-405.xml.gz'));
    expect(document).toMatchObject({ firstSequence: 159_865, nextSequence: 290_937 });
    expect(document.observations).toHaveLength(10_055);
    const levels = document.observations.flatMap(({ condition, value }) =>
      condition ? value : [],
    );
    const count = (level: string) => levels.filter((one) => one === level).length;
    expect(['Unavailable', 'Normal', 'Warning', 'Fault'].map(count)).toEqual([50, 21, 2, 0]);
  });

  it('knows an error by its code, as agents of any version tell it', () => {
    for (const error of [
      '<Error errorCode="OUT_OF_RANGE">x</Error>',
      '<OutOfRange errorCode="OUT_OF_RANGE"/>',
    ])
      expect(
        readStreams(
          `<MTConnectError><Header instanceId="1"/><Errors>${error}</Errors></MTConnectError>`,
        ).error,
      ).toBe('OUT_OF_RANGE');
  });
});

describe('agents that lose what was not read', () => {
  let test: TestApp;
  const ending: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    test = await testApp();
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });
  afterAll(() => test.close());

  it('reads on from what is now, marks the gap, and tells what the mapping names in vain', async () => {
    const agent = await openAgent();
    ending.push(() => agent.close());
    // Without a mapping of its own the server that the test runs in does not read it too.
    const gateway = await makeGateway(test, ['GAP-1'], {
      isHistory: true,
      protocol: 'mtconnect',
      address: agent.address,
    });
    agent.say(1, 'READY', 0);
    const reader = await reading(gateway);
    await until(async () => (await states(gateway)).join() === 'READY');
    agent.say(2, 'ACTIVE', 60);
    await until(async () => (await states(gateway)).join() === 'READY,ACTIVE');
    await reader.stop();
    agent.say(3, 'STOPPED', 120);
    agent.say(4, 'ACTIVE', 180);
    agent.forget(4);
    await reading(gateway);
    await until(async () => (await states(gateway)).length === 4);
    expect(await states(gateway)).toEqual(['READY', 'ACTIVE', 'OUT_OF_RANGE', 'ACTIVE']);
    agent.startAnew();
    agent.say(1, 'ACTIVE', 180);
    await until(async () => (await notesOf(test, gateway)).includes('gap RESTARTED'));
    agent.say(2, 'READY', 240);
    await until(async () => (await states(gateway)).length === 5);
    expect((await states(gateway)).slice(-2)).toEqual(['ACTIVE', 'READY']);
    expect(new Set(await notesOf(test, gateway))).toEqual(
      new Set([
        'item mode',
        'item program',
        'item estop',
        'item path_system',
        'gap OUT_OF_RANGE',
        'gap RESTARTED',
      ]),
    );
  }, 60_000);

  async function reading(gateway: TestGateway) {
    const reader = await readAgent(test, gateway);
    ending.push(() => reader.stop());
    return reader;
  }

  const states = (gateway: TestGateway) => statesOf(test, gateway);
});
