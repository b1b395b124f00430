import { setTimeout as sleep } from 'node:timers/promises';
import { createMapper, deviceOf, type Mapper } from '@millwright/contract/device/mapper';
import { type Mapping, mappingSchema, namedByDevice } from '@millwright/contract/device/mapping';
import { BATCH_LIMIT, type DeviceMessage } from '@millwright/contract/device/message';
import type { Observation } from '@millwright/contract/device/observation';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { ingest } from '../ingest.ts';
import { silencedDevices } from '../silenced-devices.ts';

/** A stream of observations on its way into the server. */
export interface Feed {
  readonly mapping: Mapping;
  /** Takes observations in their order and resolves when all are on disk; tries until they are or the signal ends it. */
  take(observations: readonly Observation[]): Promise<void>;
  /** The same for messages that the source means without telling them, in one batch with observations after them. */
  say(messages: readonly DeviceMessage[], observations?: readonly Observation[]): Promise<void>;
  /** Says for every machine of the mapping, or for some, that its source is there; its clock minus ours in ms. */
  pulse(deviceNumbers?: readonly string[], clockMs?: number): Promise<void>;
  /**
   * Says again, from now on, what `current` tells of the states of machines of which nothing is known although their
   * source is there: silence ended them, or they were bound to the gateway later, and a source that tells changes
   * alone would not tell them again. Looks whether there are such machines every 10 s at most. `clockMs` as above.
   */
  again(current: () => Promise<readonly Observation[]>, clockMs?: number): Promise<void>;
}

/** How a source tells. */
interface Telling {
  /** False for sources that give every value a time of its own. */
  readonly inOrder?: boolean;
  /** Each machine is named by its device number, whatever the source calls it. */
  readonly named?: boolean;
}

/** A feed of a gateway by its mapping; null for a mapping that does not fit. `signal` ends its tries. */
export function openFeed(
  services: Services,
  gateway: Gateway,
  signal: AbortSignal,
  { inOrder = true, named = false }: Telling = {},
): Feed | null {
  const judged = mappingSchema().safeParse(gateway.mapping);
  if (!judged.success) return null;
  const mapping = named ? namedByDevice(judged.data) : judged.data;
  const mapper: Mapper = createMapper(mapping, gateway.clientId, inOrder);
  const send = async (messages: readonly DeviceMessage[]) => {
    for (let at = 0; at < messages.length; at += BATCH_LIMIT)
      await persist(services, gateway, messages.slice(at, at + BATCH_LIMIT), signal);
  };
  const said = (observations: readonly Observation[]) =>
    observations.flatMap((observation) => mapper.take(observation) ?? []);
  let looked = 0;
  return {
    mapping,
    take: (observations) => send(said(observations)),
    say: (messages, observations = []) => send([...messages, ...said(observations)]),
    pulse: (deviceNumbers = mapping.devices.map(({ deviceNumber }) => deviceNumber), clockMs = 0) =>
      send(deviceNumbers.map((deviceNumber) => pulseOf(gateway, deviceNumber, clockMs))),
    async again(current, clockMs = 0) {
      if (gateway.isHistory || Date.now() - looked < LOOK_MS) return;
      const silenced = await silencedDevices(services, gateway);
      if (silenced.size > 0) {
        const told = await current();
        const meant = told.filter(({ source }) =>
          silenced.has(deviceOf(mapping, source)?.deviceNumber.toLowerCase() ?? ''),
        );
        const messages = said(meant.map((one) => fromNow(one, Date.now() + clockMs)));
        await send(messages.filter(({ type }) => type === 'state'));
      }
      looked = Date.now();
    },
  };
}

/** Later than it was said first, or it would be known already. */
function fromNow(observation: Observation, now: number): Observation {
  const time = Math.max(Date.parse(observation.time) + 1, now);
  return { ...observation, time: new Date(time).toISOString() };
}

const LOOK_MS = 10_000;

/** Messages are not given up: the source is read no further until they are on disk. */
async function persist(
  services: Services,
  gateway: Gateway,
  messages: readonly DeviceMessage[],
  signal: AbortSignal,
): Promise<void> {
  for (let wait = 500; messages.length > 0; wait = Math.min(wait * 2, 30_000)) {
    try {
      await ingest(services, gateway, messages);
      return;
    } catch (error) {
      if (signal.aborted) throw error;
      services.report(
        error,
        `Messages of gateway ${gateway.code} could not be taken in; it is tried again.`,
      );
      await sleep(wait, undefined, { signal });
    }
  }
}

function pulseOf(gateway: Gateway, deviceNumber: string, clockMs: number): DeviceMessage {
  return {
    messageId: 'pulse',
    clientId: gateway.clientId,
    deviceNumber,
    sendTime: new Date(Date.now() + clockMs).toISOString(),
    type: 'heartbeat',
    data: {},
  };
}
