import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import { connect, type IPublishPacket } from 'mqtt';
import type { Services } from '../../../kernel/services.ts';
import { remembered } from '../../../kernel/database/remembered.ts';
import { gatewayOfClient } from '../gateway-row.ts';
import { answerRefused, answerTo } from './mqtt-answer.ts';

/** Who subscribes at the other broker. */
interface Subscriber {
  /** Name of the shared subscription; null for brokers that know none. */
  readonly share: string | null;
  /** Name of this process there, the same after a restart. */
  readonly name: string;
}

/**
 * A client of another broker, which signs its gateways in by itself; who may publish where is its matter. Its session
 * is kept there, so that what was not acknowledged comes again after a restart.
 */
export function openClient(services: Services, url: string, { share, name }: Subscriber): Closing {
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
  client.on('connect', () => {
    client.subscribe(topic, { qos: 1 }, (error) => {
      if (error) services.report(error, 'The MQTT broker refuses the subscription to messages.');
    });
  });
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

/**
 * Takes a payload in and gives the answer. The gateway is read anew, so that a disabled one ends at once: what it says
 * is refused. Null for a client id that is no gateway's, which the server's own log tells.
 */
async function taken(
  services: Services,
  clientId: string,
  payload: string | Buffer,
): Promise<string | null> {
  const found = await services.asSystem(
    (trx) => gatewayOfClient(trx, services.settings, clientId),
    { readOnly: true },
  );
  if (!found) {
    tellStranger(services, clientId);
    return null;
  }
  const { gateway, isEnabled } = found;
  return isEnabled
    ? answerTo(services, gateway, payload)
    : answerRefused(services, gateway, DISABLED, payload);
}

const DISABLED = { zh: '网关已停用', en: 'The gateway is disabled' };

/** Client ids that are no gateway's and of whom was told within the last hour. */
const strangers = remembered(new LRUCache<string, true>({ max: 1000, ttl: 3_600_000 }));

function tellStranger(services: Services, clientId: string): void {
  if (strangers.has(clientId)) return;
  strangers.set(clientId, true);
  services.report(
    new Error(`No gateway has the client id ${JSON.stringify(clientId.slice(0, 100))}.`),
    'A message at the MQTT broker is of no gateway and was not taken in.',
  );
}

const DAY_SECONDS = 86_400;
