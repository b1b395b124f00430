import { once } from 'node:events';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { heading, type Cell, type Sheet, type SheetColumn } from './cell.ts';
import { choiceSheet, validations } from './drop-downs.ts';
import { drawingParts, type PlacedImage } from './drawing.ts';
import { MAX_SHEET_ROWS, rowText, type RowText } from './sheet-rows.ts';
import {
  contentTypes,
  PAGE_SETUP,
  relations,
  sheetOpening,
  stylePart,
  workbookPart,
  type SheetEntry,
} from './workbook-parts.ts';

export interface WorkbookOptions {
  /** Words for true and false; left out: real logical values. */
  readonly flags?: readonly [yes: string, no: string];
  /** Rows of a sheet, heading included, before the rest goes on in a further one. */
  readonly maxSheetRows?: number;
  /** Told after every piece that was written, for progress. */
  readonly onRows?: (written: number) => void;
}

/**
 * Writes an .xlsx file in constant memory and ends `out`. Rows are asked for only as fast as `out` takes bytes;
 * when `out` breaks off or a row fails, the rows are closed and the promise is rejected. A sheet with more than
 * 1,048,576 rows goes on in `name (2)`. Resolves to the number of rows written below headings.
 */
export async function writeWorkbook(
  out: Writable,
  sheets: readonly Sheet[],
  options: WorkbookOptions = {},
): Promise<number> {
  const zip = new ZipFile();
  // A failing row reaches us through its own stream; without a listener the same error would end the process.
  zip.on('error', () => undefined);
  const ended = new AbortController();
  const sent = pipeline(zip.outputStream, out);
  sent.catch((error: unknown) => ended.abort(error));
  const state: WriteState = {
    zip,
    options,
    stop: ended.signal,
    entries: [],
    drawings: drawingNumbers(sheets),
    written: 0,
  };
  try {
    await writeParts(state, sheets);
    zip.end();
  } catch (error) {
    out.destroy(error instanceof Error ? error : new Error(String(error)));
    await sent.catch(() => undefined);
    throw ended.signal.aborted ? ended.signal.reason : error;
  }
  await sent;
  return state.written;
}

interface WriteState {
  readonly zip: ZipFile;
  readonly options: WorkbookOptions;
  readonly stop: AbortSignal;
  readonly entries: SheetEntry[];
  /** Sheets with pictures, counted from 1; the drawing has the number of its sheet. */
  readonly drawings: readonly number[];
  written: number;
}

async function writeParts(state: WriteState, sheets: readonly Sheet[]): Promise<void> {
  const names = sheetNames(sheets.map((sheet) => sheet.name));
  const choices = choiceSheet(sheets);
  add(state, '[Content_Types].xml', contentTypes(state.drawings));
  add(state, '_rels/.rels', relations([{ type: 'officeDocument', target: 'xl/workbook.xml' }]));
  add(state, 'xl/styles.xml', stylePart());
  for (const [index, sheet] of sheets.entries())
    await writeSheet(state, sheet, names[index] ?? '', choices.ranges);
  if (choices.sheet) await writeSheet(state, choices.sheet, choices.sheet.name, new Map(), true);
  add(state, 'xl/workbook.xml', workbookPart(state.entries));
  const sheetRelations = state.entries.map((_, index) => ({
    type: 'worksheet',
    target: `worksheets/sheet${index + 1}.xml`,
  }));
  add(
    state,
    'xl/_rels/workbook.xml.rels',
    relations([{ type: 'styles', target: 'styles.xml' }, ...sheetRelations]),
  );
}

async function writeSheet(
  state: WriteState,
  sheet: Sheet,
  name: string,
  ranges: ReadonlyMap<SheetColumn, string>,
  hidden = false,
): Promise<void> {
  const rows = iteratorOf(sheet.rows);
  const images: PlacedImage[] = [];
  const text = rowText(sheet, state.options.flags, (row, column, image) =>
    images.push({ row, column, image }),
  );
  const limit = state.options.maxSheetRows ?? MAX_SHEET_ROWS;
  try {
    const progress: SheetWork['progress'] = { ahead: undefined };
    for (let part = 1; part === 1 || progress.ahead; part++) {
      state.entries.push({
        name: part === 1 ? name : continuedName(name, part, state.entries),
        hidden,
      });
      const id = state.entries.length;
      await addStream(
        state,
        `xl/worksheets/sheet${id}.xml`,
        sheetText(state, sheet, { text, rows, limit, ranges, progress }),
      );
      // The numbers of drawings were promised in the first part of the file; a further sheet would shift them.
      if (progress.ahead && state.drawings.length > 0)
        throw new RangeError(`more than ${limit} rows beside pictures`);
      if (hasImages(sheet)) await writeImages(state, id, images);
    }
  } finally {
    await rows.return?.();
  }
}

interface SheetWork {
  readonly text: RowText;
  readonly rows: AsyncIterator<readonly Cell[]> | Iterator<readonly Cell[]>;
  readonly limit: number;
  readonly ranges: ReadonlyMap<SheetColumn, string>;
  readonly progress: { ahead: IteratorResult<readonly Cell[]> | undefined };
}

const CHUNK = 64 * 1024;

async function* sheetText(
  state: WriteState,
  sheet: Sheet,
  work: SheetWork,
): AsyncGenerator<Buffer> {
  let text =
    sheetOpening(sheet.columns, widths(sheet.columns), sheet.frozenRows ?? 1) + work.text.head();
  let number = 1;
  while (number < work.limit) {
    const step = work.progress.ahead ?? work.rows.next();
    work.progress.ahead = undefined;
    // Awaiting what is no promise would cost a turn of the loop for every row.
    const { done, value } = 'then' in step ? await step : step;
    if (done) break;
    number += 1;
    state.written += 1;
    text += work.text.row(number, value);
    if (text.length >= CHUNK) {
      yield Buffer.from(text);
      text = '';
      state.options.onRows?.(state.written);
    }
  }
  // A further sheet is opened only when there is a row for it.
  if (number >= work.limit) {
    const step = await work.rows.next();
    if (!step.done) work.progress.ahead = step;
  }
  text += `</sheetData>${validations(sheet.columns, work.ranges)}${PAGE_SETUP}`;
  yield Buffer.from(`${text}${hasImages(sheet) ? '<drawing r:id="rId1"/>' : ''}</worksheet>`);
}

async function writeImages(
  state: WriteState,
  id: number,
  images: readonly PlacedImage[],
): Promise<void> {
  for await (const { path, content } of drawingParts(id, images)) {
    if (typeof content === 'string') add(state, path, content);
    else await addStream(state, path, [Buffer.from(content)], 0);
  }
}

function add(state: WriteState, path: string, content: string): void {
  state.zip.addBuffer(Buffer.from(content), path);
}

// Level 1 is five times as fast as the usual level, the file half as large again.
async function addStream(
  state: WriteState,
  path: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  compressionLevel = 1,
): Promise<void> {
  state.stop.throwIfAborted();
  const source = Readable.from(content, { objectMode: false, highWaterMark: CHUNK });
  const stop = () => source.destroy();
  state.stop.addEventListener('abort', stop, { once: true });
  state.zip.addReadStream(source, path, { compressionLevel });
  try {
    await once(source, 'end', { signal: state.stop });
  } finally {
    state.stop.removeEventListener('abort', stop);
    if (!source.readableEnded) source.destroy();
  }
}

function iteratorOf(rows: Sheet['rows']): SheetWork['rows'] {
  return Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
}

function drawingNumbers(sheets: readonly Sheet[]): number[] {
  return sheets.flatMap((sheet, index) => (hasImages(sheet) ? [index + 1] : []));
}

function hasImages(sheet: Sheet): boolean {
  return sheet.columns.some((column) => column.format === 'image');
}

const DEFAULT_WIDTH = {
  text: 18,
  integer: 11,
  decimal: 13,
  date: 12,
  datetime: 20,
  flag: 8,
  image: 14,
} as const;

/** The width of a text in digits: a Chinese character is as wide as two. */
export function widthOf(text: string): number {
  return text.length + text.replace(/[^\u2e80-\uffef]/g, '').length;
}

function widths(columns: readonly SheetColumn[]): number[] {
  return columns.map((column) => {
    const needed = widthOf(heading(column)) + 3;
    return Math.min(column.width ?? Math.max(DEFAULT_WIDTH[column.format], needed), 100);
  });
}

// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const UNLAWFUL = /[[\]:*?/\\\u0000-\u001f]/g;

// At most 31 characters, none of []:*?/\, no outer apostrophe, each name once whatever its case.
function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((name, index) => {
    const clean = name
      .replace(UNLAWFUL, ' ')
      .replace(/^'+|'+$/g, '')
      .trim()
      .slice(0, 31);
    let free = clean === '' || clean.toLowerCase() === 'history' ? `Sheet${index + 1}` : clean;
    for (let count = 2; taken.has(free.toLowerCase()); count++)
      free = `${clean.slice(0, 26)} (${count})`;
    taken.add(free.toLowerCase());
    return free;
  });
}

function continuedName(name: string, part: number, entries: readonly SheetEntry[]): string {
  let free = `${name.slice(0, 25)} (${part})`;
  while (entries.some((entry) => entry.name === free)) free += '_';
  return free;
}
