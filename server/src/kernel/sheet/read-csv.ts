import { TextDecoder } from 'node:util';
import { plainText } from '@millwright/contract/kernel/cell-text';
import { checkSize, type SheetLimits } from './limits.ts';
import type { ReadWorkbook, SheetRow } from './read-cell.ts';
import { broken } from './refusal.ts';

export type Delimiter = ',' | ';' | '\t';

export interface CsvFile {
  readonly text: string;
  readonly delimiter: Delimiter;
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'gb18030';
}

/** Opens a csv file as a workbook of one sheet; all its cells are texts. */
export function openCsv(bytes: Buffer, limits: SheetLimits): ReadWorkbook {
  const file = decodeCsv(bytes);
  let rowCount = 0;
  let columnCount = 0;
  for (const { cells } of filledRecords(file)) {
    rowCount += 1;
    columnCount = Math.max(columnCount, cells.findLastIndex((cell) => cell !== '') + 1);
  }
  const sheet = { name: 'CSV', hidden: false, rowCount, columnCount };
  return {
    kind: 'csv',
    sheets: [sheet],
    rows(index) {
      if (index !== 0) throw new RangeError(`no sheet ${index}`);
      checkSize(sheet, limits);
      return csvRows(file, columnCount);
    },
  };
}

/** Finds encoding (UTF-8, UTF-16 with its mark, else GB18030 as Chinese programs save it) and delimiter (`,` `;` or tab). */
export function decodeCsv(bytes: Buffer): CsvFile {
  for (const encoding of encodings(bytes)) {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      const named = /^sep=([,;\t])\r?\n/i.exec(text);
      if (!named) return { text, delimiter: sniff(text), encoding };
      // The line stays, blank, so that row numbers remain those of the file.
      return {
        text: text.slice(named[0].trimEnd().length),
        delimiter: named[1] as Delimiter,
        encoding,
      };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw broken('encoding');
}

/** All records of a csv text with the number of the row they make, blank ones too. */
export function* csvRecords({
  text,
  delimiter,
}: CsvFile): Generator<{ number: number; cells: string[] }> {
  let at = 0;
  for (let number = 1; at < text.length; number++) {
    const cells: string[] = [];
    for (let more = true; more;) {
      const cell = text[at] === '"' ? quoted(text, at, delimiter) : bare(text, at, delimiter);
      cells.push(cell.value);
      more = text[cell.end] === delimiter;
      at = more ? cell.end + 1 : lineEnd(text, cell.end);
    }
    yield { number, cells };
  }
}

function* filledRecords(file: CsvFile) {
  for (const record of csvRecords(file)) {
    if (record.cells.some((cell) => cell !== '')) yield record;
  }
}

async function* csvRows(file: CsvFile, width: number): AsyncGenerator<SheetRow> {
  for (const { number, cells } of filledRecords(file)) {
    yield {
      number,
      cells: Array.from({ length: width }, (_, index) => {
        const text = plainText(cells[index] ?? '');
        return text === '' ? null : { value: text, text };
      }),
    };
  }
}

function encodings(bytes: Buffer): CsvFile['encoding'][] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le'];
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be'];
  return ['utf-8', 'gb18030'];
}

interface Piece {
  readonly value: string;
  /** Place of the delimiter, the line end, or the end of the text. */
  readonly end: number;
}

function bare(text: string, start: number, delimiter: Delimiter): Piece {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r')
    end++;
  return { value: text.slice(start, end), end };
}

// What follows the closing mark before the delimiter is kept, as spreadsheet programs do.
function quoted(text: string, start: number, delimiter: Delimiter): Piece {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end < 0) throw broken('quote');
  const value = text.slice(start + 1, end).replaceAll('""', '"');
  const rest = bare(text, end + 1, delimiter);
  return { value: value + rest.value, end: rest.end };
}

function lineEnd(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return at + 2;
  return at + 1;
}

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t'];

// The delimiter that stands equally often in the first lines, else the most frequent of the first.
function sniff(text: string): Delimiter {
  const lines = text
    .slice(0, 65_536)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .slice(0, 10);
  const scored = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1);
    const first = counts[0] ?? 0;
    return {
      delimiter,
      score: first > 0 && counts.every((count) => count === first) ? first + 1_000 : first,
    };
  });
  return scored.reduce((best, one) => (one.score > best.score ? one : best)).delimiter;
}
