import type { SourceLook } from '@millwright/contract/device/source';
import type { Gateway } from '../gateway-row.ts';
import { askDevices, askStreams } from './mtconnect-agent.ts';

/** What an agent has (`probe`) and says now (`current`). */
export async function lookAtAgent(gateway: Gateway): Promise<SourceLook> {
  const signal = AbortSignal.timeout(8000);
  const [devices, now] = await Promise.all([
    askDevices(gateway, signal),
    askStreams(gateway, 'current', signal),
  ]);
  if (now.error !== null) throw new Error(`The agent answers ${now.error}.`);
  return { items: devices.flatMap(({ items }) => items), observations: now.observations };
}
