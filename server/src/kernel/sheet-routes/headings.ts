import { columnName, plainHeading } from '../sheet/cell.ts';
import { isErrorColumn } from '../sheet/error-workbook.ts';
import type { SheetCell, SheetRow } from '../sheet/read-cell.ts';
import { refuse } from '../refuse.ts';
import { type ImportFile, reading } from './import-file.ts';
import { importRefusals } from './import-refusal.ts';
import { meantBy, normalHeading } from './synonyms.ts';

/** The heading of a column with its first values. */
export interface Heading {
  /** Counted from 0. */
  readonly index: number;
  /** As the spreadsheet names it: `A`. */
  readonly column: string;
  readonly label: string;
  readonly samples: readonly SheetCell[];
}

/** The sheet that is looked at, the row of its headings, and these. */
export interface HeadedSheet {
  readonly sheet: number;
  readonly headerRow: number;
  readonly headings: readonly Heading[];
}

/**
 * Finds the sheet and the row of its headings: those named, else the ones that hold most words that we know.
 * `others` are never chosen unless named. Throws `import.headerRow` when the row named is blank.
 */
export async function headingsOf(
  file: ImportFile,
  named: { sheet: number | null; headerRow: number | null; others?: readonly number[] },
  known: ReadonlyMap<string, string>,
): Promise<HeadedSheet> {
  const { sheets } = file.workbook;
  const visible = sheets.flatMap(({ hidden, rowCount }, index) =>
    hidden || rowCount === 0 || named.others?.includes(index) ? [] : [index],
  );
  const filled = sheets.flatMap(({ rowCount }, index) => (rowCount === 0 ? [] : [index]));
  const candidates =
    named.sheet !== null ? [named.sheet] : (visible.length > 0 ? visible : filled).slice(0, 10);
  let best: (HeadedSheet & { score: number }) | null = null;
  for (const sheet of candidates) {
    const found = await bestOf(file, sheet, named.headerRow, known);
    if (found && (best === null || found.score > best.score)) best = found;
  }
  if (best === null)
    throw refuse(importRefusals['import.headerRow'], { row: named.headerRow ?? 1 });
  return best;
}

const LOOKED_AT = 30;
const SAMPLES = 5;

async function bestOf(
  file: ImportFile,
  sheet: number,
  headerRow: number | null,
  known: ReadonlyMap<string, string>,
) {
  const rows = await firstRows(file, sheet, headerRow ?? 1);
  const candidates =
    headerRow === null
      ? rows.slice(0, LOOKED_AT)
      : rows.filter(({ number }) => number === headerRow);
  let best: { row: SheetRow; score: number } | null = null;
  for (const row of candidates) {
    const score = scoreOf(row, known);
    if (best === null || score > best.score) best = { row, score };
  }
  if (best === null) return null;
  const { row, score } = best;
  const below = rows.filter(({ number }) => number > row.number);
  const headings = row.cells.flatMap((cell, index): Heading[] => {
    const samples = below
      .map(({ cells }) => cells[index] ?? null)
      .filter((sample) => sample !== null);
    const label = cell === null ? '' : plainHeading(cell.text).slice(0, 200);
    if ((label === '' && samples.length === 0) || isErrorColumn(label)) return [];
    return [
      {
        index,
        column: columnName(index),
        label: label === '' ? columnName(index) : label,
        samples: samples.slice(0, SAMPLES),
      },
    ];
  });
  return { sheet, headerRow: row.number, headings, score };
}

/** The rows around the headings: enough to choose from and for samples. */
async function firstRows(file: ImportFile, sheet: number, from: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  await reading(async () => {
    for await (const row of file.workbook.rows(sheet)) {
      if (row.number < from) continue;
      rows.push(row);
      if (rows.length >= LOOKED_AT + SAMPLES) break;
    }
  });
  return rows;
}

/** Known words count most; of rows with equally many the one with more texts, and of those the first. */
function scoreOf({ cells }: SheetRow, known: ReadonlyMap<string, string>): number {
  // A merged title is one text, however many places it covers.
  const texts = cells
    .filter((cell) => cell !== null && !cell.merged && typeof cell.value === 'string')
    .map((cell) => normalHeading(String(cell?.value)));
  const distinct = [...new Set(texts)];
  const sure = distinct.filter((text) => known.has(text)).length;
  const likely = distinct.filter((text) => !known.has(text) && meantBy(text).length > 0).length;
  return sure * 100 + likely * 60 + Math.min(distinct.length, 50);
}
