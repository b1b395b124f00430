import { open } from 'node:fs/promises';
import type { FileEnding } from '@millwright/contract/kernel/file-endings';

/** What a file is by its content, whatever its name says. */
export interface FileType {
  readonly mime: string;
  /** Ending of the generated name. */
  readonly extension: string;
}

/**
 * Looks at the content of a file on disk; `givenName` decides only between
 * kinds of text. Null when it is none of those that may be kept.
 */
export async function typeOfFile(file: string, givenName: string): Promise<FileType | null> {
  const { head, tail } = await ends(file);
  const ending = /\.([a-z0-9]{1,8})$/i.exec(givenName)?.[1]?.toLowerCase() ?? '';
  return byMagic(head) ?? zipped(head, tail) ?? textual(head, ending);
}

/** What can be told, by the ending of the generated name; csv comes with imports and exports alone. */
export const TYPES = {
  jpg: { mime: 'image/jpeg', extension: 'jpg' },
  png: { mime: 'image/png', extension: 'png' },
  gif: { mime: 'image/gif', extension: 'gif' },
  webp: { mime: 'image/webp', extension: 'webp' },
  mp4: { mime: 'video/mp4', extension: 'mp4' },
  pdf: { mime: 'application/pdf', extension: 'pdf' },
  dwg: { mime: 'image/vnd.dwg', extension: 'dwg' },
  step: { mime: 'model/step', extension: 'step' },
  txt: { mime: 'text/plain; charset=utf-8', extension: 'txt' },
  csv: { mime: 'text/csv; charset=utf-8', extension: 'csv' },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extension: 'xlsx',
  },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extension: 'docx',
  },
  zip: { mime: 'application/zip', extension: 'zip' },
  apk: { mime: 'application/vnd.android.package-archive', extension: 'apk' },
  gz: { mime: 'application/gzip', extension: 'gz' },
  '7z': { mime: 'application/x-7z-compressed', extension: '7z' },
} as const satisfies Record<Exclude<FileEnding, 'jpeg'> | 'csv', FileType>;

const WINDOW = 64 * 1024;

/** The first and the last 64 KB: a zip file has its list of contents at the end. */
async function ends(file: string): Promise<{ head: Buffer; tail: Buffer }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const head = Buffer.alloc(Math.min(size, WINDOW));
    const tail = Buffer.alloc(Math.min(size, WINDOW));
    await handle.read(head, 0, head.length, 0);
    await handle.read(tail, 0, tail.length, size - tail.length);
    return { head, tail };
  } finally {
    await handle.close();
  }
}

function byMagic(head: Buffer): FileType | null {
  const start = head.toString('latin1', 0, 32);
  if (start.startsWith('\xff\xd8\xff')) return TYPES.jpg;
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return TYPES.png;
  if (/^GIF8[79]a/.test(start)) return TYPES.gif;
  if (/^RIFF[^]{4}WEBP/.test(start)) return TYPES.webp;
  if (isMp4(head)) return TYPES.mp4;
  if (start.startsWith('%PDF-')) return TYPES.pdf;
  if (/^AC10\d\d/.test(start)) return TYPES.dwg;
  if (start.startsWith('ISO-10303-21;')) return TYPES.step;
  if (start.startsWith('\x1f\x8b')) return TYPES.gz;
  return start.startsWith('7z\xbc\xaf\x27\x1c') ? TYPES['7z'] : null;
}

/** An `ftyp` box with a brand of MP4; QuickTime (`qt  `) and HEIF pictures have boxes of the same form. */
function isMp4(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const brands = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), 64));
  return /^(isom|iso[2-9]|mp4[12]|avc1|M4V |MSNV|dash|f4v |mmp4|NDS[CHMPSX])/.test(brands);
}

/** A zip file, and one without contents. */
const ZIP = [Buffer.from([0x50, 0x4b, 3, 4]), Buffer.from([0x50, 0x4b, 5, 6])];

function zipped(head: Buffer, tail: Buffer): FileType | null {
  if (!ZIP.some((magic) => head.subarray(0, 4).equals(magic))) return null;
  const contents = tail.toString('latin1') + head.toString('latin1');
  if (contents.includes('AndroidManifest.xml')) return TYPES.apk;
  // Macros have no place in an attachment.
  if (contents.includes('vbaProject.bin')) return null;
  if (contents.includes('xl/workbook.')) return TYPES.xlsx;
  if (contents.includes('word/document.xml')) return TYPES.docx;
  return TYPES.zip;
}

/** Plain text has no control characters; nothing that a browser might take for a page or a picture passes. */
function textual(head: Buffer, ending: string): FileType | null {
  if (!['txt', 'csv', 'log'].includes(ending) || head.length === 0) return null;
  // oxlint-disable-next-line eslint/no-control-regex -- finding control characters is the point
  if (/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head.toString('latin1'))) return null;
  return ending === 'csv' ? TYPES.csv : TYPES.txt;
}
