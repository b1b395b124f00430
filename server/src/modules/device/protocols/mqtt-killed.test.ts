import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type TestApp, testApp } from '../../../kernel/testing.ts';
import { addressOf, type Server, startServer } from '../../../server-process.testing.ts';
import { makeGateway, message, type TestGateway } from '../testing.ts';
import { startMosquitto } from './mosquitto.testing.ts';

// A message that its gateway publishes once, at a real broker and a real server that dies while it takes it in.

const LATER = { timeout: 60_000, interval: 50 };

let test: TestApp;
let folder: string;
let broker: Awaited<ReturnType<typeof startMosquitto>>;
let server: Server;
let gateway: TestGateway;
let greeter: TestGateway;
let client: MqttClient;
/** By topic. */
const answers = new Map<string, { accepted: string[]; duplicate: string[] }[]>();

beforeAll(async () => {
  test = await testApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-killed-'));
  broker = await startMosquitto();
  gateway = await makeGateway(test, ['K-1'], { protocol: 'mqtt' });
  greeter = await makeGateway(test, ['K-2'], { protocol: 'mqtt' });
  for (const { clientId } of [gateway, greeter]) answers.set(answerTopic(clientId), []);
  // The server of its own does all the rest.
  await test.app.close();
  server = await start();
  client = await connectAsync(broker.url, { protocolVersion: 5 });
  client.on('message', (topic, payload) =>
    answers.get(topic)?.push(JSON.parse(payload.toString())),
  );
  await client.subscribeAsync([...answers.keys()]);
  // The broker throws away what comes before the server listens: beats of another gateway show when it does.
  await vi.waitFor(async () => {
    await publish(greeter, message(greeter, { type: 'heartbeat', data: {} }));
    expect(answersTo(greeter)).not.toEqual([]);
  }, LATER);
}, 200_000);

afterAll(async () => {
  await client?.endAsync(true);
  server?.child.kill('SIGTERM');
  await server?.ended;
  await broker?.stop();
  await test.close();
  await rm(folder, { recursive: true, force: true });
}, 120_000);

it('comes again after the server was killed before it committed, and is logged once', async () => {
  const sent = message(gateway, { type: 'state', data: { status: 'run' } });
  const hold = await test.database.owner.connect();
  try {
    await hold.query('begin');
    await hold.query('lock table log_communication in exclusive mode');
    await publish(gateway, sent);
    await vi.waitFor(async () => expect(await waiting()).not.toHaveLength(0), LATER);
    server.child.kill('SIGKILL');
    await server.ended;
    // PostgreSQL must not find a commit in what the dead server may have sent ahead.
    for (const pid of await waiting())
      await test.database.owner.query('select pg_terminate_backend($1)', [pid]);
  } finally {
    await hold.query('rollback');
    hold.release();
  }
  expect(await logged()).toEqual([]);
  expect(answersTo(gateway)).toEqual([]);

  server = await start();
  await vi.waitFor(async () => expect(await logged()).toHaveLength(1), LATER);
  // What is sent after it arrives after it: were the first to come once more, it would have come by then.
  const next = message(gateway, { type: 'state', data: { status: 'idle' } });
  await publish(gateway, next);
  await vi.waitFor(async () => expect(answersTo(gateway)).toHaveLength(2), LATER);
  expect(answersTo(gateway).map(({ accepted, duplicate }) => [accepted, duplicate])).toEqual([
    [[sent.messageId], []],
    [[next.messageId], []],
  ]);
  expect(await logged()).toEqual([
    { messageId: sent.messageId, result: 'accepted' },
    { messageId: next.messageId, result: 'accepted' },
  ]);
}, 200_000);

const start = () =>
  startServer(folder, {
    DATABASE_URL: addressOf(test.database.ownerConnection),
    MQTT_URL: broker.url,
  });

/** Publishes once, acknowledged by the broker, which does not tell whether anybody listens. */
async function publish({ clientId }: TestGateway, body: object): Promise<void> {
  await client.publishAsync(`millwright/${clientId}/messages`, JSON.stringify(body), { qos: 1 });
}

const answerTopic = (clientId: string) => `millwright/${clientId}/answers`;

const answersTo = ({ clientId }: TestGateway) => answers.get(answerTopic(clientId)) ?? [];

/** Processes of PostgreSQL that wait to write to the communication log. */
async function waiting(): Promise<number[]> {
  const { rows } = await test.database.owner.query<{ pid: number }>(
    `select pid from pg_locks where not granted and relation in
      (select 'log_communication'::regclass union select inhrelid from pg_inherits where inhparent = 'log_communication'::regclass)
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

async function logged() {
  const { rows } = await test.database.owner.query<{ messageId: string; result: string }>(
    `select message_id as "messageId", result from log_communication where client_id = $1 order by at, id`,
    [gateway.clientId],
  );
  return rows;
}
