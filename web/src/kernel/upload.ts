import { uploadInPartsAboveMb } from '@millwright/contract/constants';
import type { FilePurpose } from '@millwright/contract/kernel/file-endings';
import { api } from './api.ts';
import type { CallOptions } from './api.ts';

/** Uploads a file to the edition service, a large one in parts; answers the address of the stored file. */
export async function uploadFile(
  file: File,
  kind: FilePurpose,
  options: CallOptions = {},
): Promise<string> {
  const service = { ...options, base: 'edition' } as const;
  const isLarge = file.size > uploadInPartsAboveMb * 1_048_576;
  const addresses = await (isLarge && canDigest()
    ? uploadParts(file, kind, service)
    : api.post<readonly string[] | null>(`${UPLOAD}?kind=${kind}`, formOf(file), service));
  const address = addresses?.[0];
  if (!address) throw new Error('no address');
  return address;
}

/** Uploads a person's picture; the target is spelt as the specification spells it. */
export async function uploadImage(file: File): Promise<string> {
  const answer = await api.post<readonly string[] | { url?: string } | string | null>(
    '/api/user/uplaod',
    formOf(file),
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

const UPLOAD = '/api/file/upload';

/** What the service knows of an upload: how it is cut, and the parts that have come already. */
interface Begun {
  readonly uploadId: string;
  readonly partSize: number;
  readonly parts: number;
  readonly received: readonly number[];
}

/** The same file of the same person goes on with the parts that are missing. */
async function uploadParts(
  file: File,
  kind: FilePurpose,
  service: CallOptions,
): Promise<readonly string[] | null> {
  const { name, size } = file;
  const draft = { name, size, kind, sha256: await digestOf(file) };
  const begun = await api.post<Begun>(`${UPLOAD}/init`, draft, service);
  const { uploadId, partSize, parts } = begun;
  for (let n = 0; n < parts; n += 1) {
    if (begun.received.includes(n)) continue;
    await api.put(
      `${UPLOAD}/${uploadId}/${n}`,
      file.slice(n * partSize, (n + 1) * partSize),
      service,
    );
  }
  return api.post(`${UPLOAD}/${uploadId}/complete`, {}, service);
}

/** Browsers compute digests over HTTPS and on the same machine only; elsewhere a large file goes in one piece. */
function canDigest(): boolean {
  return globalThis.crypto.subtle !== undefined;
}

async function digestOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}
