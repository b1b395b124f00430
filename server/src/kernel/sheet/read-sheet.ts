import type { Book } from './book.ts';
import { columnIndex, plainText } from './cell.ts';
import { mergedFiller, parseArea, type MergeArea } from './merged.ts';
import { dateOfSerial, numberText, serialText } from './number-format.ts';
import { XmlReader, xmlChunks, type XmlListener } from './read-xml.ts';
import { broken } from './refusal.ts';
import type { SheetLimits } from './limits.ts';
import type { FilledCell, SheetCell, SheetRow } from './read-cell.ts';
import { fromXmlText } from './xml-text.ts';

export interface SheetSize {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly merges: readonly MergeArea[];
}

/** Goes through a sheet once: how large it is, which places are merged, whether it is sound. */
export async function measureSheet(
  book: Book,
  path: string,
  limits: SheetLimits,
): Promise<SheetSize> {
  let rowCount = 0;
  let columnCount = 0;
  const merges: MergeArea[] = [];
  const listener = sheetListener(book, {
    row(row) {
      rowCount += 1;
      columnCount = Math.max(columnCount, row.cells.length);
    },
    merge(reference) {
      if (merges.length >= limits.merges) throw broken('merges');
      merges.push(parseArea(reference));
    },
  });
  const reader = new XmlReader(listener);
  for await (const text of xmlChunks(book.archive.read(path))) reader.write(text);
  reader.end();
  return { rowCount, columnCount, merges };
}

/** The rows of a measured sheet that are not blank, in order, without holding more than a piece of the file. */
export async function* sheetRows(
  book: Book,
  path: string,
  size: SheetSize,
): AsyncGenerator<SheetRow> {
  let ready: RawRow[] = [];
  const reader = new XmlReader(sheetListener(book, { row: (row) => ready.push(row) }));
  const fill = mergedFiller(size.merges, size.columnCount);
  for await (const text of xmlChunks(book.archive.read(path))) {
    reader.write(text);
    for (const { number, cells } of ready) yield { number, cells: fill(number, cells) };
    ready = [];
  }
  reader.end();
}

interface RawRow {
  readonly number: number;
  /** Up to the last place that is not blank. */
  readonly cells: SheetCell[];
}

interface SheetEvents {
  row(row: RawRow): void;
  merge?(reference: string): void;
}

const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;

function sheetListener(book: Book, events: SheetEvents): XmlListener {
  let cells: SheetCell[] = [];
  let number = 0;
  let column = -1;
  let raw: RawCell = { type: '', style: 0, text: '', formula: false };
  let collecting = false;
  let inData = false;
  return {
    open(name, attributes) {
      if (name === 'sheetData') inData = true;
      else if (name === 'mergeCell') events.merge?.(attributes['ref'] ?? '');
      // Controls beside the data have elements of the same names.
      if (!inData) return;
      if (name === 'c') {
        column = attributes['r'] === undefined ? column + 1 : columnIndex(attributes['r']);
        if (column < 0 || column >= MAX_COLUMN) throw broken('xml');
        raw = {
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? 0),
          text: '',
          formula: false,
        };
      } else if (name === 'row') {
        const next = attributes['r'] === undefined ? number + 1 : Number(attributes['r']);
        if (!Number.isInteger(next) || next <= number || next > MAX_ROW) throw broken('xml');
        number = next;
        column = -1;
        cells = [];
      } else if (name === 'f') raw.formula = true;
      else if (name === 'rPh') raw.reading = true;
      collecting = name === 'v' || (name === 't' && !raw.reading);
    },
    text(piece) {
      if (collecting) raw.text += piece;
    },
    close(name) {
      collecting = false;
      if (name === 'sheetData') inData = false;
      if (!inData) return;
      if (name === 'rPh') raw.reading = false;
      if (name === 'c') {
        const cell = filled(book, raw);
        if (cell === null) return;
        while (cells.length < column) cells.push(null);
        cells[column] = cell;
      } else if (name === 'row' && cells.length > 0) events.row({ number, cells });
    },
  };
}

interface RawCell {
  type: string;
  style: number;
  text: string;
  formula: boolean;
  reading?: boolean;
}

function filled(book: Book, raw: RawCell): SheetCell {
  const cell = valueOf(book, raw);
  if (!raw.formula) return cell;
  return { ...(cell ?? { value: '', text: '' }), formula: true };
}

function valueOf(book: Book, raw: RawCell): FilledCell | null {
  if (raw.text === '') return null;
  switch (raw.type) {
    case 's': {
      const text = book.texts[Number(raw.text)];
      if (text === undefined) throw broken('xml');
      return textCell(text);
    }
    case 'inlineStr':
    case 'str':
      return textCell(fromXmlText(raw.text));
    case 'b':
      return { value: raw.text.trim() === '1', text: raw.text.trim() === '1' ? 'TRUE' : 'FALSE' };
    case 'e':
      return { value: raw.text, text: raw.text, error: true };
    case 'd':
      return isoCell(raw.text);
    default:
      return numberCell(book, raw);
  }
}

function textCell(text: string): FilledCell | null {
  if (text === '') return null;
  const plain = plainText(text);
  return { value: plain, text: plain };
}

function isoCell(text: string): FilledCell {
  const date = new Date(/[Tt]/.test(text) ? `${text.replace(/Z$/i, '')}Z` : text);
  if (Number.isNaN(date.getTime())) return { value: text, text };
  return { value: date, text: serialText(date, 1) };
}

function numberCell(book: Book, { text, style }: RawCell): FilledCell {
  const value = Number(text);
  if (!Number.isFinite(value)) return { value: text, text };
  const format = book.formats[style];
  const date = format?.kind === 'date' ? dateOfSerial(value, book.from1904) : undefined;
  if (date) return { value: date, text: serialText(date, value) };
  return { value, text: numberText(value, format?.code) };
}
