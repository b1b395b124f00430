import { readFile, stat } from 'node:fs/promises';
import { openBook, type Book } from './book.ts';
import { openCsv } from './read-csv.ts';
import { parts, SheetRefusal } from './refusal.ts';
import { checkSize, SHEET_LIMITS, type SheetLimits } from './limits.ts';
import type { ReadWorkbook, SheetInfo, SheetRow } from './read-cell.ts';
import { measureSheet, sheetRows, type SheetSize } from './read-sheet.ts';
import { openArchive } from './unpack.ts';

/**
 * Opens an .xlsx or csv file, known by its content and not by its name. Everything is gone through once before
 * the first row is given, so a damaged or hostile file is refused (SheetRefusal) as a whole.
 */
export async function readWorkbook(
  file: string | Buffer,
  limits: Partial<SheetLimits> = {},
): Promise<ReadWorkbook> {
  const all = { ...SHEET_LIMITS, ...limits };
  const bytes = await fileBytes(file, all.fileBytes);
  const workbook = fileKind(bytes) === 'xlsx' ? await openXlsx(bytes, all) : openCsv(bytes, all);
  if (workbook.sheets.every((sheet) => sheet.rowCount === 0)) throw new SheetRefusal('sheet.empty');
  return workbook;
}

/** The bytes of a file, refused when there are too many or none. */
export async function fileBytes(file: string | Buffer, limit: number): Promise<Buffer> {
  const size = typeof file === 'string' ? (await stat(file)).size : file.length;
  if (size > limit)
    throw new SheetRefusal('sheet.tooLarge', {
      what: parts.file,
      limit: `${limit / 1_048_576} MB`,
    });
  if (size === 0) throw new SheetRefusal('sheet.empty');
  return typeof file === 'string' ? readFile(file) : file;
}

/** What a file is by its first bytes; refuses old and protected workbooks and everything foreign. */
export function fileKind(bytes: Buffer): 'xlsx' | 'csv' {
  if (bytes.subarray(0, 4).equals(ZIP)) return 'xlsx';
  if (bytes.subarray(0, 4).equals(EMPTY_ZIP)) throw new SheetRefusal('sheet.empty');
  if (bytes.subarray(0, 8).equals(COMPOUND)) {
    throw new SheetRefusal(bytes.includes(ENCRYPTED) ? 'sheet.encrypted' : 'sheet.kind');
  }
  const utf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const start = bytes.subarray(0, 512).toString('latin1').trimStart();
  // Web pages and XML saved as .xls, PDF, RTF: none of them begins like a csv heading.
  if ((!utf16 && bytes.includes(0)) || /^(?:\u00ef\u00bb\u00bf)?<|^%PDF|^\{\\rtf/.test(start)) {
    throw new SheetRefusal('sheet.kind');
  }
  return 'csv';
}

const ZIP = Buffer.from([0x50, 0x4b, 3, 4]);
const EMPTY_ZIP = Buffer.from([0x50, 0x4b, 5, 6]);
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

async function openXlsx(bytes: Buffer, limits: SheetLimits): Promise<ReadWorkbook> {
  const book = await openBook(await openArchive(bytes, limits.unpackedBytes), limits);
  const sizes: SheetSize[] = [];
  for (const sheet of book.sheets) sizes.push(await measureSheet(book, sheet.path, limits));
  const sheets = book.sheets.map(({ name, hidden }, index) => ({
    name,
    hidden,
    rowCount: sizes[index]?.rowCount ?? 0,
    columnCount: sizes[index]?.columnCount ?? 0,
  }));
  return { kind: 'xlsx', sheets, rows: (index) => chosenRows(book, sheets, sizes, index, limits) };
}

function chosenRows(
  book: Book,
  sheets: readonly SheetInfo[],
  sizes: readonly SheetSize[],
  index: number,
  limits: SheetLimits,
): AsyncIterable<SheetRow> {
  const [sheet, size, source] = [sheets[index], sizes[index], book.sheets[index]];
  if (!sheet || !size || !source) throw new RangeError(`no sheet ${index}`);
  checkSize(sheet, limits);
  return sheetRows(book, source.path, size);
}
