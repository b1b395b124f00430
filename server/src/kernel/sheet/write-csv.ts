import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { safeText } from '@millwright/contract/kernel/cell-text';
import { heading, type Cell, type Sheet, type SheetColumn } from './cell.ts';
import { dateText, typed } from './sheet-rows.ts';

export interface CsvOptions {
  /** Words for true and false; left out: TRUE and FALSE. */
  readonly flags?: readonly [yes: string, no: string];
  readonly onRows?: (written: number) => void;
}

/**
 * Writes one sheet as csv (UTF-8 with BOM, comma, CRLF) in constant memory and ends `out`; rows are asked for only
 * as fast as `out` takes bytes. Pictures are left out. Resolves to the number of rows written below the heading.
 */
export async function writeCsv(
  out: Writable,
  sheet: Pick<Sheet, 'columns' | 'rows'>,
  options: CsvOptions = {},
): Promise<number> {
  const progress = { written: 0 };
  await pipeline(
    Readable.from(csvText(sheet, options, progress), { objectMode: false, highWaterMark: CHUNK }),
    out,
  );
  return progress.written;
}

/** One line of a csv file, quoted where it must be. */
export function record(cells: readonly string[], delimiter = ','): string {
  return `${cells.map((cell) => (QUOTED.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\r\n`;
}

const CHUNK = 64 * 1024;
const WRITTEN = { date: /^\d{4}-\d\d-\d\d$/, datetime: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/ };
const QUOTED = /[",;\t\r\n]|^\s|\s$/;

async function* csvText(
  sheet: Pick<Sheet, 'columns' | 'rows'>,
  options: CsvOptions,
  progress: { written: number },
): AsyncGenerator<Buffer> {
  // Whoever waits sees the file begin before the first rows are found.
  yield Buffer.from(`\ufeff${record(sheet.columns.map((column) => safeText(heading(column))))}`);
  let text = '';
  for await (const cells of sheet.rows) {
    text += record(
      sheet.columns.map((column, index) => cellText(column, cells[index] ?? null, options.flags)),
    );
    progress.written += 1;
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
    options.onRows?.(progress.written);
  }
  if (text !== '') yield Buffer.from(text);
}

function cellText(
  column: SheetColumn,
  cell: Cell,
  flags: readonly [string, string] | undefined,
): string {
  if (cell === null) return '';
  if (typeof cell === 'object') {
    if ('image' in cell) return '';
    if ('error' in cell) return safeText(cell.error);
    return dateText(cell, column.format !== 'date');
  }
  // A date that is written as it comes need not be read first.
  const { format } = column;
  const isDate = format === 'date' || format === 'datetime';
  if (isDate && typeof cell === 'string' && WRITTEN[format].test(cell)) return cell;
  const value = typed(column, cell);
  if (typeof value === 'boolean')
    return safeText(flags ? flags[value ? 0 : 1] : value ? 'TRUE' : 'FALSE');
  if (typeof value === 'number') return Number.isFinite(value) ? decimalText(column, value) : '';
  return typeof value === 'string' ? safeText(value) : dateText(value, column.format !== 'date');
}

function decimalText(column: SheetColumn, value: number): string {
  return column.format === 'decimal' && column.decimals !== undefined && Math.abs(value) < 1e15
    ? value.toFixed(Math.min(column.decimals, 10))
    : String(value);
}
