import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Observation, readShdrLine } from '@millwright/contract/device/observation';
import type { SourceLook } from '@millwright/contract/device/source';
import type { Gateway } from '../gateway-row.ts';

/** What an adapter tells whoever connects, within a moment: all that is so, and the first changes. */
export async function lookAtAdapter(gateway: Gateway): Promise<SourceLook> {
  const [host = '', port = ''] = (gateway.address ?? '').split(/:(?=\d+$)/);
  const socket = net.connect({ host, port: Number(port) }).setEncoding('utf8');
  const latest = new Map<string, Observation>();
  let rest = '';
  socket.on('data', (chunk) => {
    const lines = (rest + String(chunk)).split('\n');
    rest = (lines.pop() ?? '').slice(-LONGEST);
    for (const one of lines.flatMap(readShdrLine)) latest.set(`${one.source} ${one.item}`, one);
    if (latest.size >= MOST_ITEMS) socket.destroy();
  });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(4000) });
    await Promise.race([sleep(LISTEN_MS), once(socket, 'close')]);
    return { items: [], observations: [...latest.values()] };
  } finally {
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

const LISTEN_MS = 1500;
const LONGEST = 64 * 1024;
const MOST_ITEMS = 1000;
