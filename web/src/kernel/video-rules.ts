import { videoUpload } from '@millwright/contract/constants';
import type { Text } from '@millwright/contract/kernel/text';
import { controlText } from '../locales/controls.ts';

/** Why a video link cannot be taken, or undefined. */
export function linkProblem(link: string): Text | undefined {
  if (link.trim() === '') return controlText.videoEmpty;
  return /^https?:\/\//i.test(link.trim()) ? undefined : controlText.videoScheme;
}

/** Why a file cannot be uploaded as a video, or undefined: MP4 only, at most `maxMb`. The text may hold `{max}`. */
export function fileProblem(
  file: { name: string; type: string; size: number },
  maxMb: number = videoUpload.maxMb,
): Text | undefined {
  const isMp4 =
    file.type === videoUpload.mimeType && file.name.toLowerCase().endsWith(videoUpload.extension);
  if (!isMp4) return controlText.videoKind;
  return file.size > maxMb * 1_048_576 ? controlText.videoSize : undefined;
}
