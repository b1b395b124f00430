import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Observation, readShdrLine } from '@millwright/contract/device/observation';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { type Feed, openFeed } from './feed.ts';
import { showTold } from './told-last.ts';

/** A source that is being read. */
export interface Reader {
  stop(): Promise<void>;
}

/**
 * Reads an MTConnect adapter over TCP (line protocol SHDR) at `host:port`: pings it, reads no faster than lines get on
 * disk, and connects again when it is cut off. Lines that come again change nothing.
 */
export function readShdr(services: Services, gateway: Gateway): Reader {
  const stop = new AbortController();
  const run = async () => {
    for (let wait = 1000; !stop.signal.aborted; wait = Math.min(wait * 2, 30_000)) {
      const lines = await readConnection(services, gateway, stop.signal);
      if (lines > 0) wait = 1000;
      await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run().catch((error: unknown) =>
    services.report(error, `The line protocol of gateway ${gateway.code} stopped.`),
  );
  return {
    async stop() {
      stop.abort();
      await running;
    },
  };
}

/** Reads one connection to its end; gives the number of lines. */
async function readConnection(
  services: Services,
  gateway: Gateway,
  signal: AbortSignal,
): Promise<number> {
  const feed = openFeed(services, gateway, signal);
  if (!feed) return 0;
  const [host = '', port = ''] = (gateway.address ?? '').split(/:(?=\d+$)/);
  const socket = net.connect({ host, port: Number(port), signal });
  const rest = keepAlive(socket);
  const box = lineBox(feed, (error) => socket.destroy(error));
  const hide = showTold(gateway.id, box.latest);
  let count = 0;
  try {
    for await (const line of linesOf(socket)) {
      count += 1;
      await box.add(line);
    }
    await box.empty();
  } catch (error) {
    if (!signal.aborted) services.report(error, `A connection of gateway ${gateway.code} broke.`);
  } finally {
    rest();
    hide();
    box.close();
    socket.destroy();
  }
  return count;
}

/** Lines as they end; what a connection that broke had begun to say is left out. Throws at a line without an end. */
async function* linesOf(socket: net.Socket): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST) throw new Error(`A line is longer than ${LONGEST} letters.`);
    yield* lines;
  }
}

/** Pings the other side and cuts a connection on which nothing comes back. */
function keepAlive(socket: net.Socket): () => void {
  const ping = () => void (socket.writable && socket.write('* PING\n'));
  socket.setTimeout(SILENT_MS, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.once('connect', ping);
  const timer = setInterval(ping, PING_MS);
  return () => clearInterval(timer);
}

/**
 * Gathers lines and hands them on in their order, many at once or after a moment. An adapter tells all that is so when
 * it is connected to; when it has, and then now and then, it is said that the source is there. Errors go to `fail`.
 */
function lineBox(feed: Feed, fail: (error: Error) => void) {
  const latest = new Map<string, Observation>();
  let lines: string[] = [];
  let isHeard = false;
  let pulseAt = Date.now() + SETTLE_MS;
  let isDue = false;
  let turn: Promise<void> = Promise.resolve();
  const take = async () => {
    isDue = false;
    const observations = lines.flatMap(readShdrLine);
    lines = [];
    for (const one of observations) remember(latest, one);
    await feed.take(observations);
    if (!isHeard || Date.now() < pulseAt) return;
    isHeard = false;
    pulseAt = Date.now() + PULSE_MS;
    await feed.pulse();
    await feed.again(async () => [...latest.values()]);
  };
  const empty = () => {
    if (!isDue) turn = turn.then(take);
    isDue = true;
    return turn;
  };
  const timer = setInterval(() => {
    empty().catch((error: unknown) =>
      fail(error instanceof Error ? error : new Error(String(error))),
    );
  }, FLUSH_MS);
  return {
    async add(line: string) {
      isHeard = true;
      if (!line.startsWith('*')) lines.push(line);
      if (lines.length >= LINES) await empty();
    },
    empty,
    latest: () => [...latest.values()],
    close: () => clearInterval(timer),
  };
}

function remember(latest: Map<string, Observation>, observation: Observation): void {
  const key = `${observation.source} ${observation.item}`;
  if (latest.size < MOST_ITEMS || latest.has(key)) latest.set(key, observation);
}

const LINES = 1000;
const MOST_ITEMS = 10_000;
const LONGEST = 1024 * 1024;
const FLUSH_MS = 200;
const SETTLE_MS = 1000;
const PING_MS = 10_000;
const PULSE_MS = 20_000;
const SILENT_MS = 40_000;
