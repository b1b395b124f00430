import type { Socket } from 'node:net';
import { BODY_LIMIT } from '../../../kernel/http/server.ts';

/**
 * Closes a connection whose client announces a packet larger than a call's body may be, before it is gathered and
 * signed in or not. To be called when the socket is being read: it hears what the reader reads.
 */
export function limitPackets(socket: Socket): void {
  const announced = packetLengths();
  socket.on('data', (bytes: Buffer) => {
    if (announced(bytes) > BODY_LIMIT) socket.destroy();
  });
}

/** Follows a stream of MQTT packets; gives the largest length announced in each piece of it. */
function packetLengths(): (bytes: Buffer) => number {
  /** Bytes of the packet still to come; null in its fixed header. */
  let rest: number | null = null;
  let length = 0;
  let place = 0;
  return (bytes) => {
    let largest = 0;
    for (let at = 0; at < bytes.length;) {
      if (rest !== null) {
        const step = Math.min(rest, bytes.length - at);
        at += step;
        rest = rest === step ? null : rest - step;
        continue;
      }
      const byte = bytes[at] ?? 0;
      at += 1;
      // First its type, then its length in sevenths of bytes, the lowest first.
      if (place > 0) length += (byte & 0x7f) * 128 ** (place - 1);
      const isWhole = place > 0 && byte < 0x80;
      place = isWhole ? 0 : place + 1;
      if (place > 4) return Number.POSITIVE_INFINITY;
      if (!isWhole) continue;
      largest = Math.max(largest, length);
      rest = length === 0 ? null : length;
      length = 0;
    }
    return largest;
  };
}
