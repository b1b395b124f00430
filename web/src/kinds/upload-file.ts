import { fileEndings, hasEndingFor } from '@millwright/contract/kernel/file-endings';
import type { FilePurpose } from '@millwright/contract/kernel/file-endings';
import type { Text } from '@millwright/contract/kernel/text';
import { say, t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { Refusal } from '../kernel/refusal.ts';
import { uploadFile } from '../kernel/upload.ts';
import { entityText } from '../locales/entity.ts';

/** What the fields of a form hold. */
type Purpose = Extract<FilePurpose, 'image' | 'attachment'>;

/** Why a file is not even sent; undefined when it may be. */
export function uploadProblem(
  file: { name: string; size: number },
  purpose: Purpose,
  maxMb = maxMbOf(purpose),
): [Text, Record<string, string | number>] | undefined {
  if (!hasEndingFor(file.name, purpose))
    return [entityText.fileKind, { name: file.name, endings: fileEndings[purpose].join(', ') }];
  return file.size > maxMb * 1_048_576
    ? [entityText.fileSize, { name: file.name, n: maxMb }]
    : undefined;
}

/** Megabytes that the settings allow; without word of them the server alone judges. */
function maxMbOf(purpose: Purpose): number {
  const config = session.get().user?.sysConfig;
  const told = purpose === 'image' ? config?.uploadImageMaxMb : config?.uploadAttachmentMaxMb;
  return told ?? Number.POSITIVE_INFINITY;
}

/** What became of a file: its address, or the sentence why it was not taken, which stands at the field. */
export type Sent =
  | { readonly address: string; readonly problem?: undefined }
  | { readonly address?: undefined; readonly problem: string };

/** Sends a file to the file service, unless it need not even be sent. */
export async function sendFile(file: File, purpose: Purpose): Promise<Sent> {
  const problem = uploadProblem(file, purpose);
  if (problem) return { problem: say(...problem) };
  try {
    return { address: await uploadFile(file, purpose, { quiet: true }) };
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : '';
    return { problem: reason === '' ? t(entityText.fileFailed) : reason };
  }
}
