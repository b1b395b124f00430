import { describe, expect, it } from 'vitest';
import { boundaryOf, readParts } from './multipart.ts';

describe('parts of a multipart answer', () => {
  it('knows the boundary by the content type, as agents of any version write it', () => {
    expect(boundaryOf('multipart/x-mixed-replace;boundary=29c661e7866fd61f')).toBe(
      '29c661e7866fd61f',
    );
    expect(boundaryOf('multipart/mixed;boundary=a-b')).toBe('a-b');
    expect(boundaryOf('Multipart/Mixed; charset=utf-8; Boundary="a b;c"')).toBe('a b;c');
    expect(boundaryOf('text/xml;boundary=a')).toBe(null);
    expect(boundaryOf('multipart/mixed')).toBe(null);
    expect(boundaryOf(null)).toBe(null);
  });

  const parts = ['<a>主轴过载</a>', '', '--cut\r\nContent-length: 3\r\n\r\n', '<b/>\n'];
  const frame = (part: string) =>
    Buffer.from(
      `--cut\r\nContent-type: text/xml\r\nContent-length: ${Buffer.byteLength(part)}\r\n\r\n${part}\r\n\r\n`,
    );
  const whole = Buffer.concat([
    Buffer.from('\r\n'),
    ...parts.map(frame),
    Buffer.from('--cut--\r\n'),
  ]);

  it('gives each part as it was, wherever the answer is cut into pieces', async () => {
    for (let at = 0; at <= whole.length; at += 1)
      expect(await read([whole.subarray(0, at), whole.subarray(at)])).toEqual([parts, null]);
    expect(await read([...whole].map((byte) => Buffer.of(byte)))).toEqual([parts, null]);
  });

  it('gives nothing of a part that is not whole, wherever the answer ends', async () => {
    const ends = parts.map((part, n) => {
      const before = parts.slice(0, n).reduce((sum, one) => sum + frame(one).length, 2);
      return before + frame(part).length - 4;
    });
    for (let at = 0; at < whole.length; at += 1) {
      const [given, error] = await read([whole.subarray(0, at)]);
      expect(given, String(at)).toEqual(parts.slice(0, ends.filter((end) => end <= at).length));
      if (error !== null) expect(error).toContain('within a part');
    }
    expect(await read([])).toEqual([[], null]);
  });

  it('gives a part before anything of the next arrives', async () => {
    const arriving = (async function* () {
      yield Buffer.from('--cut\nContent-Length: 1\n\nx');
      await new Promise(() => undefined);
    })();
    expect(await readParts(arriving, 'cut', 10).next()).toEqual({ done: false, value: 'x' });
  });

  it('goes on no further where boundaries are broken and lengths lie', async () => {
    const refused: [string, string[], string][] = [
      ['--other\r\nContent-length: 1\r\n\r\nx', [], 'boundary'],
      ['<html>', [], 'within a part'],
      ['<html>\n', [], 'boundary'],
      ['--cut\r\nContent-type: text/xml\r\n\r\n<a/>', [], 'length'],
      ['--cut\r\nContent-length: many\r\n\r\n<a/>', [], 'length'],
      ['--cut\r\nContent-length: -1\r\n\r\n<a/>', [], 'length'],
      ['--cut\r\nContent-length: 101\r\n\r\n', [], 'more than 100'],
      ['--cut\r\nContent-length: 3\r\n\r\n<a/>\r\n', ['<a/'], 'boundary'],
      ['--cut\r\nContent-length: 8\r\n\r\n<a/>\r\n--cut\r\n', ['<a/>\r\n--'], 'boundary'],
      ['--cut\r\nContent-length: 99\r\n\r\n<a/>\r\n', [], 'within a part'],
      [`--cut\r\nX: ${'x'.repeat(5000)}\r\n`, [], 'no end'],
      ['x'.repeat(5000), [], 'no end'],
    ];
    for (const [answer, given, reason] of refused) {
      const [parts, error] = await read([Buffer.from(answer)]);
      expect(parts, answer).toEqual(given);
      expect(error, answer).toContain(reason);
    }
  });
});

/** The parts that were given, and what it ended with. */
async function read(chunks: readonly Uint8Array[]): Promise<[string[], string | null]> {
  const given: string[] = [];
  const arriving = (async function* () {
    yield* chunks;
  })();
  try {
    for await (const part of readParts(arriving, 'cut', 100)) given.push(part);
    return [given, null];
  } catch (error) {
    return [given, String(error)];
  }
}
