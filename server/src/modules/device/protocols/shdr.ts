import net from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { readShdrLine } from '@millwright/contract/device/observation';
import type { Services } from '../../../kernel/services.ts';
import type { Gateway } from '../gateway-row.ts';
import { type Feed, openFeed } from './feed.ts';

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
  const feed = openFeed(services, gateway, () => signal.aborted);
  if (!feed) return 0;
  const [host = '', port = ''] = (gateway.address ?? '').split(/:(?=\d+$)/);
  const socket = net.connect({ host, port: Number(port), signal });
  const rest = keepAlive(socket);
  const box = lineBox(feed);
  let count = 0;
  try {
    for await (const line of createInterface({ input: socket })) {
      count += 1;
      await box.add(line);
    }
    await box.empty();
  } catch (error) {
    if (!signal.aborted) services.report(error, `A connection of gateway ${gateway.code} broke.`);
  } finally {
    rest();
    box.close();
    socket.destroy();
  }
  return count;
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

/** Gathers lines and hands them on in their order, many at once or after a moment. */
function lineBox(feed: Feed) {
  let lines: string[] = [];
  let pulsed = 0;
  let taking: Promise<void> = Promise.resolve();
  const take = () => {
    const taken = lines;
    lines = [];
    return feed.take(taken.flatMap(readShdrLine));
  };
  const empty = () => (taking = taking.then(take));
  const timer = setInterval(() => {
    if (lines.length > 0) empty().catch(() => undefined);
  }, FLUSH_MS);
  return {
    async add(line: string) {
      if (!line.startsWith('*')) lines.push(line);
      if (lines.length >= LINES) await empty();
      if (Date.now() - pulsed <= PULSE_MS) return;
      pulsed = Date.now();
      await feed.pulse();
    },
    empty,
    close: () => clearInterval(timer),
  };
}

const LINES = 1000;
const FLUSH_MS = 200;
const PING_MS = 10_000;
const PULSE_MS = 20_000;
const SILENT_MS = 40_000;
