import type { AnyField } from '@millwright/contract/kernel/field';
import type { ImportMapping } from '@millwright/contract/kernel/sheet';
import type { Session } from '../context.ts';
import { columnIndex } from '../sheet/cell.ts';
import type { SheetCell, SheetRow } from '../sheet/read-cell.ts';
import { fixedCell, readCell } from './cell-values.ts';
import type { HeadedSheet } from './headings.ts';
import { type ImportFile, reading } from './import-file.ts';
import { breathe, type ImportRow, newRow } from './import-row.ts';
import { dictionaryOf, type Dictionaries } from './labels.ts';

interface Source {
  readonly name: string;
  readonly field: AnyField;
  /** Counted from 0; -1 when a fixed value fills the field. */
  readonly index: number;
  readonly fixed: SheetCell;
  /** What words of the column stand for, by `wordOf`. */
  readonly words: ReadonlyMap<string, string>;
}

/** Reads the rows below the headings through the mapping; rows whose mapped cells are all blank are skipped. */
export async function readRows(
  file: ImportFile,
  { sheet, headerRow }: HeadedSheet,
  mapping: readonly ImportMapping[],
  fields: ReadonlyMap<string, AnyField>,
  speaking: { readonly session: Session; readonly dictionaries: Dictionaries },
): Promise<ImportRow[]> {
  const sources = mapping.flatMap(({ field: name, column, value, words }): Source[] => {
    const field = fields.get(name);
    if (!field) return [];
    return [
      {
        name,
        field,
        index: column === null ? -1 : columnIndex(column),
        fixed: value === null ? null : fixedCell(value),
        words: new Map(Object.entries(words ?? {}).map(([word, meant]) => [wordOf(word), meant])),
      },
    ];
  });
  const rows: ImportRow[] = [];
  await reading(async () => {
    for await (const row of file.workbook.rows(sheet)) {
      if (row.number <= headerRow || isBlank(row, sources)) continue;
      rows.push(rowOf(row, sources, speaking));
      if (rows.length % 500 === 0) await breathe();
    }
  });
  return rows;
}

function isBlank({ cells }: SheetRow, sources: readonly Source[]): boolean {
  return sources.every(({ index }) => index < 0 || isEmpty(cells[index] ?? null));
}

function isEmpty(cell: SheetCell): boolean {
  return cell === null || (cell.text.trim() === '' && cell.error !== true && cell.formula !== true);
}

/** A cell as words are compared: without regard to case and blanks around it. */
function wordOf(text: string): string {
  return text.trim().toLowerCase();
}

function rowOf(
  { number, cells }: SheetRow,
  sources: readonly Source[],
  { session, dictionaries }: { session: Session; dictionaries: Dictionaries },
): ImportRow {
  const row = newRow(number);
  const texts: string[] = [];
  for (const { name, field, index, fixed, words } of sources) {
    const own = index < 0 ? null : (cells[index] ?? null);
    // A fixed value beside a column fills the gaps of the column.
    const cell = isEmpty(own) ? fixed : own;
    texts.push(cell?.text ?? '');
    const meant = words.get(wordOf(own?.text ?? ''));
    const said = meant === undefined ? cell : fixedCell(meant);
    const read = readCell(said, field, session, dictionaries.get(dictionaryOf(field) ?? '') ?? []);
    if (!('value' in read))
      row.problems.push({
        field: name,
        key: read.key,
        text: read.text,
        args: { label: field.label, ...read.args },
      });
    else if (read.value !== null && !(Array.isArray(read.value) && read.value.length === 0)) {
      row.values[name] = read.value;
      if (read.doubt) row.doubts[name] = { field: name, ...read.doubt };
    }
  }
  return { ...row, cells: texts };
}
