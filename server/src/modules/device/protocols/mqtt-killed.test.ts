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
/** What a broker of MQTT 5 answers to a message for which there is no subscription. */
const NOBODY_LISTENS = 0x10;

let test: TestApp;
let folder: string;
let broker: Awaited<ReturnType<typeof startMosquitto>>;
let server: Server;
let gateway: TestGateway;
let client: MqttClient;
const answers: { accepted: string[]; duplicate: string[] }[] = [];

beforeAll(async () => {
  test = await testApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-killed-'));
  broker = await startMosquitto();
  gateway = await makeGateway(test, ['K-1'], { protocol: 'mqtt' });
  // The server of its own does all the rest.
  await test.app.close();
  server = await start();
  client = await connectAsync(broker.url, { protocolVersion: 5 });
  client.on('message', (_topic, payload) => answers.push(JSON.parse(payload.toString())));
  await client.subscribeAsync(`millwright/${gateway.clientId}/answers`);
  await vi.waitFor(async () => expect(await publish('nobody', {})).not.toBe(NOBODY_LISTENS), LATER);
  // The whole way is open once something has come back over it.
  await publish(gateway.clientId, message(gateway, { type: 'heartbeat', data: {} }));
  await vi.waitFor(() => expect(answers).toHaveLength(1), LATER);
  answers.length = 0;
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
    expect(await publish(gateway.clientId, sent)).not.toBe(NOBODY_LISTENS);
    await vi.waitFor(
      async () => expect(await waiting(), await doings()).not.toHaveLength(0),
      LATER,
    );
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
  expect(answers).toEqual([]);

  server = await start();
  await vi.waitFor(async () => expect(await logged()).toHaveLength(1), LATER);
  // What is sent after it arrives after it: were the first to come once more, it would have come by then.
  const next = message(gateway, { type: 'state', data: { status: 'idle' } });
  await publish(gateway.clientId, next);
  await vi.waitFor(async () => expect(answers).toHaveLength(2), LATER);
  expect(answers.map(({ accepted, duplicate }) => [accepted, duplicate])).toEqual([
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

/** Publishes once, acknowledged by the broker; gives the reason that it answers with. */
async function publish(clientId: string, body: object): Promise<number | undefined> {
  const topic = `millwright/${clientId}/messages`;
  const answer = await client.publishAsync(topic, JSON.stringify(body), { qos: 1 });
  return answer && 'reasonCode' in answer ? answer.reasonCode : undefined;
}

/** Processes of PostgreSQL that wait to write to the communication log. */
async function waiting(): Promise<number[]> {
  const { rows } = await test.database.owner.query<{ pid: number }>(
    `select pid from pg_locks where not granted and relation in
      (select 'log_communication'::regclass union select inhrelid from pg_inherits where inhparent = 'log_communication'::regclass)
      and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
}

/** What the server's connections do meanwhile, for a failure that says why. */
async function doings(): Promise<string> {
  const { rows } = await test.database.owner.query<{ doing: string }>(
    `select concat_ws(' ', state, wait_event_type, wait_event, now() - xact_start, left(query, 80)) as doing
      from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  return rows.map(({ doing }) => doing).join('; ');
}

async function logged() {
  const { rows } = await test.database.owner.query<{ messageId: string; result: string }>(
    `select message_id as "messageId", result from log_communication where client_id = $1 order by at, id`,
    [gateway.clientId],
  );
  return rows;
}
