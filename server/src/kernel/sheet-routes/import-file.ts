import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Context } from '../context.ts';
import { numberSetting } from '../files/file-limit.ts';
import { discard, receiveFile } from '../files/receive.ts';
import type { CallInput } from '../http/route.ts';
import { refuse } from '../refuse.ts';
import type { SheetLimits } from '../sheet/limits.ts';
import type { ReadWorkbook } from '../sheet/read-cell.ts';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { SheetRefusal } from '../sheet/refusal.ts';
import { asRefused } from './import-refusal.ts';

/** A workbook or csv file that was sent, gone through once, with the other fields of its form. */
export interface ImportFile {
  readonly bytes: Buffer;
  readonly name: string;
  readonly sha256: string;
  readonly workbook: ReadWorkbook;
  readonly limits: Partial<SheetLimits>;
  readonly fields: Readonly<Record<string, string>>;
}

/** Receives the file of an import call. Throws what is wrong with it as a whole: size, kind, damage, traps. */
export async function receiveWorkbook(call: CallInput): Promise<ImportFile> {
  const limits = await call.scoped(importLimits, { readOnly: true });
  const received = await receiveFile(call.request, limits.fileBytes / MEGABYTE);
  const { name, fields } = received;
  return goneThrough({ bytes: await contentOnce(received.path), name, fields, limits });
}

/** How large a file may be by the settings. */
export async function importLimits(context: Context): Promise<ImportLimits> {
  return {
    fileBytes: (await numberSetting(context, 'import.maxMb')) * MEGABYTE,
    rows: await numberSetting(context, 'import.maxRows'),
  };
}

type ImportLimits = Pick<SheetLimits, 'fileBytes' | 'rows'>;

const MEGABYTE = 1024 * 1024;

/** Goes through the bytes of a file once. Throws what is wrong with it as a whole. */
export async function goneThrough(
  sent: Pick<ImportFile, 'bytes' | 'name' | 'fields' | 'limits'>,
): Promise<ImportFile> {
  const workbook = await reading(() => readWorkbook(sent.bytes, sent.limits));
  return { ...sent, workbook, sha256: createHash('sha256').update(sent.bytes).digest('hex') };
}

async function contentOnce(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } finally {
    await discard(path);
  }
}

/** Runs work that reads the file; what the reader refuses becomes a refusal of the call. */
export async function reading<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SheetRefusal ? asRefused(error) : error;
  }
}

/** Index of the sheet that a form names, by name or by number from 0; null when it names none. Throws `import.sheet`. */
export function sheetNamed({ workbook, fields }: ImportFile): number | null {
  const named = fields.sheet;
  if (named === undefined || named === '') return null;
  const byName = workbook.sheets.findIndex(({ name }) => name === named);
  const index = byName >= 0 ? byName : /^\d{1,4}$/.test(named) ? Number(named) : -1;
  if (!workbook.sheets[index])
    throw refuse(refusals['call.invalid'], { detail: `sheet=${named.slice(0, 40)}` });
  return index;
}

/** Row of the headings that a form names, from 1; null when it names none. */
export function headerRowNamed({ fields }: ImportFile): number | null {
  const named = fields.headerRow;
  if (named === undefined || named === '') return null;
  if (!/^[1-9]\d{0,6}$/.test(named))
    throw refuse(refusals['call.invalid'], { detail: 'headerRow' });
  return Number(named);
}
