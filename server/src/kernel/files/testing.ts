import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { sendForm } from '../sheet-routes/sheet-call-testing.ts';
import type { Headers, TestApp } from '../testing.ts';

/** A file that the upload takes for a film. */
export const MP4 = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isomiso2'),
  randomBytes(5000),
]);

/** Uploads a file; the answer holds its signed address. */
export function sendFile(
  test: TestApp,
  kind: string,
  file: Buffer,
  name: string,
  headers: Headers,
): ReturnType<typeof sendForm<string[]>> {
  return sendForm<string[]>(test, `/edition/api/file/upload?kind=${kind}`, { file, name }, headers);
}

/** Address, without its signature, of a film or picture that somebody has uploaded. */
export async function storedFile(
  test: TestApp,
  kind: 'image' | 'video',
  headers: Headers,
  background = '#336699',
): Promise<string> {
  const picture = () =>
    sharp({ create: { width: 400, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
  const { data } = await (kind === 'video'
    ? sendFile(test, kind, MP4, 'a.mp4', headers)
    : sendFile(test, kind, await picture(), 'a.png', headers));
  return data[0]?.split('?')[0] ?? '';
}
