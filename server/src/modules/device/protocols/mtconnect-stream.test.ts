import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../../kernel/testing.ts';
import { makeGateway, type TestGateway } from '../testing.ts';
import {
  notesOf,
  openAgent,
  partOf,
  readAgent,
  statesOf,
  type TestAgent,
} from './mtconnect.testing.ts';
import { until } from './until.testing.ts';

describe('agents that hold a stream open', () => {
  let test: TestApp;
  let count = 0;
  const ending: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    test = await testApp();
  });
  afterEach(async () => {
    for (const end of ending.splice(0).toReversed()) await end();
  });
  afterAll(() => test.close());

  it('tell what changes without being asked again, and are heard while nothing changes', async () => {
    const { agent, gateway } = await reading(1000);
    await until(() => agent.streams.size === 1);
    const before = [...agent.asked];
    agent.say(2, 'ACTIVE', 60);
    await until(async () => (await states(gateway)).join() === 'READY,ACTIVE');
    const heard = await heardAt(gateway);
    await until(async () => (await heardAt(gateway)) > heard);
    agent.say(3, 'STOPPED', 120);
    agent.say(4, 'ACTIVE', 180);
    await until(async () => (await states(gateway)).length === 4);
    expect(await states(gateway)).toEqual(['READY', 'ACTIVE', 'STOPPED', 'ACTIVE']);
    expect(agent.asked).toEqual(before);
    expect(samplesOf(agent)).toEqual(['/sample?from=2&count=1000&interval=500&heartbeat=1000']);
  });

  it('are read on from the last part when a stream ends, and no gap is noted', async () => {
    const { agent, gateway, reader } = await reading();
    await until(() => agent.streams.size === 1);
    agent.say(2, 'ACTIVE', 60);
    await until(async () => (await states(gateway)).length === 2);
    agent.cut();
    agent.say(3, 'STOPPED', 120);
    await until(async () => (await states(gateway)).length === 3);
    expect(samplesOf(agent).map(fromOf)).toEqual([2, 3]);
    await reader.stop();
    agent.say(4, 'ACTIVE', 180);
    await readOn(gateway);
    await until(async () => (await states(gateway)).length === 4);
    expect(fromOf(samplesOf(agent)[2])).toBe(4);
    expect(await gaps(gateway)).toEqual([]);
  });

  it('begin with what is now when they are started anew in the middle of it', async () => {
    const { agent, gateway } = await reading();
    await until(() => agent.streams.size === 1);
    agent.say(2, 'ACTIVE', 60);
    await until(async () => (await states(gateway)).length === 2);
    agent.cut();
    agent.startAnew();
    agent.say(1, 'STOPPED', 120);
    await until(async () => (await states(gateway)).length === 4);
    await until(() => agent.streams.size === 1);
    agent.say(2, 'ACTIVE', 180);
    await until(async () => (await states(gateway)).length === 5);
    // The next instance goes on where this one stands, so that the place alone would fit.
    agent.startAnew();
    agent.say(3, 'READY', 240);
    await until(async () => (await states(gateway)).length === 7);
    expect(await states(gateway)).toEqual(
      'READY,ACTIVE,RESTARTED,STOPPED,ACTIVE,RESTARTED,READY'.split(','),
    );
    expect(await gaps(gateway)).toEqual(['gap RESTARTED', 'gap RESTARTED']);
  });

  it('that no longer hold what a slow stream had to tell leave a gap', async () => {
    const { agent, gateway } = await reading();
    await until(() => agent.streams.size === 1);
    agent.say(2, 'ACTIVE', 60, false);
    agent.say(3, 'STOPPED', 120, false);
    agent.forget(3);
    agent.say(4, 'READY', 180);
    await until(async () => (await states(gateway)).length === 3);
    expect(await states(gateway)).toEqual(['READY', 'OUT_OF_RANGE', 'READY']);
    expect(await gaps(gateway)).toEqual(['gap OUT_OF_RANGE']);
    await until(() => agent.streams.size === 1);
    agent.fail('INTERNAL_ERROR');
    agent.say(5, 'ACTIVE', 240);
    await until(async () => (await states(gateway)).length === 4);
    expect(await gaps(gateway)).toEqual(['gap OUT_OF_RANGE']);
  });

  it('that fall silent are called again', async () => {
    const { agent, gateway } = await reading(500);
    await until(() => agent.streams.size === 1);
    agent.say(2, 'ACTIVE', 60);
    await until(async () => (await states(gateway)).length === 2);
    agent.hang();
    agent.say(3, 'STOPPED', 120);
    await until(() => agent.streams.size === 0, 5000);
    agent.goOn();
    await until(async () => (await states(gateway)).length === 3);
    const samples = samplesOf(agent);
    expect(samples.map(fromOf)).toEqual([2, 3]);
    expect(samples[1]).toContain('interval=');
  });

  it('are asked again and again where they know no streams, or a proxy holds them back', async () => {
    const askedFor = async (how: 'plain' | 'heldBack' | 'headless') => {
      const { agent, gateway } = await reading(200, how);
      await until(() => samplesOf(agent).length > 2);
      agent.say(2, 'ACTIVE', 60);
      await until(async () => (await states(gateway)).length === 2);
      expect(await gaps(gateway)).toEqual([]);
      return samplesOf(agent).filter((url) => url.includes('interval=')).length;
    };
    const each = [askedFor('plain'), askedFor('heldBack'), askedFor('headless')];
    expect(await Promise.all(each)).toEqual([1, 1, 1]);
  });

  it('are believed nothing that is not whole, and read on from before it', async () => {
    const lies: ((document: string, length: number) => string)[] = [
      (document) => partOf(document).slice(0, -30),
      (document, length) => partOf(document, length - 20),
      (document, length) => partOf(document, length + 9).repeat(2),
      (document) => `--other\r\n${partOf(document)}`,
      (document) => partOf(document, 40_000_000),
    ];
    const told = async (lie: (typeof lies)[number]) => {
      const { agent, gateway } = await reading();
      await until(() => agent.streams.size === 1);
      agent.say(2, 'ACTIVE', 60);
      await until(async () => (await states(gateway)).length === 2);
      agent.say(3, 'STOPPED', 120, false);
      const document = agent.document();
      agent.write(lie(document, Buffer.byteLength(document)));
      if (lie === lies[0]) agent.cut();
      await until(() => agent.streams.size === 0);
      const before = await states(gateway);
      await until(async () => (await states(gateway)).length > 2);
      return [before, await states(gateway), samplesOf(agent).map(fromOf)];
    };
    for (const one of await Promise.all(lies.map(told)))
      expect(one).toEqual([
        ['READY', 'ACTIVE'],
        ['READY', 'ACTIVE', 'STOPPED'],
        [2, 3],
      ]);
  });

  it('are left at once', async () => {
    const { agent, reader } = await reading();
    await until(() => agent.streams.size === 1);
    const begin = Date.now();
    await reader.stop();
    await until(() => agent.streams.size === 0, 1000);
    expect(Date.now() - begin).toBeLessThan(1000);
  });

  async function reading(heartbeatMs?: number, how?: Parameters<typeof openAgent>[0]) {
    const agent = await openAgent(how);
    ending.push(() => agent.close());
    count += 1;
    const gateway = await makeGateway(test, [`ST-${count}`], {
      isHistory: true,
      protocol: 'mtconnect',
      address: agent.address,
    });
    agent.say(1, 'READY', 0);
    const reader = await readOn(gateway, heartbeatMs);
    await until(async () => (await states(gateway)).join() === 'READY');
    return { agent, gateway, reader };
  }

  async function readOn(gateway: TestGateway, heartbeatMs?: number) {
    const reader = await readAgent(test, gateway, heartbeatMs ? { heartbeatMs } : {});
    ending.push(() => reader.stop());
    return reader;
  }

  const states = (gateway: TestGateway) => statesOf(test, gateway);

  async function gaps(gateway: TestGateway): Promise<string[]> {
    return (await notesOf(test, gateway)).filter((note) => note.startsWith('gap'));
  }

  async function heardAt(gateway: TestGateway): Promise<number> {
    const { rows } = await test.database.owner.query<{ at: Date }>(
      'select heard_time as at from device_live where equipment_id = $1',
      [Object.values(gateway.devices)[0]],
    );
    return Number(rows[0]?.at);
  }
});

function samplesOf({ asked }: TestAgent): string[] {
  return asked.filter((url) => url.startsWith('/sample'));
}

function fromOf(url: string | undefined): number {
  return Number(/from=(\d+)/.exec(url ?? '')?.[1]);
}
