import { api } from './api.ts';
import type { CallOptions } from './api.ts';

/** The kinds of files that the one file service takes. */
export type FileKind = 'image' | 'video' | 'attachment' | 'package';

/** Uploads a file to the edition service; answers the address of the stored file. */
export async function uploadFile(
  file: File,
  kind: FileKind,
  options: CallOptions = {},
): Promise<string> {
  const addresses = await api.post<readonly string[] | null>(
    `/api/file/upload?kind=${kind}`,
    formOf(file),
    { ...options, base: 'edition' },
  );
  const address = addresses?.[0];
  if (!address) throw new Error('no address');
  return address;
}

/** Uploads a person's picture; the target is spelt as the specification spells it. */
export async function uploadImage(file: Blob, name: string): Promise<string> {
  const answer = await api.post<readonly string[] | { url?: string } | string | null>(
    '/api/user/uplaod',
    formOf(new File([file], name, { type: file.type })),
  );
  const address =
    typeof answer === 'string'
      ? answer
      : Array.isArray(answer)
        ? (answer as readonly string[])[0]
        : (answer as { url?: string } | null)?.url;
  if (!address) throw new Error('no address');
  return address;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}
