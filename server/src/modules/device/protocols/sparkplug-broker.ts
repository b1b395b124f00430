import type { SparkplugTopic } from '@millwright/contract/device/sparkplug';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { type EdgeNode, openEdgeNode } from './sparkplug-node.ts';
import { rebirthCommand } from './sparkplug-payload.ts';
import { commandTopic, isOwnTopic, stateOf, stateTopic } from './sparkplug-topics.ts';

/** Edge nodes that publish at our own broker. */
export interface EdgeNodes {
  /** Tells an edge node that signed in that its host is there. */
  welcome(gateway: Gateway): void;
  /** Takes what it published over a connection; throws for a topic that is not its own. */
  take(speaker: Speaker, topic: SparkplugTopic, payload: Uint8Array): Promise<void>;
  /** A connection ended: the node that was born over it is not there any more. */
  leave(speaker: Speaker): void;
  close(): void;
}

/** A gateway and the connection over which it speaks. */
export interface Speaker {
  readonly gateway: Gateway;
  readonly connection: object;
}

interface Known {
  readonly print: string;
  readonly node: EdgeNode | null;
  /** Over which it was born. */
  connection?: object;
}

/** `publish` sends to those who listen; with `retain` also to those who come later. */
export function openEdgeNodes(
  services: Services,
  publish: (topic: string, payload: string | Buffer, retain: boolean) => void,
): EdgeNodes {
  const known = new Map<string, Known>();
  const since = Date.now();
  const closing = new AbortController();
  const knownOf = (gateway: Gateway): Known => {
    const print = JSON.stringify([gateway.address, gateway.mapping, gateway.maxAgeMs]);
    const found = known.get(gateway.id);
    if (found?.print === print) return found;
    found?.node?.close();
    const ask = () => publish(commandTopic(gateway), rebirthCommand(), false);
    const opened = { print, node: openEdgeNode(services, gateway, closing.signal, ask) };
    known.set(gateway.id, opened);
    return opened;
  };
  return {
    welcome(gateway) {
      if (gateway.protocol === 'sparkplug')
        publish(stateTopic(gateway), stateOf(true, since), true);
    },
    async take({ gateway, connection }, topic, payload) {
      if (!isOwnTopic(gateway, topic)) throw new Error('Not a topic of this gateway.');
      const found = knownOf(gateway);
      if (topic.kind === 'NBIRTH') found.connection = connection;
      await found.node?.take(topic, payload);
    },
    leave({ gateway, connection }) {
      const found = known.get(gateway.id);
      if (found?.connection === connection) found.node?.leave();
    },
    close() {
      closing.abort();
      for (const { node } of known.values()) node?.close();
    },
  };
}
