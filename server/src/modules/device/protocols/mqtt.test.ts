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

  const signIn = (gateway: TestGateway, secret?: string, at = port) => {
    const [username = '', password = ''] = Buffer.from(
      (gateway.headers.authorization ?? '').slice(6),
      'base64',
    )
      .toString()
      .split(':');
    return connectAsync(`mqtt://127.0.0.1:${at}`, {
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

  it('goes on without a broker where the usual port is taken, and not where the port was chosen', async () => {
    const taken = { host: '127.0.0.1', port, url: null, share: null, name: 'second' };
    const told: string[] = [];
    const report = (_error: unknown, message: string) => told.push(message);
    const services = { ...test.app.services, report };
    await (await openMqtt(services, { ...taken, isUsualPort: true })).close();
    expect(told).toEqual([
      `No MQTT broker on port ${port} while another process holds it; MQTT_PORT chooses another port, or off.`,
    ]);
    await expect(openMqtt(services, taken)).rejects.toThrow('EADDRINUSE');
  });

  it('takes the usual port over when the process that held it is gone, and says little', async () => {
    const shared = await freePort();
    const told: string[] = [];
    const report = (_error: unknown, message: string) => told.push(message);
    const open = () =>
      openMqtt(
        { ...test.app.services, report },
        { host: '127.0.0.1', port: shared, isUsualPort: true, url: null, share: null, name: 'x' },
      );
    const first = await open();
    const second = await open();
    const gateway = await makeGateway(test, ['Q-9'], { protocol: 'mqtt' });
    await (await signIn(gateway, undefined, shared)).endAsync();
    await first.close();
    await expect
      .poll(() => signIn(gateway, undefined, shared).then((client) => client.endAsync(), String), {
        timeout: 30_000,
      })
      .toBeUndefined();
    const client = await signIn(gateway, undefined, shared);
    const sent = message(gateway, { type: 'state', data: { status: 'run' } });
    await client.publishAsync(`millwright/${gateway.clientId}/messages`, JSON.stringify(sent), {
      qos: 1,
    });
    expect(await count(gateway)).toBe(1);
    await client.endAsync();
    await second.close();
    expect(told).toHaveLength(1);
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

  it('takes what fills many pieces of the stream, and closes on a packet above 2 MB', async () => {
    const gateway = await makeGateway(test, ['Q-6'], { protocol: 'mqtt' });
    const client = await signIn(gateway);
    client.on('error', () => undefined);
    const topic = `millwright/${gateway.clientId}/messages`;
    const say = (padding: number) => {
      const sent = message(gateway, { type: 'state', data: { status: 'run' } });
      return JSON.stringify([sent, { messageId: 'x', filling: ' '.repeat(padding) }]);
    };
    await client.publishAsync(topic, say(1_500_000), { qos: 1 });
    await client.publishAsync(topic, say(1_500_000), { qos: 1 });
    expect(await count(gateway)).toBe(1);
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    client.publish(topic, say(2_200_000), { qos: 1 });
    await closed;
    await client.endAsync(true);
  });

  it('closes on who announces a packet above 2 MB before signing in', async () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.resume();
    // CONNECT of 2 MB and a byte, of which nothing follows.
    socket.write(Buffer.from([0x10, 0x81, 0x80, 0x80, 0x01]));
    await closed;
  });

  /** A broker beside, and a socket to it over which bytes are sent; resolves when the broker closes that. */
  const unsignedAt = async (signInMs: number) => {
    const beside = await freePort();
    const settings = { host: '127.0.0.1', port: beside, url: null, share: null, name: 'unsigned' };
    const broker = await openMqtt(test.app.services, { ...settings, signInMs });
    const closedAfter = (...sent: Buffer[]) =>
      new Promise<void>((resolve) => {
        const socket = net.connect(beside, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.once('close', () => resolve());
        socket.resume();
        for (const bytes of sent) socket.write(bytes);
      });
    return { port: beside, closedAfter, close: () => broker.close() };
  };

  it('closes on who says nothing, or only begins to sign in, and not on who signed in', async () => {
    // Long enough for who signs in at once, on a machine that stalls as well.
    const unsigned = await unsignedAt(3_000);
    const gateway = await makeGateway(test, ['Q-7'], { protocol: 'mqtt' });
    const client = await signIn(gateway, undefined, unsigned.port);
    // A CONNECT of 1.9 MB of which nothing follows.
    await Promise.all([
      unsigned.closedAfter(),
      unsigned.closedAfter(Buffer.from([0x10, 0x80, 0xfe, 0x73])),
    ]);
    expect(client.connected).toBe(true);
    const sent = message(gateway, { type: 'state', data: { status: 'run' } });
    await client.publishAsync(`millwright/${gateway.clientId}/messages`, JSON.stringify(sent), {
      qos: 1,
    });
    expect(await count(gateway)).toBe(1);
    await client.endAsync();
    await unsigned.close();
  });

  it('closes on more bytes than a sign-in needs, however long it may take', async () => {
    const unsigned = await unsignedAt(3_600_000);
    // Of a CONNECT of 1.9 MB the first 300 KB.
    await unsigned.closedAfter(Buffer.from([0x10, 0x80, 0xfe, 0x73]), Buffer.alloc(300_000, 0x20));
    await unsigned.close();
  });

  it('ends what was signed in with a secret that was replaced', async () => {
    const gateway = await makeGateway(test, ['Q-5'], { protocol: 'mqtt' });
    const client = await signIn(gateway);
    client.on('error', () => undefined);
    const say = () =>
      client.publish(
        `millwright/${gateway.clientId}/messages`,
        JSON.stringify(message(gateway, { type: 'state', data: { status: 'run' } })),
        { qos: 1 },
      );
    say();
    await expect.poll(() => count(gateway)).toBe(1);
    const person = await test.as('site_admin', gateway.site);
    const url = `/api/base/gateways/${gateway.id}`;
    const { data } = await test.call<{ revision: number }>('GET', url, undefined, person);
    const sent = { revision: data.revision };
    expect(await test.call('POST', `${url}/actions/renew`, sent, person)).toMatchObject({
      code: 0,
    });
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()));
    say();
    await closed;
    expect(await count(gateway)).toBe(1);
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
    await expect.poll(() => count(gateway)).toBe(1);

    // Nothing that a gateway said goes without a trace, whoever listens to the answers.
    const say = (clientId: string, payload: string) =>
      client.publishAsync(`millwright/${clientId}/messages`, payload, { qos: 1 });
    await say(gateway.clientId, '{"half": ');
    await say(gateway.clientId, JSON.stringify(Array.from({ length: 501 }, () => sent)));
    await expect.poll(() => refused(gateway)).toHaveLength(2);
    await test.database.owner.query(`update base_gateway set status = '0' where client_id = $1`, [
      gateway.clientId,
    ]);
    await say(gateway.clientId, JSON.stringify({ ...sent, messageId: 'while-disabled' }));
    await say('gw-nobody', JSON.stringify(sent));
    await expect
      .poll(() => refused(gateway))
      .toEqual([
        ['The payload is no JSON', '{"half": '],
        ['Send an array of at most 500 messages', expect.stringMatching(/^\[\{.{4094}$/)],
        ['The gateway is disabled', expect.stringContaining('while-disabled')],
      ]);
    expect(await count(gateway)).toBe(1);
    await client.endAsync(true);
    await reader.close();
    await new Promise<void>((resolve) => broker.close(() => resolve()));
    server.close();
  });

  /** What was refused, with its reason, as the page of the gateway tells it; each has its row of the log. */
  async function refused(gateway: TestGateway): Promise<[string, string][]> {
    const { rows } = await test.database.owner.query<{ reason: string; message: string }>(
      `select r.reason_en as reason, r.message #>> '{}' as message from device_refusal r
       join base_gateway g on g.id = r.gateway_id where g.client_id = $1 order by r.id`,
      [gateway.clientId],
    );
    const logged = await test.database.owner.query<{ n: number }>(
      `select count(*)::int as n from log_communication where client_id = $1 and result = 'rejected'`,
      [gateway.clientId],
    );
    expect(logged.rows[0]?.n).toBe(rows.length);
    return rows.map(({ reason, message }) => [reason, message]);
  }
});
