const pictures = ['jpg', 'jpeg', 'png', 'webp', 'gif'] as const;
const documents = ['pdf', 'xlsx', 'docx', 'zip', 'dwg', 'step', 'txt'] as const;

/** What may be sent for each purpose, by the endings of its names: without the dot, in small letters. */
export const fileEndings = {
  image: pictures,
  video: ['mp4'],
  attachment: [...documents, ...pictures],
  package: ['apk', 'zip', '7z', 'gz'],
} as const;

/** What a file is sent for. */
export type FilePurpose = keyof typeof fileEndings;

export type FileEnding = (typeof fileEndings)[FilePurpose][number];

/** The endings of attachments that are no pictures. */
export const documentEndings: readonly string[] = documents;

/** Whether a file may be sent for a purpose, by its name: `('Plan.PDF', 'attachment')`. */
export function hasEndingFor(name: string, purpose: FilePurpose): boolean {
  const endings: readonly string[] = fileEndings[purpose];
  return endings.includes(/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '');
}
