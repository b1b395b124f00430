/** The boundary of a multipart answer by its content type; null where it is no such answer. */
export function boundaryOf(contentType: string | null): string | null {
  const [, quoted, plain] =
    /^multipart\/[^;]+;(?:.*;)?\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType ?? '') ?? [];
  return quoted ?? plain ?? null;
}

/**
 * The parts of a multipart answer whose parts tell their lengths, each as soon as it is whole. Throws at anything
 * between parts that is not the boundary, at a part without its length or with more than `longest` bytes, and when the
 * answer ends within one.
 */
export async function* readParts(
  chunks: AsyncIterable<Uint8Array>,
  boundary: string,
  longest: number,
): AsyncGenerator<string> {
  const bytes = readBytes(chunks);
  for (;;) {
    let line = await bytes.line();
    while (line === '') line = await bytes.line();
    if (line === null || line === `--${boundary}--`) return;
    if (line !== `--${boundary}`) throw new Error('A part does not begin with the boundary.');
    const length = await readLength(bytes);
    if (length > longest) throw new Error(`A part has more than ${longest} bytes.`);
    yield new TextDecoder().decode(await bytes.take(length));
  }
}

/** Reads the headers of a part to their end. */
async function readLength(bytes: Bytes): Promise<number> {
  let length: number | null = null;
  for (;;) {
    const line = await bytes.line();
    if (line === null) throw new Error(CUT);
    if (line === '') break;
    const told = /^content-length:\s*(\d{1,15})\s*$/i.exec(line)?.[1];
    if (told !== undefined) length = Number(told);
  }
  if (length === null) throw new Error('A part does not tell its length.');
  return length;
}

interface Bytes {
  /** The next line without its end; null where there is nothing more. */
  line(): Promise<string | null>;
  take(count: number): Promise<Uint8Array>;
}

function readBytes(chunks: AsyncIterable<Uint8Array>): Bytes {
  const source = chunks[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  const next = async () => {
    const { done, value } = await source.next();
    return done ? null : value;
  };
  return {
    async line() {
      for (;;) {
        const end = held.indexOf('\n');
        if ((end < 0 ? held.length : end) > LONGEST_LINE) throw new Error('A line has no end.');
        if (end >= 0) {
          const line = held.toString('latin1', 0, end).replace(/\r$/, '');
          held = held.subarray(end + 1);
          return line;
        }
        const chunk = await next();
        if (chunk === null && held.length > 0) throw new Error(CUT);
        if (chunk === null) return null;
        held = Buffer.concat([held, chunk]);
      }
    },
    async take(count) {
      const pieces: Uint8Array[] = [held];
      for (let size = held.length; size < count; size += pieces.at(-1)?.length ?? 0) {
        const chunk = await next();
        if (chunk === null) throw new Error(CUT);
        pieces.push(chunk);
      }
      const all = Buffer.concat(pieces);
      held = all.subarray(count);
      return all.subarray(0, count);
    },
  };
}

const LONGEST_LINE = 4096;
const CUT = 'The answer ends within a part.';
