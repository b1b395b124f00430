import { columnName, type Sheet, type SheetColumn } from './cell.ts';
import { MAX_SHEET_ROWS } from './sheet-rows.ts';
import { xmlText } from './xml-text.ts';

const NAME = '_choices';

/**
 * The hidden sheet that holds the values of all drop-downs, one column each, and the range of each column.
 * Values in a range may contain commas and be longer than 255 characters together; a list in the rule may not.
 */
export function choiceSheet(sheets: readonly Sheet[]): {
  sheet?: Sheet;
  ranges: ReadonlyMap<SheetColumn, string>;
} {
  const columns = sheets
    .flatMap((sheet) => sheet.columns)
    .filter((column) => column.dropDown?.length);
  const ranges = new Map(
    columns.map((column, index) => {
      const letter = columnName(index);
      return [column, `${NAME}!$${letter}$2:$${letter}$${(column.dropDown?.length ?? 0) + 1}`];
    }),
  );
  if (columns.length === 0) return { ranges };
  const lists = columns.map((column) => column.dropDown ?? []);
  const length = lists.reduce((most, list) => Math.max(most, list.length), 0);
  const rows = Array.from({ length }, (_, row) => lists.map((list) => list[row] ?? null));
  const sheet: Sheet = {
    name: NAME,
    columns: columns.map(({ header }) => ({ header, format: 'text' })),
    rows,
  };
  return { sheet, ranges };
}

/** The rules of a sheet: drop-downs and the notes beside a selected place. Empty when no column has any. */
export function validations(
  columns: readonly SheetColumn[],
  ranges: ReadonlyMap<SheetColumn, string>,
): string {
  const rules = columns.flatMap((column, index) => {
    const range = ranges.get(column);
    return range || column.note ? [rule(column, columnName(index), range)] : [];
  });
  return rules.length > 0
    ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
    : '';
}

function rule(column: SheetColumn, letter: string, range: string | undefined): string {
  const kind = range ? ' type="list" showErrorMessage="1"' : '';
  const note = column.note
    ? ` showInputMessage="1" promptTitle="${xmlText(column.header.slice(0, 32))}" prompt="${xmlText(column.note.slice(0, 255))}"`
    : '';
  const place = `${letter}2:${letter}${MAX_SHEET_ROWS}`;
  const formula = range ? `<formula1>${xmlText(range)}</formula1>` : '';
  return `<dataValidation${kind} allowBlank="1"${note} sqref="${place}">${formula}</dataValidation>`;
}
