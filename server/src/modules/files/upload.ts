import { logModules } from '@millwright/contract/log/log-words';
import { refusals } from '@millwright/contract/kernel/errors';
import { fileEndings, type FilePurpose } from '@millwright/contract/kernel/file-endings';
import { allows } from '@millwright/contract/kernel/permission';
import type { Context } from '../../kernel/context.ts';
import { numberSetting } from '../../kernel/files/file-limit.ts';
import { judgeFile, keepFile } from '../../kernel/files/keep-file.ts';
import { discard, receiveFile } from '../../kernel/files/receive.ts';
import { signAddress } from '../../kernel/files/sign.ts';
import type { CallInput, Route } from '../../kernel/http/route.ts';
import { refuse } from '../../kernel/refuse.ts';

const ADDED = '1';

/** Uploads in one piece: `POST /edition/api/file/upload?kind=` and the picture upload of editor and avatar. */
export const uploadRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/edition/api/file/upload',
    tag: 'session',
    module: logModules.files,
    business: ADDED,
    transaction: 'none',
    describe: { summary: { zh: '上传文件', en: 'Upload a file' } },
    handle: (context, call) => upload(context, call, purposeOf(call.query.kind)),
  },
  {
    method: 'POST',
    // Spelled so by the specification.
    path: '/api/user/uplaod',
    tag: 'session',
    module: logModules.files,
    business: ADDED,
    transaction: 'none',
    describe: { summary: { zh: '上传图片', en: 'Upload a picture' } },
    handle: (context, call) => upload(context, call, 'image'),
  },
];

/** What a file may be sent for; a film when nothing is said, as the video dialog does. Throws `call.invalid`. */
export function purposeOf(kind: unknown): FilePurpose {
  if (kind === undefined) return 'video';
  if (!isPurpose(kind)) throw refuse(refusals['call.invalid'], { detail: 'kind' });
  return kind;
}

function isPurpose(kind: unknown): kind is FilePurpose {
  return typeof kind === 'string' && Object.hasOwn(fileEndings, kind);
}

/** Megabytes that a file of a purpose may have. Throws `permission.missing` for packages without the right. */
export async function limitMb(context: Context, purpose: FilePurpose): Promise<number> {
  if (purpose === 'package' && !allows(context.session.permissions, 'edition:edition:upload'))
    throw refuse(refusals['permission.missing']);
  return numberSetting(context, SETTINGS[purpose]);
}

/** The addresses that an upload answers: the file, and for a picture the small one. */
export function answerOf(address: string, hasThumbnail: boolean): string[] {
  const signed = signAddress(address);
  return hasThumbnail ? [signed, `${signed}&t=1`] : [signed];
}

const SETTINGS: Readonly<Record<FilePurpose, string>> = {
  image: 'upload.imageMaxMb',
  video: 'upload.videoMaxMb',
  attachment: 'upload.attachmentMaxMb',
  package: 'upload.packageMaxMb',
};

async function upload(_context: Context, call: CallInput, purpose: FilePurpose): Promise<string[]> {
  const maxMb = await call.scoped((context) => limitMb(context, purpose), { readOnly: true });
  const file = await judgeFile(await receiveFile(call.request, maxMb), purpose);
  try {
    const address = await call.scoped((context) => keepFile(context, file));
    return answerOf(address, file.thumbnail !== null);
  } catch (error) {
    await discard(file.path);
    throw error;
  }
}
