import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { refusals } from '@millwright/contract/kernel/errors';
import type { FastifyRequest } from 'fastify';
import { Refused, refuse } from '../refuse.ts';
import { incomingPlace } from './folder.ts';
import { fileRefusals } from './refusal.ts';

/** A file that was sent, written below `incoming`; whoever takes it moves or removes it. */
export interface Received {
  readonly path: string;
  /** As the sender called it, without folders. */
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
  /** The other fields of the form. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Receives the one file of a form in field `file`, of at most `maxMb`. Throws the refusals of files, `call.invalid` on broken forms. */
export async function receiveFile(request: FastifyRequest, maxMb: number): Promise<Received> {
  if (!request.isMultipart())
    throw refuse(refusals['call.invalid'], { detail: 'multipart/form-data' });
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let taken: Omit<Received, 'fields'> | null = null;
  try {
    const limits = {
      files: 1,
      fields: 20,
      fieldSize: 256 * 1024,
      fieldNameSize: 60,
      fileSize: maxMb * MB + DRAINED,
      parts: 30,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] = String(part.value);
      else if (taken === null && part.fieldname === 'file')
        taken = await writeDown(part.file, part.filename, maxMb);
      else throw refuse(fileRefusals[taken === null ? 'file.missing' : 'file.several']);
    }
  } catch (error) {
    if (taken) await discard(taken.path);
    if (error instanceof Refused) throw error;
    if (isOurs(error)) throw error;
    throw refuse(
      codeOf(error) === 'FST_FILES_LIMIT' ? fileRefusals['file.several'] : refusals['call.invalid'],
      { detail: 'file' },
    );
  }
  if (!taken) throw refuse(fileRefusals['file.missing']);
  return { ...taken, fields };
}

/** Writes a stream below `incoming` and counts and hashes it on the way. */
export async function writeDown(
  stream: AsyncIterable<unknown>,
  givenName: string,
  maxMb: number,
): Promise<Omit<Received, 'fields'>> {
  const path = incomingPlace();
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      // What is too much is read on for a while: a browser shows the answer only when it has sent everything.
      if (size > maxMb * MB) {
        if (size > maxMb * MB + DRAINED) break;
        continue;
      }
      hash.update(bytes);
      await file.write(bytes);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await discard(path);
    throw error;
  }
  await file.close();
  const refusal =
    size === 0
      ? refuse(fileRefusals['file.empty'])
      : size > maxMb * MB
        ? refuse(fileRefusals['file.tooLarge'], { max: maxMb })
        : null;
  if (refusal) {
    await discard(path);
    throw refusal;
  }
  return { path, name: plainName(givenName), size, sha256: hash.digest('hex') };
}

/** Removes a received file; one that is gone already is no error. */
export async function discard(path: string): Promise<void> {
  await rm(path, { force: true });
}

/** A name as it may be shown and sent in headers: no folders, no control characters, at most 200 characters. */
export function plainName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(UNSEEN, '').trim();
  return clean === '' ? 'file' : clean.slice(-200);
}

const MB = 1024 * 1024;
const DRAINED = 64 * MB;

/** Failures of disk and program are no fault of the sender. */
function isOurs(error: unknown): boolean {
  const code = codeOf(error);
  return (
    code.startsWith('E') &&
    code !== 'ECONNRESET' &&
    code !== 'ERR_STREAM_PREMATURE_CLOSE' &&
    !code.startsWith('ERR_')
  );
}

function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? code : '';
}

/** Control characters, line separators and marks that turn the direction of writing. */
const UNSEEN =
  // oxlint-disable-next-line no-control-regex -- taking out control characters is the point
  /[\u0000-\u001f\u007f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu;
