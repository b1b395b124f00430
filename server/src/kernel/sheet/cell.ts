/**
 * What one place of a sheet may hold when it is written. A `Date` carries its wall-clock time in the UTC fields
 * (the zone is already applied). A number may come as text of digits, a day as `2025-11-06`: columns of the
 * formats integer, decimal, date and datetime turn them into real numbers and dates.
 */
export type Cell = string | number | boolean | Date | null | ErrorCell | ImageCell;

/** A text that is shown in red. */
export interface ErrorCell {
  readonly error: string;
}

/** A small picture; `load` is called after the rows of the sheet are written, null leaves the place empty. */
export interface ImageCell {
  readonly image: 'png' | 'jpeg';
  readonly load: () => Promise<Uint8Array | null>;
}

export type CellFormat = 'text' | 'integer' | 'decimal' | 'date' | 'datetime' | 'flag' | 'image';

export interface SheetColumn {
  readonly header: string;
  readonly format: CellFormat;
  /** Characters; left out: chosen by format and heading. */
  readonly width?: number;
  /** Digits after the point of a decimal; left out: as many as the value has. */
  readonly decimals?: number;
  /** Allowed values, offered as a drop-down in every row below the heading. */
  readonly dropDown?: readonly string[];
  /** Shown beside a selected place of the column, 255 characters at most. */
  readonly note?: string;
  /** Marks the heading with ` *`. */
  readonly required?: boolean;
}

export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>;
  /** Rows that stay in view; left out: the heading. */
  readonly frozenRows?: number;
}

const REQUIRED_MARK = ' *';

/** The heading as it is written: ` *` behind the name of a required column. */
export function heading(column: SheetColumn): string {
  return column.required ? column.header + REQUIRED_MARK : column.header;
}

/** The name of a heading without the mark of a required column and without outer blanks. */
export function plainHeading(text: string): string {
  return text.trim().replace(/\s*\*$/, '');
}

/** Letters of a column counted from 0: 0 is A, 26 is AA. */
export function columnName(index: number): string {
  let name = '';
  for (let rest = index; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(65 + (rest % 26)) + name;
  }
  return name;
}

/** Column of a reference such as `AB12`, counted from 0; -1 when there are no letters or more than three. */
export function columnIndex(reference: string): number {
  let index = 0;
  for (let at = 0; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) & ~0x20;
    if (letter < 65 || letter > 90) return at === 0 ? -1 : index - 1;
    if (at === 3) return -1;
    index = index * 26 + letter - 64;
  }
  return index - 1;
}
