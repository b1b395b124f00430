/** What one place of a sent sheet holds; null is a blank place. */
export type SheetCell = null | FilledCell;

export interface FilledCell {
  /** Dates carry their wall-clock time in the UTC fields. */
  readonly value: string | number | boolean | Date;
  /** The value as a person would read it. */
  readonly text: string;
  /** Stands for a formula, which is never evaluated: the value is the one that was stored with it, '' when none was. */
  readonly formula?: true;
  /** Lies in a merged area; all its places show the value of the first one. */
  readonly merged?: true;
  /** An error value such as #N/A. */
  readonly error?: true;
}

export interface SheetRow {
  /** As the spreadsheet shows it, from 1. */
  readonly number: number;
  /** As many as the sheet has columns. */
  readonly cells: readonly SheetCell[];
}

export interface SheetInfo {
  readonly name: string;
  readonly hidden: boolean;
  /** Rows that are not blank, heading included; of a sheet with too many only so much that it is seen. */
  readonly rowCount: number;
  /** The last column that is not blank, counted from 1. */
  readonly columnCount: number;
}

export interface ReadWorkbook {
  readonly kind: 'xlsx' | 'csv';
  readonly sheets: readonly SheetInfo[];
  /** Rows that are not blank; throws a SheetRefusal when the sheet has too many rows or columns. */
  rows(sheetIndex: number): AsyncIterable<SheetRow>;
}
