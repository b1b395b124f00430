import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { readSparkplugTopic } from '@millwright/contract/device/sparkplug';
import { Aedes, type Client } from 'aedes';
import type { Services } from '../../../kernel/services.ts';
import { gatewayBy } from '../credentials.ts';
import { findGateway, type Gateway } from '../gateway-row.ts';
import { digestOf } from '../gateway-secret.ts';
import { answerTo } from './mqtt-answer.ts';
import { limitPackets } from './mqtt-size.ts';
import { limitUnsigned } from './mqtt-unsigned.ts';
import { openEdgeNodes } from './sparkplug-broker.ts';
import { mayListen } from './sparkplug-topics.ts';

/** Speaks MQTT over the sockets that it is handed. */
export interface Broker {
  handle(socket: Socket): void;
  close(): Promise<void>;
}

/** A broker in this process; clients sign in with client id and secret of a gateway and may speak for it alone. */
export async function openBroker(services: Services, signInMs = SIGN_IN_MS): Promise<Broker> {
  const known = new WeakMap<Client, SignedIn>();
  const unsigned = new WeakMap<object, () => void>();
  const nodes = openEdgeNodes(services, (topic, payload, retain) =>
    aedes.publish({ ...PACKET, topic, payload, retain }, () => undefined),
  );
  const aedes = await Aedes.createBroker({
    authenticate(client, username, password, done) {
      const signIn = async () => {
        const secret = password?.toString() ?? '';
        const gateway = await gatewayBy(services, username ?? '', secret);
        known.set(client, { gateway, digest: digestOf(secret) });
        unsigned.get(client.conn)?.();
        nodes.welcome(gateway);
      };
      callbackify(signIn)((error) => done(null, !error));
    },
    // The acknowledgement of a QoS 1 message is sent when this is done, hence after the commit.
    authorizePublish(client, packet, done) {
      const signedIn = client ? known.get(client) : undefined;
      const gateway = signedIn?.gateway;
      // Nothing is kept for others: a gateway could fill the memory with topics.
      packet.retain = false;
      const take = async () => {
        if (!client || !signedIn || !gateway) throw new Error('Nobody signed in.');
        const now = await stillSignedIn(services, signedIn);
        const sparkplug = readSparkplugTopic(packet.topic);
        if (sparkplug) {
          const speaker = { gateway: now, connection: client };
          return nodes.take(speaker, sparkplug, Buffer.from(packet.payload));
        }
        if (packet.topic !== topicOf(gateway)) throw new Error('Not a topic of this gateway.');
        const answer = await answerTo(services, now, packet.payload);
        aedes.publish(answerPacket(gateway, answer), () => undefined);
      };
      callbackify(take)((error) => {
        if (error && gateway) services.report(error, 'A message over MQTT could not be taken in.');
        done(error);
      });
    },
    authorizeSubscribe(client, subscription, done) {
      const gateway = client && known.get(client)?.gateway;
      const { topic } = subscription;
      const isOwn = gateway && topic === `millwright/${gateway.clientId}/answers`;
      done(null, isOwn || (gateway && mayListen(gateway, topic)) ? subscription : null);
    },
  });
  aedes.on('clientDisconnect', (client) => {
    const signedIn = known.get(client);
    if (signedIn) nodes.leave({ gateway: signedIn.gateway, connection: client });
  });
  return {
    handle(socket) {
      aedes.handle(socket);
      limitPackets(socket);
      unsigned.set(socket, limitUnsigned(socket, signInMs));
    },
    async close() {
      nodes.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

/** Who signed in over a connection, and what is kept of the secret that was shown. */
interface SignedIn {
  readonly gateway: Gateway;
  readonly digest: Buffer;
}

/** The gateway as it is now. Throws when it was disabled, removed or got a new secret since: the connection ends. */
async function stillSignedIn(services: Services, { gateway, digest }: SignedIn): Promise<Gateway> {
  const found = await services.asSystem(
    (trx) => findGateway(trx, services.settings, gateway.clientId),
    { readOnly: true },
  );
  if (!found?.digest?.equals(digest)) throw new Error('The sign-in is not valid any more.');
  return found.gateway;
}

function topicOf({ clientId }: Gateway): string {
  return `millwright/${clientId}/messages`;
}

function answerPacket({ clientId }: Gateway, payload: string) {
  return { ...PACKET, topic: `millwright/${clientId}/answers`, payload };
}

/** As long as a gateway behind a slow line needs; who takes longer is nobody that we know. */
const SIGN_IN_MS = 10_000;
const PACKET = { cmd: 'publish', qos: 0, dup: false, retain: false } as const;
