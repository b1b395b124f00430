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
  /** Takes what it published; throws for a topic that is not its own. */
  take(gateway: Gateway, topic: SparkplugTopic, payload: Uint8Array): Promise<void>;
  close(): void;
}

/** `publish` sends to those who listen; with `retain` also to those who come later. */
export function openEdgeNodes(
  services: Services,
  publish: (topic: string, payload: string | Buffer, retain: boolean) => void,
): EdgeNodes {
  const known = new Map<string, { readonly print: string; readonly node: EdgeNode | null }>();
  const since = Date.now();
  let isClosed = false;
  const nodeOf = (gateway: Gateway): EdgeNode | null => {
    const print = JSON.stringify([gateway.address, gateway.mapping, gateway.maxAgeMs]);
    const found = known.get(gateway.id);
    if (found?.print === print) return found.node;
    found?.node?.close();
    const ask = () => publish(commandTopic(gateway), rebirthCommand(), false);
    const node = openEdgeNode(services, gateway, () => isClosed, ask);
    known.set(gateway.id, { print, node });
    return node;
  };
  return {
    welcome(gateway) {
      if (gateway.protocol === 'sparkplug')
        publish(stateTopic(gateway), stateOf(true, since), true);
    },
    async take(gateway, topic, payload) {
      if (!isOwnTopic(gateway, topic)) throw new Error('Not a topic of this gateway.');
      await nodeOf(gateway)?.take(topic, payload);
    },
    close() {
      isClosed = true;
      for (const { node } of known.values()) node?.close();
    },
  };
}
