import type { Socket } from 'node:net';

/**
 * Closes a connection over which nobody signs in within `ms`, or before more bytes than a sign-in can need. To be
 * called when the socket is being read; the function it returns is called when somebody has signed in.
 */
export function limitUnsigned(socket: Socket, ms: number): () => void {
  let bytes = 0;
  const count = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > UNSIGNED_BYTES) socket.destroy();
  };
  const timer = setTimeout(() => socket.destroy(), ms);
  const signedIn = () => {
    clearTimeout(timer);
    socket.off('data', count);
  };
  socket.on('data', count);
  socket.once('close', signedIn);
  return signedIn;
}

/** A gateway may send on behind its sign-in, which is read in pieces of 64 KB. */
const UNSIGNED_BYTES = 256 * 1024;
