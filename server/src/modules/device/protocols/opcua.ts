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
 * server tells first counts from now; when it is lost, or a quality is not good, nothing is known. Connects again
 * after 1 to 30 s.
 */
export function readOpcua(services: Services, gateway: Gateway): Reader {
  const stop = new AbortController();
  const run = async () => {
    const feed = openFeed(services, gateway, stop.signal, { inOrder: false, named: true });
    if (!feed) return;
    const watched = watchedNodes(feed);
    let isTold = false;
    for (let wait = 1000; !stop.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      try {
        await readOnce(services, gateway, feed, watched, stop.signal);
        wait = 1000;
        isTold = false;
        if (!stop.signal.aborted) await feed.take(watched.map(unknown));
      } catch (error) {
        if (!isTold && !stop.signal.aborted)
          services.report(
            error,
            `The OPC UA server of gateway ${gateway.code} does not answer; it is tried again.`,
          );
        isTold = true;
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
  /** Milliseconds up to which it was told; 0 before anything was. */
  last: number;
  /** What was told last in this session; null before anything was. */
  value: string | null;
}

/** Reads one session to its end. Throws when none can be opened. */
async function readOnce(
  services: Services,
  gateway: Gateway,
  feed: Feed,
  watched: readonly Watched[],
  signal: AbortSignal,
): Promise<void> {
  const stopped = whenAborted(signal);
  const session = await openUnless(stopped, services, gateway);
  if (!session) return;
  for (const one of watched) one.value = null;
  const box = observationBox(
    feed,
    async () => watched.flatMap(saidAgain),
    (error) =>
      signal.aborted ||
      services.report(
        error,
        `Gateway ${gateway.code} could not write what it heard; it begins anew.`,
      ),
  );
  try {
    for (const one of watched) await watch(services, gateway, session, one, box.add);
    await Promise.race([session.lost, stopped, box.failed]);
  } finally {
    await box.close();
    await Promise.race([session.close(), sleep(3000)]).catch(() => undefined);
  }
}

/** A session; null when reading is stopped first. One that opens too late is closed again. */
async function openUnless(
  stopped: Promise<null>,
  services: Services,
  gateway: Gateway,
): Promise<OpcuaSession | null> {
  const opening = openSession(services, gateway);
  const session = await Promise.race([opening, stopped]);
  if (!session) opening.then((late) => late.close()).catch(() => undefined);
  return session;
}

function whenAborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null);
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
}

async function watch(
  services: Services,
  gateway: Gateway,
  session: OpcuaSession,
  watched: Watched,
  add: (observation: Observation) => void,
): Promise<void> {
  const { source, item } = watched;
  let isFirst = true;
  try {
    await session.watch(item, (told) => {
      const { value, time, serverTime = Date.now() } = readNodeValue(told);
      const said = isFirst ? Math.max(serverTime, Date.now()) : (time ?? serverTime);
      // Times of one node go on: a source may tell a good value with the time before it was bad, or always the same.
      watched.last = said > watched.last ? said : Math.max(serverTime, watched.last + 1);
      isFirst = false;
      watched.value = value ?? UNKNOWN;
      add({ source, item, value: watched.value, time: new Date(watched.last).toISOString() });
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

/**
 * Gathers what comes within a moment, hands it on in its order, and says now and then that the source is there, and
 * what is now of machines of which nothing is known. Fails, and so begins anew with what is now, when more waits than
 * may, and when writing fails, which `tellFailure` hears.
 */
function observationBox(
  feed: Feed,
  current: () => Promise<readonly Observation[]>,
  tellFailure: (error: unknown) => unknown,
) {
  let waiting: Observation[] = [];
  let turn: Promise<void> = Promise.resolve();
  let pulsed = 0;
  let isDue = false;
  const failing = Promise.withResolvers<void>();
  const hand = async () => {
    isDue = false;
    const taken = waiting;
    waiting = [];
    await feed.take(taken);
    await feed.again(current);
    if (Date.now() - pulsed < PULSE_MS) return;
    pulsed = Date.now();
    await feed.pulse();
  };
  const next = () => {
    if (isDue) return;
    isDue = true;
    turn = turn.then(hand);
    turn.catch((error: unknown) => {
      tellFailure(error);
      failing.resolve();
    });
  };
  const timer = setInterval(next, GATHER_MS);
  return {
    add: (observation: Observation) => {
      if (waiting.length < MOST_WAITING) waiting.push(observation);
      else failing.resolve();
    },
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
      .map((item) => ({ source: deviceNumber, item, last: 0, value: null })),
  );
}

/** The present value, from now on: what the node tells next comes after it. */
function saidAgain(watched: Watched): Observation[] {
  const { source, item, value } = watched;
  if (value === null) return [];
  watched.last = Math.max(Date.now(), watched.last + 1);
  return [{ source, item, value, time: new Date(watched.last).toISOString() }];
}

function unknown(watched: Watched): Observation {
  const { source, item } = watched;
  watched.last = Math.max(Date.now(), watched.last + 1);
  return { source, item, time: new Date(watched.last).toISOString(), value: UNKNOWN };
}

const UNKNOWN = 'UNAVAILABLE';
const GATHER_MS = 200;
const MOST_WAITING = 20_000;
const PULSE_MS = 20_000;
