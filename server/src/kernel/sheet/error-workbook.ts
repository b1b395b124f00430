import { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Text } from '@millwright/contract/kernel/text';
import { openBook, type Book } from './book.ts';
import { safeText } from '@millwright/contract/kernel/cell-text';
import { columnName, type Cell, type SheetColumn } from './cell.ts';
import { addErrorStyle } from './error-style.ts';
import { markSheet, surveySheet } from './mark-sheet.ts';
import { csvRecords, decodeCsv } from './read-csv.ts';
import { fileBytes, fileKind, readWorkbook } from './read-workbook.ts';
import { SHEET_LIMITS, type SheetLimits } from './limits.ts';
import { openArchive, type Archive } from './unpack.ts';
import { record } from './write-csv.ts';
import { writeWorkbook } from './write-workbook.ts';

export interface RowError {
  /** As the spreadsheet shows it, from 1. */
  readonly row: number;
  /** Heading of the wrong place; left out: the row as a whole. */
  readonly column?: string;
  readonly message: string;
}

/** Heading of the added column; an import leaves a column of either name out, a second error file writes over it. */
export const ERROR_COLUMN: Text = { zh: '导入错误', en: 'Import errors' };

export interface ErrorFileOptions {
  /** The sheet that was imported, counted from 0. */
  readonly sheet?: number;
  /** Row of the headings, from 1. */
  readonly headingRow?: number;
  readonly locale?: 'zh' | 'en';
  readonly limits?: Partial<SheetLimits>;
}

/**
 * The sender's own file with a red column of errors behind the last one: everything else of a workbook stays as it
 * was (formats, drop-downs, formulas, other sheets). csv comes back as UTF-8 csv with the same delimiter.
 */
export async function errorWorkbook(
  file: string | Buffer,
  errors: readonly RowError[],
  options: ErrorFileOptions = {},
): Promise<Buffer> {
  const limits = { ...SHEET_LIMITS, ...options.limits };
  const bytes = await fileBytes(file, limits.fileBytes);
  const texts = new Map([[options.headingRow ?? 1, ERROR_COLUMN[options.locale ?? 'zh']]]);
  for (const [row, text] of textsByRow(errors)) texts.set(row, text);
  if (fileKind(bytes) === 'csv') return errorCsv(bytes, texts, options.headingRow ?? 1);
  const archive = await openArchive(bytes, limits.unpackedBytes);
  const book = await openBook(archive, limits);
  return (await markedFile(archive, book, texts, options)) ?? plainFile(bytes, texts, options);
}

/** Whether a heading is that of the added column. */
export function isErrorColumn(header: string): boolean {
  return header === ERROR_COLUMN.zh || header === ERROR_COLUMN.en;
}

function textsByRow(errors: readonly RowError[]): Map<number, string> {
  const texts = new Map<number, string>();
  for (const { row, column, message } of errors) {
    const text = column === undefined ? message : `${column}: ${message}`;
    const before = texts.get(row);
    texts.set(row, before === undefined ? text : `${before}\n${text}`);
  }
  return texts;
}

// Columns further out than this are leftovers of formatting; then the values are written anew.
const MAX_MARKED_COLUMN = 1_000;

async function markedFile(
  archive: Archive,
  book: Book,
  texts: ReadonlyMap<number, string>,
  options: ErrorFileOptions,
): Promise<Buffer | undefined> {
  const path = book.sheets[options.sheet ?? 0]?.path;
  if (path === undefined) throw new RangeError(`no sheet ${options.sheet}`);
  if (book.stylePath === undefined) return undefined;
  const survey = await surveySheet(
    archive.read(path),
    book,
    options.headingRow ?? 1,
    isErrorColumn,
  );
  const styled = await addErrorStyle(archive.read(book.stylePath));
  if (survey.empty || survey.column > MAX_MARKED_COLUMN || styled === undefined) return undefined;
  const zip = new ZipFile();
  // A part that cannot be read fails through its own stream.
  zip.on('error', () => undefined);
  const bytes = collect(zip.outputStream);
  try {
    for (const name of archive.names) {
      if (isSame(name, book.stylePath)) zip.addBuffer(Buffer.from(styled.xml), name);
      else if (isSame(name, path)) {
        await addPart(
          zip,
          name,
          markSheet(archive.read(name), { ...survey, texts, style: styled.style }),
        );
      } else await addPart(zip, name, archive.read(name));
    }
  } catch (error) {
    bytes.catch(() => undefined);
    throw error;
  }
  zip.end();
  return bytes;
}

function isSame(name: string, path: string): boolean {
  return name.toLowerCase() === path.toLowerCase();
}

async function addPart(zip: ZipFile, name: string, content: AsyncIterable<Buffer>): Promise<void> {
  const source = Readable.from(content, { objectMode: false });
  zip.addReadStream(source, name);
  await finished(source);
}

async function collect(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The values alone, with their rows where they were, for files whose parts cannot be added to. */
async function plainFile(
  bytes: Buffer,
  texts: ReadonlyMap<number, string>,
  options: ErrorFileOptions,
): Promise<Buffer> {
  const workbook = await readWorkbook(bytes, options.limits);
  const index = options.sheet ?? 0;
  const { name = '', columnCount = 0 } = workbook.sheets[index] ?? {};
  const rows = new Map<number, Cell[]>();
  for await (const { number, cells } of workbook.rows(index))
    rows.set(
      number,
      cells.map((cell) => cell?.value ?? null),
    );
  const blank: Cell[] = Array.from({ length: columnCount }, () => null);
  const withError = (number: number): Cell[] => {
    const error = texts.get(number);
    return [...(rows.get(number) ?? blank), error === undefined ? null : { error }];
  };
  const heads = withError(1).map((cell) => (typeof cell === 'string' ? cell : ''));
  const columns = heads.map((header, at): SheetColumn => ({
    header: at === columnCount ? (texts.get(1) ?? '') : header || columnName(at),
    format: 'text',
    width: at === columnCount ? 60 : 16,
  }));
  const last = Math.max(1, ...rows.keys());
  const numbers = Array.from({ length: last - 1 }, (_, at) => at + 2);
  const chunks: Buffer[] = [];
  const out = new Writable({ write: (chunk: Buffer, _, done) => (chunks.push(chunk), done()) });
  await writeWorkbook(out, [{ name, columns, rows: numbers.map(withError) }]);
  return Buffer.concat(chunks);
}

function errorCsv(bytes: Buffer, texts: ReadonlyMap<number, string>, headingRow: number): Buffer {
  const file = decodeCsv(bytes);
  const records = [...csvRecords(file)];
  const width = records.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const known = records[headingRow - 1]?.cells.findIndex(isErrorColumn) ?? -1;
  const at = known < 0 ? width : known;
  const lines = records.map(({ number, cells }) => {
    const row = Array.from({ length: Math.max(width, at + 1) }, (_, index) =>
      ownText(cells[index] ?? ''),
    );
    row[at] = safeText(texts.get(number) ?? '');
    return record(row, file.delimiter);
  });
  return Buffer.from(`\ufeff${lines.join('')}`);
}

// A negative number is no formula; the sender wrote it and shall find it again.
function ownText(text: string): string {
  return /^[+-]?\d[\d.,]*%?$/.test(text) ? text : safeText(text);
}
