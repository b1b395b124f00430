import { videoUpload } from '@millwright/contract/constants';
import { hasEndingFor } from '@millwright/contract/kernel/file-endings';
import type { Text } from '@millwright/contract/kernel/text';
import { controlText } from '../locales/controls.ts';

/** Why a video link cannot be taken, or undefined. Browsers play films of other hosts over HTTPS only (content policy). */
export function linkProblem(link: string, origin = ''): Text | undefined {
  if (link.trim() === '') return controlText.videoEmpty;
  return PLAYABLE.test(ownPath(link, origin)) ? undefined : controlText.videoScheme;
}

/** A link into the product's own files as its path; any other link as it is, trimmed. */
export function ownPath(link: string, origin: string): string {
  const typed = link.trim();
  return origin !== '' && typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;
}

/** Films that a formatted text may show. */
export const PLAYABLE = /^(https:\/\/.|\/edition\/api\/file\/)/i;

/** Why a file cannot be uploaded as a video, or undefined: MP4 only, at most `maxMb`. The text may hold `{max}`. */
export function fileProblem(
  file: { name: string; type: string; size: number },
  maxMb: number = videoUpload.maxMb,
): Text | undefined {
  const isMp4 = file.type === videoUpload.mimeType && hasEndingFor(file.name, 'video');
  if (!isMp4) return controlText.videoKind;
  return file.size > maxMb * 1_048_576 ? controlText.videoSize : undefined;
}
