import { readEdgeNode, type SparkplugTopic } from '@millwright/contract/device/sparkplug';
import type { Gateway } from '../gateway-row.ts';

/** Whether a topic is that of a gateway's own edge node. */
export function isOwnTopic({ protocol, address }: Gateway, topic: SparkplugTopic): boolean {
  const own = protocol === 'sparkplug' ? readEdgeNode(address) : null;
  return own !== null && own.group === topic.group && own.node === topic.node;
}

/** Whether a gateway's edge node may listen to a topic: commands for itself, and whether we are there. */
export function mayListen(gateway: Gateway, topic: string): boolean {
  const own = gateway.protocol === 'sparkplug' ? readEdgeNode(gateway.address) : null;
  if (!own) return false;
  const commands = ['NCMD', 'DCMD'].map((kind) => `spBv1.0/${own.group}/${kind}/${own.node}`);
  return (
    topic === stateTopic(gateway) ||
    commands.some((start) => topic === start || topic.startsWith(`${start}/`))
  );
}

/** Where an edge node is commanded. Throws for a gateway without one. */
export function commandTopic({ code, address }: Gateway): string {
  const own = readEdgeNode(address);
  if (!own) throw new Error(`The address of gateway ${code} is no edge node.`);
  return `spBv1.0/${own.group}/NCMD/${own.node}`;
}

/** Where an edge node sees whether its host (the client id of its gateway) is there. */
export function stateTopic({ clientId }: Gateway): string {
  return `spBv1.0/STATE/${clientId}`;
}

/** What is said there; kept by the broker. */
export function stateOf(isOnline: boolean, since: number): string {
  return JSON.stringify({ online: isOnline, timestamp: since });
}
