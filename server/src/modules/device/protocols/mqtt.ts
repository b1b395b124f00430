import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { readSparkplugTopic } from '@millwright/contract/device/sparkplug';
import { Aedes, type Client } from 'aedes';
import { type IPublishPacket, connect } from 'mqtt';
import type { Services } from '../../../kernel/services.ts';
import { gatewayBy } from '../credentials.ts';
import { findGateway, type Gateway } from '../gateway-row.ts';
import { ingest } from '../ingest.ts';
import { openEdgeNodes } from './sparkplug-broker.ts';
import { mayListen } from './sparkplug-topics.ts';

/** Where messages come over MQTT: a broker of our own on a port, or any other by its address. Both may be off. */
export interface MqttSettings {
  readonly host: string;
  readonly port: number | null;
  readonly url: string | null;
  /** Name of the shared subscription at the other broker; null for brokers that know none. */
  readonly share: string | null;
  /** Name of this process at the other broker, the same after a restart. */
  readonly name: string;
}

/**
 * Takes messages from MQTT. A gateway publishes a message or an array of messages as JSON on
 * `millwright/{clientId}/messages` with QoS 1; it is acknowledged when the messages are on disk, and answered on
 * `millwright/{clientId}/answers`. Several processes at one broker share the load. At our own broker edge nodes of
 * Sparkplug B speak too; at another one each is read by itself (`sparkplug.ts`).
 */
export async function openMqtt(services: Services, settings: MqttSettings): Promise<Closing> {
  const broker = settings.port === null ? null : await openBroker(services, settings);
  const { url } = settings;
  const client = url === null ? null : openClient(services, { ...settings, url });
  return {
    async close() {
      await client?.close();
      await broker?.close();
    },
  };
}

/** A broker in this process; clients sign in with client id and secret of a gateway and may speak for it alone. */
async function openBroker(
  services: Services,
  { host, port }: MqttSettings,
): Promise<{ close(): Promise<void> }> {
  const known = new WeakMap<Client, Gateway>();
  const nodes = openEdgeNodes(services, (topic, payload, retain) =>
    aedes.publish({ ...PACKET, topic, payload, retain }, () => undefined),
  );
  const aedes = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      const signIn = async () => {
        const gateway = await gatewayBy(services, username ?? '', password?.toString() ?? '');
        known.set(client, gateway);
        nodes.welcome(gateway);
      };
      callbackify(signIn)((error) => done(null, !error));
    },
    // The acknowledgement of a QoS 1 message is sent when this is done, hence after the commit.
    authorizePublish(client, packet, done) {
      const gateway = client && known.get(client);
      const take = async () => {
        const sparkplug = readSparkplugTopic(packet.topic);
        if (gateway && sparkplug) {
          const now = await gatewayNow(services, gateway.clientId);
          if (now) await nodes.take(now, sparkplug, Buffer.from(packet.payload));
          return;
        }
        if (!gateway || packet.topic !== topicOf(gateway))
          throw new Error('Not a topic of this gateway.');
        const answer = await taken(services, gateway.clientId, packet.payload);
        if (answer !== null) aedes.publish(answerPacket(gateway, answer), () => undefined);
      };
      callbackify(take)((error) => {
        if (error && gateway) services.report(error, 'A message over MQTT could not be taken in.');
        done(error);
      });
    },
    authorizeSubscribe(client, subscription, done) {
      const gateway = client && known.get(client);
      const { topic } = subscription;
      const isOwn = gateway && topic === `millwright/${gateway.clientId}/answers`;
      done(null, isOwn || (gateway && mayListen(gateway, topic)) ? subscription : null);
    },
  });
  const server = net.createServer((socket) => void aedes.handle(socket));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port ?? 0, host, resolve);
  });
  return {
    async close() {
      nodes.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/**
 * A client of another broker, which signs its gateways in by itself; who may publish where is its matter. Its session
 * is kept there, so that what was not acknowledged comes again after a restart.
 */
function openClient(services: Services, settings: MqttSettings & { url: string }): Closing {
  const { url, share, name } = settings;
  const closing = new AbortController();
  const topic = `${share === null ? '' : `$share/${share}/`}millwright/+/messages`;
  // Subscribed to at every connection, since a broker that was restarted may have kept the session without it.
  const kept = { clean: false, clientId: name, reconnectPeriod: 2000, resubscribe: false };
  const client = connect(
    url,
    share === null
      ? { ...kept, protocolVersion: 4 }
      : { ...kept, protocolVersion: 5, properties: { sessionExpiryInterval: DAY_SECONDS } },
  );
  client.on('error', (error) =>
    services.report(error, 'The MQTT broker cannot be reached; it is tried again.'),
  );
  client.on('connect', () => void client.subscribe(topic, { qos: 1 }));
  // The library acknowledges when this is done, hence after the commit.
  client.handleMessage = (packet: IPublishPacket, done) => {
    const clientId = /^millwright\/([^/]+)\/messages$/.exec(packet.topic)?.[1] ?? '';
    const take = async () => {
      const answer = await takenAtLast(services, clientId, packet.payload, closing.signal);
      if (answer !== null) client.publish(`millwright/${clientId}/answers`, answer, { qos: 0 });
    };
    callbackify(take)((error) => (error ? done(error) : done()));
  };
  return {
    async close() {
      closing.abort();
      await client.endAsync(true);
    },
  };
}

interface Closing {
  close(): Promise<void>;
}

/** Tries until the payload is on disk or the server stops; the broker keeps it meanwhile. */
async function takenAtLast(
  services: Services,
  clientId: string,
  payload: string | Buffer,
  signal: AbortSignal,
): Promise<string | null> {
  for (let wait = 500; ; wait = Math.min(wait * 2, 30_000)) {
    try {
      return await taken(services, clientId, payload);
    } catch (error) {
      services.report(error, 'A message over MQTT could not be taken in; it is tried again.');
      await sleep(wait, undefined, { signal });
    }
  }
}

const DAY_SECONDS = 86_400;

/** Takes a payload in and gives the answer; null for one of no gateway. Read anew, so that a disabled one ends at once. */
async function taken(
  services: Services,
  clientId: string,
  payload: string | Buffer,
): Promise<string | null> {
  const gateway = await gatewayNow(services, clientId);
  if (!gateway) return null;
  const sent = messagesOf(payload);
  if (sent === null) return JSON.stringify({ error: 'The payload is no JSON.' });
  if (sent.length > 500) return JSON.stringify({ error: 'At most 500 messages.' });
  const { accepted, duplicate, rejected } = await ingest(services, gateway, sent);
  return JSON.stringify({
    accepted,
    duplicate,
    rejected: rejected.map(({ messageId, reason }) => ({ messageId, reason: reason.en })),
  });
}

/** The gateway as it is now; null for one that is disabled or gone. */
async function gatewayNow(services: Services, clientId: string): Promise<Gateway | null> {
  const found = await services.asSystem((trx) => findGateway(trx, services.settings, clientId), {
    readOnly: true,
  });
  return found?.gateway ?? null;
}

function messagesOf(payload: string | Buffer): unknown[] | null {
  try {
    const sent: unknown = JSON.parse(payload.toString());
    return Array.isArray(sent) ? sent : [sent];
  } catch {
    return null;
  }
}

function topicOf({ clientId }: Gateway): string {
  return `millwright/${clientId}/messages`;
}

function answerPacket({ clientId }: Gateway, payload: string) {
  return { ...PACKET, topic: `millwright/${clientId}/answers`, payload };
}

const PACKET = { cmd: 'publish', qos: 0, dup: false, retain: false } as const;
