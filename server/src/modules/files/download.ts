import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { mayRead } from '../../kernel/files/owner.ts';
import { placeOf } from '../../kernel/files/folder.ts';
import { thumbnailOf } from '../../kernel/files/keep-file.ts';
import { FILE_BASE, isSigned } from '../../kernel/files/sign.ts';
import { type CallInput, type Route, SENT } from '../../kernel/http/route.ts';
import { attachmentName } from '../../kernel/files/disposition.ts';
import { refuse } from '../../kernel/refuse.ts';

/** Reads a stored file: by a signed address, or with a session that may see what the file belongs to. */
export const downloadRoute: Route = {
  method: 'GET',
  path: `${FILE_BASE}:name`,
  tag: 'session',
  passive: true,
  transaction: 'none',
  signed: (request) => {
    const { name } = request.params as { name?: string };
    const { e, s } = request.query as Record<string, unknown>;
    return isSigned(name ?? '', e, s);
  },
  handle: (_context, call) => download(call),
};

interface FileRow {
  readonly name: string;
  readonly original_name: string;
  readonly mime: string;
  readonly thumbnail: boolean;
}

async function download(call: CallInput): Promise<typeof SENT> {
  const name = call.params.name ?? '';
  const signed = isSigned(name, call.query.e, call.query.s);
  const file = await call.scoped((context) => findFile(context, name, signed), { readOnly: true });
  const wantsSmall = call.query.t === '1' && file.thumbnail;
  const place = wantsSmall ? thumbnailOf(placeOf(file.name)) : placeOf(file.name);
  const size = (await stat(place).catch(() => null))?.size;
  if (size === undefined) throw refuse(refusals['row.missing']);
  const mime = wantsSmall ? 'image/webp' : file.mime;
  call.reply.headers({
    'content-type': mime,
    'content-disposition': dispositionOf(mime, file.original_name),
    'x-content-type-options': 'nosniff',
    // Whatever a file holds, it runs nothing in the product's own origin.
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=3600, immutable',
    'accept-ranges': 'bytes',
  });
  await sendRange(call, place, size);
  return SENT;
}

async function findFile(context: Context, name: string, signed: boolean): Promise<FileRow> {
  const known = /^[0-9a-f]{32}\.[a-z0-9]{2,5}$/.test(name);
  const found = known
    ? await sql<FileRow>`select name, original_name, mime, thumbnail from file_named(${name})`.execute(
        context.sql,
      )
    : { rows: [] };
  const [file] = found.rows;
  if (!file || (!signed && !(await mayRead(context, name)))) throw refuse(refusals['row.missing']);
  return file;
}

/** Pictures, films and PDF open in the page; everything else is saved. */
function dispositionOf(mime: string, name: string): string {
  const opens = /^(image\/(jpeg|png|gif|webp)|video\/mp4|application\/pdf)$/.test(mime);
  return `${opens ? 'inline' : 'attachment'}; ${attachmentName(name)}`;
}

/** Films are read in pieces, so that one can jump within them. */
async function sendRange(call: CallInput, place: string, size: number): Promise<void> {
  const asked = /^bytes=(\d*)-(\d*)$/.exec(call.request.headers.range ?? '');
  const range = asked ? rangeOf(asked[1] ?? '', asked[2] ?? '', size) : null;
  if (asked && range === null) {
    call.reply.code(416).header('content-range', `bytes */${size}`);
    await call.reply.send('');
    return;
  }
  const { start, end } = range ?? { start: 0, end: size - 1 };
  if (range) call.reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  call.reply.header('content-length', end - start + 1);
  await call.reply.send(createReadStream(place, { start, end }));
}

function rangeOf(from: string, to: string, size: number): { start: number; end: number } | null {
  if (from === '' && to === '') return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start <= end && start < size ? { start, end } : null;
}
