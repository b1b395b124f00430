import type { Text } from '@millwright/contract/kernel/text';
import { api } from '../kernel/api.ts';
import { say } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';

export interface UploadRule {
  readonly kind: 'image' | 'attachment';
  readonly maxMb: number;
  /** Endings without the dot, in small letters. */
  readonly endings: readonly string[];
}

export const imageRule: UploadRule = {
  kind: 'image',
  maxMb: 5,
  endings: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
};
export const attachmentRule: UploadRule = {
  kind: 'attachment',
  maxMb: 100,
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
): [Text, Record<string, string | number>] | undefined {
  const ending = file.name.split('.').pop()?.toLowerCase() ?? '';
  if (!rule.endings.includes(ending))
    return [entityText.fileKind, { name: file.name, endings: rule.endings.join(', ') }];
  return file.size > rule.maxMb * 1_048_576
    ? [entityText.fileSize, { name: file.name, n: rule.maxMb }]
    : undefined;
}

/** Sends a file to the file service; its address, or undefined when it was refused (which has been said). */
export async function uploadFile(file: File, rule: UploadRule): Promise<string | undefined> {
  const problem = uploadProblem(file, rule);
  if (problem) {
    showToast('error', say(...problem));
    return undefined;
  }
  const body = new FormData();
  body.append('file', file);
  try {
    const [address] = await api.post<string[]>(`/api/file/upload?kind=${rule.kind}`, body, {
      base: 'edition',
    });
    return address;
  } catch {
    return undefined;
  }
}

/** The name in an address of the file service: `/edition/api/file/ab12.pdf?…` → `ab12.pdf`. */
export function fileNameOf(address: string): string {
  return decodeURIComponent(address.split('?')[0]?.split('/').pop() ?? address);
}
