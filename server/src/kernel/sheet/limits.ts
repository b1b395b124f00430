import type { SheetInfo } from './read-cell.ts';
import { SheetRefusal } from './refusal.ts';

/** What a sent file may be at most. */
export interface SheetLimits {
  readonly fileBytes: number;
  readonly unpackedBytes: number;
  /** Rows below the heading. */
  readonly rows: number;
  readonly columns: number;
  /** Characters of all shared texts together. */
  readonly characters: number;
  readonly merges: number;
}

/** The limits of every import. */
export const SHEET_LIMITS: SheetLimits = {
  fileBytes: 10 * 1024 * 1024,
  unpackedBytes: 200 * 1024 * 1024,
  rows: 20_000,
  columns: 256,
  characters: 32 * 1024 * 1024,
  merges: 5_000,
};

/** Refuses a sheet that is larger than allowed. */
export function checkSize(sheet: SheetInfo, limits: SheetLimits): void {
  if (sheet.rowCount > limits.rows + 1) {
    throw new SheetRefusal('sheet.tooManyRows', { sheet: sheet.name, limit: limits.rows });
  }
  if (sheet.columnCount > limits.columns) {
    throw new SheetRefusal('sheet.tooManyColumns', { sheet: sheet.name, limit: limits.columns });
  }
}
