import { logModules } from '@millwright/contract/log/log-words';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { refusals } from '@millwright/contract/kernel/errors';
import type { FilePurpose } from '@millwright/contract/kernel/file-endings';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../kernel/context.ts';
import { filesFolder } from '../../kernel/files/folder.ts';
import { judgeFile, keepFile } from '../../kernel/files/keep-file.ts';
import { discard, plainName, writeDown } from '../../kernel/files/receive.ts';
import { fileRefusals } from '../../kernel/files/refusal.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';
import { answerOf, limitMb, purposeOf } from './upload.ts';

/** Bytes of every part but the last. */
const PART_MB = 5;
const PART = PART_MB * 1024 * 1024;
const MAX_OPEN = 10;
const BASE = '/edition/api/file/upload';
const common = {
  tag: 'session',
  module: logModules.files,
  transaction: 'none',
} as const;

/**
 * Uploads in parts, resumable: `init` says which parts are there already, each part is put by its number from 0,
 * `complete` joins them and checks size and SHA-256 of the whole.
 */
export const partRoutes: readonly Route[] = [
  {
    ...common,
    method: 'POST',
    path: `${BASE}/init`,
    passive: false,
    handle: (_context, call) => init(call),
  },
  {
    ...common,
    method: 'PUT',
    path: `${BASE}/:uploadId/:n`,
    bodyLimit: PART,
    passive: true,
    handle: (_context, call) => putPart(call),
  },
  {
    ...common,
    method: 'POST',
    path: `${BASE}/:uploadId/complete`,
    business: '1',
    handle: (_context, call) => complete(call),
  },
];

interface Upload {
  readonly id: string;
  readonly kind: FilePurpose;
  readonly original_name: string;
  readonly size: string;
  readonly sha256: string;
}

const INIT = z.strictObject({
  name: z.string().min(1).max(300),
  size: z.int().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  kind: z.string().optional(),
});

async function init(call: CallInput) {
  const sent = INIT.safeParse(call.body);
  if (!sent.success)
    throw refuse(refusals['call.invalid'], {
      detail: sent.error.issues[0]?.path.join('.') ?? 'body',
    });
  const { name, size, sha256 } = sent.data;
  const kind = purposeOf(sent.data.kind ?? call.query.kind);
  const id = await call.scoped(async (context) => {
    const maxMb = await limitMb(context, kind);
    if (size > maxMb * 1024 * 1024) throw refuse(fileRefusals['file.tooLarge'], { max: maxMb });
    return openUpload(context, { kind, name: plainName(name), size, sha256 });
  });
  await mkdir(folderOf(id), { recursive: true, mode: 0o700 });
  const received = (await readdir(folderOf(id))).filter((part) => /^\d+$/.test(part)).map(Number);
  return {
    uploadId: id,
    partSize: PART,
    parts: Math.ceil(size / PART),
    received: received.sort((one, other) => one - other),
  };
}

/** The person's unfinished upload of the same file goes on; else a new one begins. */
async function openUpload(
  context: Context,
  file: { kind: FilePurpose; name: string; size: number; sha256: string },
): Promise<string> {
  const { userId } = context.session;
  const open = await sql<{
    id: string;
    same: boolean;
  }>`select id, sha256 = ${file.sha256} and kind = ${file.kind} and size = ${file.size} as same
    from file_upload where user_id = ${userId} and create_time > now() - interval '24 hours'`.execute(
    context.sql,
  );
  const known = open.rows.find(({ same }) => same);
  if (known) return known.id;
  if (open.rows.length >= MAX_OPEN) throw refuse(fileRefusals['upload.tooMany']);
  const id = randomBytes(16).toString('hex');
  await sql`insert into file_upload (id, user_id, kind, original_name, size, sha256)
    values (${id}, ${userId}, ${file.kind}, ${file.name}, ${file.size}, ${file.sha256})`.execute(
    context.sql,
  );
  return id;
}

async function putPart(call: CallInput) {
  const upload = await call.scoped((context) => uploadOf(context, call.params.uploadId), {
    readOnly: true,
  });
  const n = Number(call.params.n);
  const size = Number(upload.size);
  if (!/^\d{1,6}$/.test(call.params.n ?? '') || n * PART >= size)
    throw refuse(refusals['call.invalid'], { detail: 'n' });
  if (!isStream(call.body))
    throw refuse(refusals['call.invalid'], { detail: 'application/octet-stream' });
  const part = await writeDown(call.body, 'part', PART_MB);
  if (part.size !== Math.min(PART, size - n * PART)) {
    await discard(part.path);
    throw refuse(fileRefusals['file.part'], { n: n + 1 });
  }
  await mkdir(folderOf(upload.id), { recursive: true, mode: 0o700 });
  await rename(part.path, path.join(folderOf(upload.id), String(n)));
  return { n, sha256: part.sha256 };
}

async function complete(call: CallInput): Promise<string[]> {
  const upload = await call.scoped((context) => uploadOf(context, call.params.uploadId), {
    readOnly: true,
  });
  const size = Number(upload.size);
  const parts = Math.ceil(size / PART);
  for (let n = 0; n < parts; n++)
    await refuseMissing(upload.id, n, Math.min(PART, size - n * PART));
  const joined = await writeDown(
    joinedParts(upload.id, parts),
    upload.original_name,
    Math.ceil(size / 1024 / 1024),
  );
  if (joined.sha256 !== upload.sha256) {
    await Promise.all([
      discard(joined.path),
      rm(folderOf(upload.id), { recursive: true, force: true }),
    ]);
    throw refuse(fileRefusals['file.hash']);
  }
  const file = await judgeFile(joined, upload.kind);
  try {
    const address = await call.scoped(async (context) => {
      // Of two that complete the same upload at once, one finds it gone.
      const gone = await sql`delete from file_upload where id = ${upload.id} returning 1`.execute(
        context.sql,
      );
      if (gone.rows.length === 0) throw refuse(fileRefusals['upload.missing']);
      return keepFile(context, file);
    });
    await rm(folderOf(upload.id), { recursive: true, force: true });
    return answerOf(address, file.thumbnail !== null);
  } catch (error) {
    await discard(file.path);
    throw error;
  }
}

async function uploadOf(context: Context, id: string | undefined): Promise<Upload> {
  const known = /^[0-9a-f]{32}$/.test(id ?? '');
  const found = await sql<Upload>`select id, kind, original_name, size, sha256 from file_upload
    where id = ${known ? id : ''} and user_id = ${context.session.userId} and create_time > now() - interval '24 hours'`.execute(
    context.sql,
  );
  const [upload] = found.rows;
  if (!upload) throw refuse(fileRefusals['upload.missing']);
  return upload;
}

async function refuseMissing(id: string, n: number, size: number): Promise<void> {
  const stored = await stat(path.join(folderOf(id), String(n))).catch(() => null);
  if (stored?.size !== size) throw refuse(fileRefusals['file.part'], { n: n + 1 });
}

async function* joinedParts(id: string, parts: number): AsyncGenerator<unknown> {
  for (let n = 0; n < parts; n++) yield* createReadStream(path.join(folderOf(id), String(n)));
}

function folderOf(id: string): string {
  return path.join(filesFolder(), 'parts', id);
}

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
