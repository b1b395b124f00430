import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '@millwright/contract/device/observation';
import type { SourceLook } from '@millwright/contract/device/source';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { openSession, type OpcuaSession } from './opcua-session.ts';
import { readNodeValue } from './opcua-value.ts';

/** The present values of nodes of an OPC UA server; nodes that it does not know have none. */
export async function lookAtNodes(
  services: Services,
  gateway: Gateway,
  nodes: readonly string[],
): Promise<SourceLook> {
  const session = await openSession(services, gateway);
  try {
    const said = await Promise.all(nodes.map((node) => valueOf(session, node)));
    return { items: [], observations: said.flatMap((one) => one ?? []) };
  } finally {
    await Promise.race([session.close(), sleep(3000)]).catch(() => undefined);
  }
}

/** Null when nothing comes within a moment. */
async function valueOf(session: OpcuaSession, item: string): Promise<Observation | null> {
  const told = new Promise<Observation>((resolve, reject) => {
    session
      .watch(item, (value) => {
        const read = readNodeValue(value);
        const time = new Date(read.time ?? read.serverTime ?? Date.now()).toISOString();
        resolve({ source: '', item, time, value: read.value ?? 'UNAVAILABLE' });
      })
      .catch(reject);
  });
  return Promise.race([told.catch(() => null), sleep(2000, null)]);
}
