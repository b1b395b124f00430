import { setTimeout as sleep } from 'node:timers/promises';
import { createMapper, type Mapper } from '@millwright/contract/device/mapper';
import { type Mapping, mappingSchema, namedByDevice } from '@millwright/contract/device/mapping';
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
  /** The same for messages that the source means without telling them, in one batch with observations after them. */
  say(messages: readonly DeviceMessage[], observations?: readonly Observation[]): Promise<void>;
  /** Says for every machine of the mapping, or for some, that its source is there. */
  pulse(deviceNumbers?: readonly string[]): Promise<void>;
}

/** How a source tells. */
interface Telling {
  /** False for sources that give every value a time of its own. */
  readonly inOrder?: boolean;
  /** Each machine is named by its device number, whatever the source calls it. */
  readonly named?: boolean;
}

/** A feed of a gateway by its mapping; null for a mapping that does not fit. `stopped` ends its tries. */
export function openFeed(
  services: Services,
  gateway: Gateway,
  stopped: () => boolean,
  { inOrder = true, named = false }: Telling = {},
): Feed | null {
  const judged = mappingSchema().safeParse(gateway.mapping);
  if (!judged.success) return null;
  const mapping = named ? namedByDevice(judged.data) : judged.data;
  const mapper: Mapper = createMapper(mapping, gateway.clientId, inOrder);
  const send = async (messages: readonly DeviceMessage[]) => {
    for (let at = 0; at < messages.length; at += BATCH_LIMIT)
      await persist(services, gateway, messages.slice(at, at + BATCH_LIMIT), stopped);
  };
  const said = (observations: readonly Observation[]) =>
    observations.flatMap((observation) => mapper.take(observation) ?? []);
  return {
    mapping,
    take: (observations) => send(said(observations)),
    say: (messages, observations = []) => send([...messages, ...said(observations)]),
    pulse: (deviceNumbers = mapping.devices.map(({ deviceNumber }) => deviceNumber)) =>
      send(deviceNumbers.map((deviceNumber) => pulseOf(gateway, deviceNumber))),
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
