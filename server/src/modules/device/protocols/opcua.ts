import { setTimeout as sleep } from 'node:timers/promises';
import type { Observation } from '@millwright/contract/device/observation';
import { inScope } from '../../../kernel/database/transaction.ts';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { rejection } from '../judge.ts';
import { writeRejected } from '../refusals.ts';
import { type Feed, openFeed } from './feed.ts';
import { openSession, type OpcuaSession } from './opcua-session.ts';
import { readNodeValue } from './opcua-value.ts';
import type { Reader } from './shdr.ts';

/**
 * Reads an OPC UA server: the mapping's items are node ids (`ns=2;s=Mill.Status`), which are subscribed to. What a
 * server tells first counts from then; when it is lost, or a quality is not good, nothing is known. Connects again
 * after 1 to 30 s.
 */
export function readOpcua(services: Services, gateway: Gateway): Reader {
  const stop = new AbortController();
  const run = async () => {
    const feed = openFeed(services, gateway, () => stop.signal.aborted, {
      inOrder: false,
      named: true,
    });
    if (!feed) return;
    const watched = watchedNodes(feed);
    let lost = 0;
    for (let wait = 1000; !stop.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        await readOnce(services, gateway, feed, watched, lost, stop.signal);
        wait = 1000;
        lost = Date.now();
        if (!stop.signal.aborted) await feed.take(unknownAt(watched, lost));
      } catch (error) {
        if (wait === 1000 && !stop.signal.aborted)
          services.report(
            error,
            `The OPC UA server of gateway ${gateway.code} does not answer; it is tried again.`,
          );
      }
      await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run().catch((error: unknown) =>
    services.report(error, `Reading the OPC UA server of gateway ${gateway.code} stopped.`),
  );
  return {
    async stop() {
      stop.abort();
      await running;
    },
  };
}

interface Watched {
  readonly source: string;
  readonly item: string;
}

/** Reads one session to its end. Throws when none can be opened. */
async function readOnce(
  services: Services,
  gateway: Gateway,
  feed: Feed,
  watched: readonly Watched[],
  since: number,
  signal: AbortSignal,
): Promise<void> {
  const session = await openSession(services, gateway);
  const box = observationBox(feed);
  try {
    for (const one of watched) await watch(services, gateway, session, one, since, box.add);
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([session.lost, stopped, box.failed]);
  } finally {
    await box.close();
    await Promise.race([session.close(), sleep(3000)]).catch(() => undefined);
  }
}

async function watch(
  services: Services,
  gateway: Gateway,
  session: OpcuaSession,
  { source, item }: Watched,
  since: number,
  add: (observation: Observation) => void,
): Promise<void> {
  // Times of one node never go back: a source may tell a good value with the time before it was bad.
  let last: number | null = null;
  try {
    await session.watch(item, (told) => {
      const { value, time } = readNodeValue(told);
      const first = Math.max(told.serverTimestamp?.getTime() ?? Date.now(), since + 1);
      last = last === null ? first : Math.max(time ?? Date.now(), last);
      add({ source, item, value: value ?? UNKNOWN, time: new Date(last).toISOString() });
    });
  } catch (error) {
    const word = error instanceof Error ? error.message : String(error);
    const reason = {
      zh: `OPC UA 服务器无法提供节点「${item}」：${word}`,
      en: `The OPC UA server cannot give node "${item}": ${word}`,
    };
    const refused = rejection({ type: 'node', deviceNumber: source }, reason);
    await inScope(services.database.pool, { site: gateway.siteId }, (trx) =>
      writeRejected(trx, gateway, [refused]),
    );
  }
}

/** Gathers what comes within a moment, hands it on in its order, and says now and then that the source is there. */
function observationBox(feed: Feed) {
  let waiting: Observation[] = [];
  let turn: Promise<void> = Promise.resolve();
  let pulsed = 0;
  const failing = Promise.withResolvers<void>();
  const hand = async () => {
    const taken = waiting;
    waiting = [];
    await feed.take(taken);
    if (Date.now() - pulsed < PULSE_MS) return;
    pulsed = Date.now();
    await feed.pulse();
  };
  const next = () => {
    turn = turn.then(hand);
    turn.catch(() => failing.resolve());
  };
  const timer = setInterval(next, GATHER_MS);
  return {
    add: (observation: Observation) => void waiting.push(observation),
    failed: failing.promise,
    async close() {
      clearInterval(timer);
      next();
      await turn.catch(() => undefined);
    },
  };
}

/** Names with `*` stand for nothing here: a server tells what it is asked for. */
function watchedNodes({ mapping }: Feed): Watched[] {
  return mapping.devices.flatMap(({ deviceNumber, items }) =>
    Object.keys(items)
      .filter((item) => !item.includes('*'))
      .map((item) => ({ source: deviceNumber, item })),
  );
}

function unknownAt(watched: readonly Watched[], moment: number): Observation[] {
  const time = new Date(moment).toISOString();
  return watched.map((one) => ({ ...one, time, value: UNKNOWN }));
}

const UNKNOWN = 'UNAVAILABLE';
const GATHER_MS = 200;
const PULSE_MS = 20_000;
