import { setTimeout as sleep } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { readEdgeNode, readSparkplugTopic } from '@millwright/contract/device/sparkplug';
import { type IPublishPacket, connect } from 'mqtt';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { openEdgeNode } from './sparkplug-node.ts';
import { rebirthCommand } from './sparkplug-payload.ts';
import { commandTopic, isOwnTopic, stateOf, stateTopic } from './sparkplug-topics.ts';
import type { Reader } from './shdr.ts';

/**
 * Reads the edge node `group/node` of a gateway at a broker. Says there that its host is there (host id: the client id
 * of the gateway), asks for births whenever it connects, and takes messages one after the other.
 */
export function readSparkplug(services: Services, gateway: Gateway, url: string): Reader {
  const own = readEdgeNode(gateway.address);
  if (!own) return { stop: async () => undefined };
  const since = Date.now();
  const kept = { qos: 1, retain: true } as const;
  const client = connect(url, {
    clean: false,
    clientId: `millwright-${gateway.clientId}`,
    protocolVersion: 4,
    reconnectPeriod: 2000,
    resubscribe: false,
    will: { topic: stateTopic(gateway), payload: Buffer.from(stateOf(false, since)), ...kept },
  });
  const stop = new AbortController();
  const node = openEdgeNode(
    services,
    gateway,
    stop.signal,
    () => void client.publish(commandTopic(gateway), rebirthCommand(), { qos: 0 }),
  );
  client.on('error', (error) =>
    services.report(error, `The broker of gateway ${gateway.code} cannot be reached.`),
  );
  client.on('connect', () => {
    client.subscribe(`spBv1.0/${own.group}/+/${own.node}/#`, { qos: 1 }, (error) => {
      if (error) services.report(error, `The broker refuses the node of gateway ${gateway.code}.`);
      else node?.renew();
    });
    client.publish(stateTopic(gateway), stateOf(true, since), kept);
  });
  client.handleMessage = (packet: IPublishPacket, done) => {
    const topic = readSparkplugTopic(packet.topic);
    const take = async () => {
      if (topic && isOwnTopic(gateway, topic)) await node?.take(topic, bytesOf(packet.payload));
    };
    callbackify(take)((error) => (error ? done(error) : done()));
  };
  return {
    async stop() {
      stop.abort();
      node?.close();
      if (client.connected) client.publish(stateTopic(gateway), stateOf(false, since), kept);
      // A broker that does not answer any more is not waited for.
      await Promise.race([client.endAsync(!client.connected), sleep(3000)]);
      await client.endAsync(true);
    },
  };
}

function bytesOf(payload: string | Buffer): Buffer {
  return typeof payload === 'string' ? Buffer.from(payload) : payload;
}
