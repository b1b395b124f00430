import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { columnName, plainHeading } from '../sheet/cell.ts';
import { isErrorColumn } from '../sheet/error-workbook.ts';
import type { SheetCell, SheetRow } from '../sheet/read-cell.ts';
import { refuse } from '../refuse.ts';
import { type ImportFile, reading } from './import-file.ts';
import { importRefusals } from './import-refusal.ts';
import { isName, meantBy, normalHeading } from './synonyms.ts';

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
 * Finds the sheet and the row of its headings: those named, else the ones whose words fill most fields; a sheet that
 * bears the name of the rows (`entity`) is meant before others. `others` are never chosen unless named. Throws `import.headerRow` when the row named is blank.
 */
export async function headingsOf(
  file: ImportFile,
  named: {
    sheet: number | null;
    headerRow: number | null;
    others?: readonly number[];
    entity?: AnyEntity;
  },
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
    if (!found) continue;
    const score = found.score + (isNamedAfter(named.entity, sheets[sheet]?.name) ? NAMED : 0);
    if (best === null || score > best.score) best = { ...found, score };
  }
  if (best === null)
    throw refuse(importRefusals['import.headerRow'], { row: named.headerRow ?? 1 });
  return best;
}

/** True for a sheet with the name of the rows, or with a word for their code: `item` for products. */
function isNamedAfter(entity: AnyEntity | undefined, name = ''): boolean {
  if (!entity) return false;
  const word = normalHeading(name);
  const labels = [entity.label.zh, entity.label.en].map(normalHeading);
  return labels.includes(word) || meantBy(word).includes(entity.code ?? '');
}

/** What the name of a sheet counts: as much as two sure fields. */
const NAMED = 200;
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

/** Fields that the words fill count most; of rows that fill equally many the one with more texts, and of those the first. */
function scoreOf({ cells }: SheetRow, known: ReadonlyMap<string, string>): number {
  // A merged title is one text, however many places it covers.
  const texts = cells
    .filter((cell) => cell !== null && !cell.merged && typeof cell.value === 'string')
    .map((cell) => normalHeading(String(cell?.value)));
  const distinct = [...new Set(texts)];
  const fields = new Set(known.values());
  const sure = new Set(distinct.flatMap((text) => known.get(text) ?? []));
  // A likely word for a field of other rows says nothing about these.
  const likely = new Set(
    distinct
      .filter((text) => !known.has(text))
      .flatMap((text) => meantBy(text).find((field) => fields.has(field)) ?? [])
      .filter((field) => !sure.has(field)),
  );
  const named = distinct.some(
    (text) => isName(text) && !known.has(text) && !meantBy(text).some((field) => fields.has(field)),
  );
  return sure.size * 100 + (likely.size + (named ? 1 : 0)) * 60 + Math.min(distinct.length, 50);
}
