import type { Book } from './book.ts';
import { plainText } from '@millwright/contract/kernel/cell-text';
import { columnIndex } from './cell.ts';
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
  const collector = new RowCollector(book, {
    row(row) {
      rowCount += 1;
      columnCount = Math.max(columnCount, row.cells.length);
    },
    merge(reference) {
      if (merges.length >= limits.merges) throw broken('merges');
      merges.push(parseArea(reference));
    },
  });
  const reader = new XmlReader(collector);
  for await (const text of xmlChunks(book.archive.read(path))) {
    reader.write(text);
    // It is refused when its rows are asked for; how much more there is need not be known.
    if (rowCount > limits.rows + 1) return { rowCount, columnCount, merges };
  }
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
  const reader = new XmlReader(new RowCollector(book, { row: (row) => ready.push(row) }));
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

/** Collects the places of one row after another. */
class RowCollector implements XmlListener {
  readonly #book: Book;
  readonly #events: SheetEvents;
  #cells: SheetCell[] = [];
  #number = 0;
  #column = -1;
  #raw: RawCell = { type: '', style: 0, text: '', formula: false };
  #collecting = false;
  #inData = false;

  constructor(book: Book, events: SheetEvents) {
    this.#book = book;
    this.#events = events;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.#inData = true;
    else if (name === 'mergeCell') this.#events.merge?.(attributes['ref'] ?? '');
    // Controls beside the data have elements of the same names.
    if (!this.#inData) return;
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'f') this.#raw.formula = true;
    else if (name === 'rPh') this.#raw.reading = true;
    this.#collecting = name === 'v' || (name === 't' && !this.#raw.reading);
  }

  text(piece: string): void {
    if (this.#collecting) this.#raw.text += piece;
  }

  close(name: string): void {
    this.#collecting = false;
    if (name === 'sheetData') this.#inData = false;
    if (!this.#inData) return;
    if (name === 'rPh') this.#raw.reading = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row' && this.#cells.length > 0) {
      this.#events.row({ number: this.#number, cells: this.#cells });
    }
  }

  #openRow(attributes: Readonly<Record<string, string>>): void {
    const next = attributes['r'] === undefined ? this.#number + 1 : Number(attributes['r']);
    if (!Number.isInteger(next) || next <= this.#number || next > MAX_ROW) throw broken('xml');
    this.#number = next;
    this.#column = -1;
    this.#cells = [];
  }

  #openCell(attributes: Readonly<Record<string, string>>): void {
    const { r: reference, t: type = 'n', s: style = 0 } = attributes;
    this.#column = reference === undefined ? this.#column + 1 : columnIndex(reference);
    if (this.#column < 0 || this.#column >= MAX_COLUMN) throw broken('xml');
    this.#raw = { type, style: Number(style), text: '', formula: false };
  }

  #closeCell(): void {
    const cell = filled(this.#book, this.#raw);
    if (cell === null) return;
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells[this.#column] = cell;
  }
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
