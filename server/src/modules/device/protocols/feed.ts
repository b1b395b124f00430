import { setTimeout as sleep } from 'node:timers/promises';
import { createMapper, type Mapper } from '@millwright/contract/device/mapper';
import { type Mapping, mappingSchema } from '@millwright/contract/device/mapping';
import { BATCH_LIMIT, type DeviceMessage } from '@millwright/contract/device/message';
import type { Observation } from '@millwright/contract/device/observation';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { ingest } from '../ingest.ts';

/** A stream of observations on its way into the server. */
export interface Feed {
  readonly mapping: Mapping;
  /** Takes observations in their order and resolves when all are on disk; tries until they are or `stopped` says so. */
  take(observations: readonly Observation[]): Promise<void>;
  /** Says for every machine of the mapping that its source is there. */
  pulse(): Promise<void>;
}

/** A feed of a gateway by its mapping; null for a mapping that does not fit. `stopped` ends its tries. */
export function openFeed(
  services: Services,
  gateway: Gateway,
  stopped: () => boolean,
): Feed | null {
  const judged = mappingSchema().safeParse(gateway.mapping);
  if (!judged.success) return null;
  const mapper: Mapper = createMapper(judged.data, gateway.clientId);
  const send = (messages: readonly DeviceMessage[]) =>
    persist(services, gateway, messages, stopped);
  return {
    mapping: judged.data,
    async take(observations) {
      const messages = observations.flatMap((said) => mapper.take(said) ?? []);
      for (let at = 0; at < messages.length; at += BATCH_LIMIT)
        await send(messages.slice(at, at + BATCH_LIMIT));
    },
    pulse: () =>
      send(judged.data.devices.map(({ deviceNumber }) => pulseOf(gateway, deviceNumber))),
  };
}

/** Messages are not given up: the source is read no further until they are on disk. */
async function persist(
  services: Services,
  gateway: Gateway,
  messages: readonly DeviceMessage[],
  stopped: () => boolean,
): Promise<void> {
  for (let wait = 500; messages.length > 0; wait = Math.min(wait * 2, 30_000)) {
    try {
      await ingest(services, gateway, messages);
      return;
    } catch (error) {
      if (stopped()) throw error;
      services.report(
        error,
        `Messages of gateway ${gateway.code} could not be taken in; it is tried again.`,
      );
      await sleep(wait);
    }
  }
}

function pulseOf(gateway: Gateway, deviceNumber: string): DeviceMessage {
  return {
    messageId: 'pulse',
    clientId: gateway.clientId,
    deviceNumber,
    sendTime: new Date().toISOString(),
    type: 'heartbeat',
    data: {},
  };
}
