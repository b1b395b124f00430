import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { openFeed } from './feed.ts';
import { askStreams, openStream } from './mtconnect-agent.ts';
import { readPosition } from './mtconnect-place.ts';
import { COUNT, type Reading, takeCurrent, takeSample } from './mtconnect-take.ts';
import type { Reader } from './shdr.ts';

/** How an agent is asked, in milliseconds. */
interface Asking {
  /**
   * How often a stream says that nothing changed; it is given up when it says nothing for twice as long. By itself
   * often enough that no machine is taken for silent meanwhile.
   */
  readonly heartbeatMs?: number;
}

/**
 * Reads an MTConnect agent over HTTP at the gateway's address: what is now first, then every change by its sequence
 * number. The agent is asked to hold a stream open (`sample?from=…&interval=…&heartbeat=…`), in which it tells what
 * changes as it changes; the next part is read when the last is on disk, and an agent that is faster than that keeps
 * what it has to tell until then. One that holds no stream open is asked again every second, at once while answers are
 * full. The place is kept, so that a restart misses nothing that the agent still holds. A new instance of the agent,
 * and a place that it holds no more, begin with what is now; the gap is noted, and machines that changed in it are no
 * data for as long as nobody knows.
 */
export function readMtconnect(services: Services, gateway: Gateway, asking: Asking = {}): Reader {
  const stop = new AbortController();
  const running = read(services, gateway, asking, stop.signal).catch((error: unknown) =>
    services.report(error, `Reading the agent of gateway ${gateway.code} stopped.`),
  );
  return {
    async stop() {
      stop.abort();
      await running;
    },
  };
}

async function read(
  services: Services,
  gateway: Gateway,
  asking: Asking,
  signal: AbortSignal,
): Promise<void> {
  const feed = openFeed(services, gateway, signal);
  if (!feed) return;
  const reading = { services, gateway, feed, signal, place: null, taken: 0, checked: '', kept: 0 };
  const agent: Agent = { reading, asking, isPlaceKnown: false, polledUntil: 0 };
  for (let wait = POLL_MS; !signal.aborted;) {
    const { taken } = agent.reading;
    try {
      await readOn(agent);
      wait = POLL_MS;
    } catch (error) {
      if (signal.aborted) return;
      if (agent.reading.taken > taken) wait = POLL_MS;
      if (wait === POLL_MS)
        services.report(
          error,
          `The agent of gateway ${gateway.code} does not answer; it is tried again.`,
        );
      wait = Math.min(wait * 2, 30_000);
    }
    await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
}

interface Agent {
  readonly reading: Reading;
  readonly asking: Asking;
  /** The place that was kept before was looked up. */
  isPlaceKnown: boolean;
  /** No stream is asked for until then, milliseconds: the last time there was none. */
  polledUntil: number;
}

/** Reads until nothing is left, or the stream ends. */
async function readOn(agent: Agent): Promise<void> {
  const { reading, polledUntil } = agent;
  if (!agent.isPlaceKnown) {
    reading.place = await readPosition(reading.services, reading.gateway);
    agent.isPlaceKnown = true;
  }
  if (!reading.place) await takeCurrent(reading, null);
  await (Date.now() < polledUntil ? poll(agent) : follow(agent));
}

async function poll(agent: Agent): Promise<void> {
  const { reading } = agent;
  try {
    for (let isFull = true; isFull;) {
      const document = await askStreams(reading.gateway, callOf(reading), reading.signal);
      isFull = (await takeSample(reading, document)) === 'full';
    }
  } catch (error) {
    // What does not answer at all may well hold a stream open when it is back.
    agent.polledUntil = 0;
    throw error;
  }
}

/** Reads a stream to its end; where no part of one arrives, what changed is asked for. */
async function follow(agent: Agent): Promise<void> {
  // It may be that a proxy holds the stream back, its head too, or that nobody can tell its parts apart.
  agent.polledUntil = Date.now() + POLLED_MS;
  try {
    await followStream(agent);
  } catch (error) {
    const isHeard = agent.polledUntil === 0;
    if (isHeard || agent.reading.signal.aborted) throw error;
    await poll(agent);
  }
}

async function followStream(agent: Agent): Promise<void> {
  const { reading, asking } = agent;
  const { gateway, signal } = reading;
  const heartbeatMs = asking.heartbeatMs ?? heartbeatOf(reading);
  const call = `${callOf(reading)}&interval=${INTERVAL_MS}&heartbeat=${heartbeatMs}`;
  const { isStream, documents } = await openStream(gateway, call, 2 * heartbeatMs, signal);
  for await (const document of documents) {
    const isOutOfRange = document.error === 'OUT_OF_RANGE';
    if (isStream || isOutOfRange) agent.polledUntil = 0;
    // It may mean the stream and not the place: asked for without one, the agent tells.
    if (document.error !== null && !isOutOfRange) return poll(agent);
    if ((await takeSample(reading, document)) === 'lost') return;
  }
}

/** Two in a row may fail before the machines of the site count as silent. */
function heartbeatOf({ services, gateway }: Reading): number {
  const silentMs = services.settings.number('log.heartbeatSeconds', gateway.siteId) * 1000;
  return Math.min(HEARTBEAT_MS, Math.floor(silentMs / 3));
}

function callOf({ place }: Reading): string {
  return `sample?from=${place?.next}&count=${COUNT}`;
}

const POLL_MS = 1000;
/** No more often than so are parts told while something changes all the time. */
const INTERVAL_MS = 500;
const HEARTBEAT_MS = 10_000;
const POLLED_MS = 10 * 60_000;
