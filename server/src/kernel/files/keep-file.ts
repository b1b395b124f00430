import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileEndings, type FilePurpose } from '@millwright/contract/kernel/file-endings';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import type { FileType } from './file-type.ts';
import { typeOfFile } from './file-type.ts';
import { incomingPlace, placeOf } from './folder.ts';
import { cleanImage } from './image.ts';
import { discard, plainName, type Received } from './receive.ts';
import { fileRefusals } from './refusal.ts';
import { FILE_BASE } from './sign.ts';

/** A file on its way into the store: judged, cleaned and lying below `incoming`. */
export interface JudgedFile {
  readonly path: string;
  readonly thumbnail: Buffer | null;
  readonly type: FileType;
  readonly purpose: FilePurpose;
  readonly originalName: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Judges a received file by its content and cleans pictures; it is removed when it is not among those `taken`. Needs no
 * transaction.
 */
export async function judgeFile(
  received: Omit<Received, 'fields'>,
  purpose: FilePurpose,
  taken: readonly string[] = fileEndings[purpose],
): Promise<JudgedFile> {
  try {
    const type = await typeOfFile(received.path, received.name);
    if (!type || !taken.includes(type.extension)) throw refuse(REFUSALS[purpose]);
    const judged = { ...received, type, purpose, originalName: received.name, thumbnail: null };
    return PICTURES.includes(type.extension) ? await withCleanImage(judged) : judged;
  } catch (error) {
    await discard(received.path);
    throw error;
  }
}

/**
 * Moves a judged file to its place, makes sure that it is on disk, and adds its row; the address comes back unsigned.
 * Should the transaction fail later, the sweep finds a file without a row.
 */
export async function keepFile(context: Context, file: JudgedFile): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.${file.type.extension}`;
  const place = placeOf(name);
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  await rename(file.path, place);
  try {
    if (file.thumbnail) await writeDurably(thumbnailOf(place), file.thumbnail);
    await syncFolder(path.dirname(place));
    await sql`insert into file (site_id, name, kind, original_name, mime, size, sha256, thumbnail, create_by)
      values (${context.session.siteId}, ${name}, ${file.purpose}, ${file.originalName}, ${file.type.mime}, ${file.size},
        ${file.sha256}, ${file.thumbnail !== null}, ${context.session.userId})`.execute(
      context.sql,
    );
  } catch (error) {
    await Promise.all([discard(place), discard(thumbnailOf(place))]);
    throw error;
  }
  return `${FILE_BASE}${name}`;
}

/** Keeps bytes that the server made itself, such as the error file of an import. */
export async function keepBytes(
  context: Context,
  bytes: Buffer,
  givenName: string,
): Promise<string> {
  const place = incomingPlace();
  await writeDurably(place, bytes);
  const received = {
    path: place,
    name: plainName(givenName),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const judged = await judgeFile(received, 'attachment', [...fileEndings.attachment, 'csv']);
  try {
    return await keepFile(context, judged);
  } catch (error) {
    await discard(judged.path);
    throw error;
  }
}

/** Place of the small picture beside a picture. */
export function thumbnailOf(place: string): string {
  return `${place}.thumb`;
}

const PICTURES: readonly string[] = fileEndings.image;

const REFUSALS = {
  image: fileRefusals['file.image'],
  video: fileRefusals['file.video'],
  attachment: fileRefusals['file.kind'],
  package: fileRefusals['file.package'],
} as const;

async function withCleanImage(judged: JudgedFile): Promise<JudgedFile> {
  const { picture, thumbnail } = await cleanImage(judged.path, judged.type.extension);
  await writeDurably(judged.path, picture);
  const sha256 = createHash('sha256').update(picture).digest('hex');
  return { ...judged, thumbnail, size: picture.length, sha256 };
}

async function writeDurably(place: string, bytes: Buffer): Promise<void> {
  await writeFile(place, bytes, { mode: 0o600, flush: true });
}

/** A rename is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The whole content of a stored file. */
export async function contentOf(address: string): Promise<Buffer> {
  return readFile(placeOf(path.basename(address)));
}

/** Bytes that a stored file takes. */
export async function sizeOf(name: string): Promise<number> {
  return (await stat(placeOf(name))).size;
}
