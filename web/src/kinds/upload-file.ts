import type { Text } from '@millwright/contract/kernel/text';
import { say, t } from '../kernel/language.tsx';
import { session } from '../kernel/session-store.ts';
import { Refusal } from '../kernel/refusal.ts';
import { uploadFile } from '../kernel/upload.ts';
import { entityText } from '../locales/entity.ts';

export interface UploadRule {
  readonly kind: 'image' | 'attachment';
  /** Endings without the dot, in small letters. */
  readonly endings: readonly string[];
}

export const imageRule: UploadRule = {
  kind: 'image',
  endings: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
};
export const attachmentRule: UploadRule = {
  kind: 'attachment',
  endings: [
    'pdf',
    'xlsx',
    'docx',
    'zip',
    'dwg',
    'step',
    'txt',
    'jpg',
    'jpeg',
    'png',
    'webp',
    'gif',
  ],
};

/** Why a file is not even sent; undefined when it may be. */
export function uploadProblem(
  file: { name: string; size: number },
  rule: UploadRule,
  maxMb = maxMbOf(rule),
): [Text, Record<string, string | number>] | undefined {
  const ending = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (!rule.endings.includes(ending))
    return [entityText.fileKind, { name: file.name, endings: rule.endings.join(', ') }];
  return file.size > maxMb * 1_048_576
    ? [entityText.fileSize, { name: file.name, n: maxMb }]
    : undefined;
}

/** Megabytes that the settings allow; without word of them the server alone judges. */
function maxMbOf({ kind }: UploadRule): number {
  const config = session.get().user?.sysConfig;
  const told = kind === 'image' ? config?.uploadImageMaxMb : config?.uploadAttachmentMaxMb;
  return told ?? Number.POSITIVE_INFINITY;
}

/** What became of a file: its address, or the sentence why it was not taken, which stands at the field. */
export type Sent =
  | { readonly address: string; readonly problem?: undefined }
  | { readonly address?: undefined; readonly problem: string };

/** Sends a file to the file service, unless it need not even be sent. */
export async function sendFile(file: File, rule: UploadRule): Promise<Sent> {
  const problem = uploadProblem(file, rule);
  if (problem) return { problem: say(...problem) };
  try {
    return { address: await uploadFile(file, rule.kind, { quiet: true }) };
  } catch (error) {
    const reason = error instanceof Refusal ? error.message : '';
    return { problem: reason === '' ? t(entityText.fileFailed) : reason };
  }
}

/** The name in an address of the file service: `/edition/api/file/ab12.pdf?…` → `ab12.pdf`. */
export function fileNameOf(address: string): string {
  return decodeURIComponent(address.split('?')[0]?.split('/').pop() ?? address);
}
