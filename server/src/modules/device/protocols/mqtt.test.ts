import net from 'node:net';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../../kernel/testing.ts';
import { makeGateway, message, type TestGateway } from '../testing.ts';
import { freePort } from './mosquitto.testing.ts';
import { openMqtt } from './mqtt.ts';

describe('messages over MQTT', () => {
  let test: TestApp;
  let mqtt: { close(): Promise<void> };
  let port = 0;
  beforeAll(async () => {
    test = await testApp();
    port = await freePort();
    mqtt = await openMqtt(test.app.services, {
      host: '127.0.0.1',
      port,
      url: null,
      share: null,
      name: 'test',
    });
  });
  afterAll(async () => {
    await mqtt.close();
    await test.close();
  });

  const signIn = (gateway: TestGateway, secret?: string) => {
    const [username = '', password = ''] = Buffer.from(
      (gateway.headers.authorization ?? '').slice(6),
      'base64',
    )
      .toString()
      .split(':');
    return connectAsync(`mqtt://127.0.0.1:${port}`, {
      username,
      password: secret ?? password,
      reconnectPeriod: 0,
    });
  };
  const count = async (gateway: TestGateway) =>
    (
      await test.database.owner.query<{ n: number }>(
        `select count(*)::int n from device_state where site_id = $1`,
        [gateway.site.id],
      )
    ).rows[0]?.n;

  it('acknowledges what is on disk and tells what became of it', async () => {
    const gateway = await makeGateway(test, ['Q-1'], { protocol: 'mqtt' });
    const client = await signIn(gateway);
    await client.subscribeAsync(`millwright/${gateway.clientId}/answers`);
    const answer = new Promise<string>((resolve) =>
      client.once('message', (_topic, payload) => resolve(payload.toString())),
    );
    const good = message(gateway, { type: 'state', data: { status: 'run' } });
    await client.publishAsync(
      `millwright/${gateway.clientId}/messages`,
      JSON.stringify([good, { messageId: 'x' }]),
      { qos: 1 },
    );
    expect(await count(gateway)).toBe(1);
    expect(JSON.parse(await answer)).toMatchObject({
      accepted: [good.messageId],
      rejected: [{ messageId: 'x' }],
    });
    await client.publishAsync(`millwright/${gateway.clientId}/messages`, JSON.stringify(good), {
      qos: 1,
    });
    expect(await count(gateway)).toBe(1);
    await client.endAsync();
  });

  it('lets nobody in without the secret, and nobody speak for another gateway', async () => {
    const [one, other] = [await makeGateway(test, ['Q-2']), await makeGateway(test, ['Q-3'])];
    await expect(signIn(one, 'wrong')).rejects.toThrow();
    const client = await signIn(one);
    client.on('error', () => undefined);
    const sent = message(other, { type: 'state', data: { status: 'run' } });
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish(`millwright/${other.clientId}/messages`, JSON.stringify(sent), { qos: 1 });
    await closed;
    expect(await count(other)).toBe(0);
    await client.endAsync(true);
  });

  it('shares the messages of another broker', async () => {
    const { Aedes } = await import('aedes');
    const broker = await Aedes.createBroker();
    const server = net.createServer((socket) => void broker.handle(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `mqtt://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    const gateway = await makeGateway(test, ['Q-4'], { protocol: 'mqtt' });
    const ready = new Promise<void>((resolve) => broker.once('subscribe', () => resolve()));
    const reader = await openMqtt(test.app.services, {
      host: '',
      port: null,
      url,
      share: null,
      name: 'test',
    });
    await ready;
    const client = await connectAsync(url);
    const sent = message(gateway, { type: 'state', data: { status: 'run' } });
    await client.publishAsync(`millwright/${gateway.clientId}/messages`, JSON.stringify(sent), {
      qos: 1,
    });
    for (let tries = 0; tries < 50 && (await count(gateway)) !== 1; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await count(gateway)).toBe(1);
    await client.endAsync(true);
    await reader.close();
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    server.close();
  });
});
