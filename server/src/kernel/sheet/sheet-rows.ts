import { safeText } from '@millwright/contract/kernel/cell-text';
import {
  columnName,
  heading,
  type Cell,
  type ImageCell,
  type Sheet,
  type SheetColumn,
} from './cell.ts';
import { columnStyle, styles } from './workbook-parts.ts';
import { xmlText } from './xml-text.ts';

/** Rows that one sheet can hold, heading included. */
export const MAX_SHEET_ROWS = 1_048_576;

export interface RowText {
  /** The heading row. */
  head(): string;
  /** One row; `number` counts from 1 as the spreadsheet shows it. */
  row(number: number, cells: readonly Cell[]): string;
}

export type OnImage = (row: number, column: number, image: ImageCell) => void;

/** Makes the writer of rows for one sheet: letters, styles and formats are worked out once. */
export function rowText(
  sheet: Sheet,
  flags: readonly [string, string] | undefined,
  onImage: OnImage,
): RowText {
  const letters = sheet.columns.map((_, index) => columnName(index));
  const cellTexts = sheet.columns.map((column) => cellText(column, flags));
  const hasImage = sheet.columns.some((column) => column.format === 'image');
  return {
    head: () => {
      const cells = sheet.columns.map((column, index) =>
        textCell(`${letters[index]}1`, styles.heading, safeText(heading(column))),
      );
      return `<row r="1" ht="24" customHeight="1">${cells.join('')}</row>`;
    },
    row: (number, cells) => {
      let xml = hasImage ? `<row r="${number}" ht="60" customHeight="1">` : `<row r="${number}">`;
      for (let index = 0; index < letters.length; index++) {
        const cell = cells[index];
        if (cell === null || cell === undefined || cell === '') continue;
        if (typeof cell === 'object' && 'image' in cell) onImage(number, index, cell);
        else xml += cellTexts[index]?.(`${letters[index]}${number}`, cell) ?? '';
      }
      return `${xml}</row>`;
    },
  };
}

/** Days since 1899-12-30 of a wall-clock time kept in UTC fields; NaN before 1900-03-01, where programs disagree. */
export function serialOf(date: Date): number {
  const serial = date.getTime() / 86_400_000 + 25_569;
  return serial >= 61 && serial < 2_958_466 ? serial : Number.NaN;
}

/** A cell value turned into what the column's format wants, if its text allows. */
export function typed(
  column: SheetColumn,
  value: string | number | boolean | Date,
): string | number | boolean | Date {
  if (typeof value !== 'string') return value;
  if (column.format === 'integer' || column.format === 'decimal') {
    return EXACT_NUMBER.test(value) && value.replace(/\D/g, '').length <= 15
      ? Number(value)
      : value;
  }
  if ((column.format === 'date' || column.format === 'datetime') && ISO.test(value)) {
    const date = new Date(`${value.slice(0, 10)}T${value.slice(11, 19) || '00:00'}Z`);
    return Number.isNaN(date.getTime()) ? value : date;
  }
  return value;
}

/** `2025-11-06` or `2025-11-06 14:03:00` of a wall-clock time kept in UTC fields. */
export function dateText(date: Date, withTime: boolean): string {
  if (Number.isNaN(date.getTime())) return '';
  const text = date.toISOString();
  return withTime ? `${text.slice(0, 10)} ${text.slice(11, 19)}` : text.slice(0, 10);
}

const EXACT_NUMBER = /^-?\d+(\.\d+)?$/;
const ISO = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?$/;

type CellText = (reference: string, cell: Exclude<Cell, null | ImageCell>) => string;

function cellText(column: SheetColumn, flags: readonly [string, string] | undefined): CellText {
  const style = columnStyle(column);
  const withTime = column.format !== 'date';
  const dateStyle = withTime ? styles.datetime : styles.date;
  return (reference, cell) => {
    if (typeof cell === 'object' && 'error' in cell)
      return textCell(reference, styles.error, safeText(cell.error));
    const value = typed(column, cell);
    if (typeof value === 'string') return textCell(reference, style, safeText(value));
    if (typeof value === 'number') {
      return Number.isFinite(value) ? `<c r="${reference}" s="${style}"><v>${value}</v></c>` : '';
    }
    if (typeof value === 'boolean') {
      if (flags) return textCell(reference, style, safeText(flags[value ? 0 : 1]));
      return `<c r="${reference}" s="${style}" t="b"><v>${value ? 1 : 0}</v></c>`;
    }
    const serial = serialOf(value);
    if (Number.isNaN(serial)) return textCell(reference, style, dateText(value, withTime));
    return `<c r="${reference}" s="${dateStyle}"><v>${withTime ? serial : Math.floor(serial)}</v></c>`;
  };
}

function textCell(reference: string, style: number, text: string): string {
  const space = OUTER_SPACE.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
}

const OUTER_SPACE = /^\s|\s$|\n| {2}/;
