import { createHash } from 'node:crypto';
import { Transform } from 'node:stream';

/** What passed through: bytes, lines (rows of COPY text) and SHA-256. */
export interface Measured {
  readonly bytes: number;
  readonly lines: number;
  readonly sha256: string;
}

/** A stream that passes everything on; `done` gives what it was when it has ended. */
export function measuring(): { stream: Transform; done: () => Measured } {
  const hash = createHash('sha256');
  let bytes = 0;
  let lines = 0;
  const stream = new Transform({
    highWaterMark: 256 * 1024,
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1))
        lines += 1;
      done(null, chunk);
    },
  });
  return { stream, done: () => ({ bytes, lines, sha256: hash.digest('hex') }) };
}

const NEWLINE = 10;
