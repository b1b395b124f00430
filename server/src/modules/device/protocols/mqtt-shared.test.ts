import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { expect, it } from 'vitest';
import type { Services } from '../../../kernel/services.ts';
import { testApp } from '../../../kernel/testing.ts';
import { makeGateway, message, type TestGateway } from '../testing.ts';
import { startMosquitto } from './mosquitto.testing.ts';
import { openMqtt } from './mqtt.ts';

it('shares the messages of a broker between two readers, each message with one of them', async () => {
  const test = await testApp();
  const broker = await startMosquitto();
  const readers = await Promise.all(
    ['one', 'other'].map(async (name) => {
      const { services, taken } = counted(test.app.services);
      const settings = { host: '', port: null, url: broker.url, share: 'millwright', name };
      return { taken, mqtt: await openMqtt(services, settings) };
    }),
  );
  const gateway = await makeGateway(test, ['S-1'], { protocol: 'mqtt' });
  const earlier = await makeGateway(test, ['S-0'], { protocol: 'mqtt' });
  const client = await connectAsync(broker.url);
  const send = (from: TestGateway, status: string) =>
    client.publishAsync(
      `millwright/${from.clientId}/messages`,
      JSON.stringify(message(from, { type: 'state', data: { status } })),
      { qos: 1 },
    );
  // A broker throws away what comes before anybody listens, and gives all to the first who does.
  for (let tries = 0; tries < 300 && readers.some(({ taken }) => taken() === 0); tries += 1) {
    await send(earlier, 'run');
    await sleep(50);
  }
  const before = readers.map(({ taken }) => taken());
  for (let index = 0; index < 40; index += 1) await send(gateway, index % 2 ? 'run' : 'idle');
  const logged = async () =>
    (
      await test.database.owner.query<{ result: string; n: number }>(
        `select result, count(*)::int n from log_communication where client_id = $1 group by result`,
        [gateway.clientId],
      )
    ).rows;
  for (let tries = 0; tries < 100 && (await logged())[0]?.n !== 40; tries += 1) await sleep(100);
  expect(await logged()).toEqual([{ result: 'accepted', n: 40 }]);
  const shares = readers.map(({ taken }, place) => taken() - (before[place] ?? 0));
  expect(Math.min(...shares)).toBeGreaterThan(5);
  await client.endAsync();
  await Promise.all(readers.map(({ mqtt }) => mqtt.close()));
  await broker.stop();
  await test.close();
}, 60_000);

it('goes on when the broker was restarted', async () => {
  const test = await testApp();
  const broker = await startMosquitto();
  const settings = { host: '', port: null, url: broker.url, share: 'millwright', name: 'again' };
  const mqtt = await openMqtt(test.app.services, settings);
  const gateway = await makeGateway(test, ['S-2'], { protocol: 'mqtt' });
  const client = await connectAsync(broker.url, { reconnectPeriod: 100 });
  client.on('error', () => undefined);
  await client.subscribeAsync(`millwright/${gateway.clientId}/answers`);
  const answers: string[] = [];
  client.on('message', (_topic, payload) => answers.push(payload.toString()));
  const send = async (expected: number) => {
    const body = JSON.stringify(message(gateway, { type: 'state', data: { status: 'run' } }));
    for (let tries = 0; tries < 100 && answers.length < expected; tries += 1) {
      await client.publishAsync(`millwright/${gateway.clientId}/messages`, body, { qos: 1 });
      await sleep(200);
    }
  };
  await send(1);
  await broker.restart();
  const before = answers.length;
  await send(before + 1);
  expect(answers.length).toBeGreaterThan(before);
  await client.endAsync(true);
  await mqtt.close();
  await broker.stop();
  await test.close();
}, 60_000);

/** The services as another process would have them; tells how often a payload was looked up. */
function counted(services: Services): { services: Services; taken: () => number } {
  let count = 0;
  const asSystem: Services['asSystem'] = (work, scope) => {
    if (scope?.readOnly === true) count += 1;
    return services.asSystem(work, scope);
  };
  return { services: { ...services, asSystem }, taken: () => count };
}
