import type { AnyField, Kind, SheetValue } from '@millwright/contract/kernel/field';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Text, TextArgs } from '@millwright/contract/kernel/text';
import type { Session } from '../context.ts';
import type { FilledCell, SheetCell } from '../sheet/read-cell.ts';
import { parseDay, parseInstant } from '../sheet/parse-day.ts';
import type { DictionaryItem } from './labels.ts';
import { instantOf } from './wall-clock.ts';

/** Why a cell cannot be read. */
interface CellProblem {
  readonly key: string;
  readonly text: Text;
  readonly args: TextArgs;
}

/**
 * What a cell gave: a value for the draft, or why not. A reference gives the words typed; ids come later. A value with
 * a doubt may be kept by a row that has it already.
 */
export type CellReading = { readonly value: unknown; readonly doubt?: CellProblem } | CellProblem;

/** Kinds whose cells hold several words. */
export const MULTIPLE: ReadonlySet<string> = new Set(['refs', 'choices']);

/** Reads a cell for a field; errors of the sheet (`#N/A`) and formulas without a stored value are problems. */
export function readCell(
  cell: SheetCell,
  field: AnyField,
  session: Session,
  items: readonly DictionaryItem[],
): CellReading {
  if (
    cell === null ||
    (typeof cell.value === 'string' && cell.value.trim() === '' && !cell.formula)
  )
    return { value: null };
  if (cell.error || (cell.formula && cell.value === '')) return problem(FORMULA, field, cell.text);
  switch (field.kind.name) {
    case 'day':
      return readDay(cell);
    case 'instant':
      return readInstant(cell, session);
    case 'dictionary':
      return readDictionary(cell.text, field, items);
    case 'text':
      return { value: codeText(cell) };
    case 'ref':
      return { value: codeText(cell) };
    case 'clock':
      return readKind(field, clockText(cell));
    case 'integer':
    case 'decimal':
      // A date where a number belongs is no number of days.
      return cell.value instanceof Date
        ? problem(refusals['field.type'], field, cell.text)
        : readKind(field, numberOf(cell));
    default:
      return readKind(field, cell.value instanceof Date ? cell.text : cell.value);
  }
}

/** The fixed value of a mapping, typed by a person: read like a cell of text. */
export function fixedCell(value: string): FilledCell {
  return { value, text: value };
}

const FORMULA = {
  key: 'import.formula',
  text: {
    zh: '{label}的单元格是公式错误或没有结果的公式，请改为数值',
    en: '{label}: the cell holds an error or a formula without a result; please write the value',
  },
};

function readKind(field: AnyField, value: SheetValue): CellReading {
  const reading = (field.kind as Kind).fromSheet(value, field);
  if ('value' in reading) return { value: reading.value };
  return {
    key: reading.refusal.key,
    text: reading.refusal.text,
    args: { label: field.label, ...reading.args },
  };
}

/** Digits that stand for a day, `20261220`, are one as a number too; a serial number without the format of a date is none. */
function readDay(cell: FilledCell): CellReading {
  if (cell.value instanceof Date) return { value: cell.value.toISOString().slice(0, 10) };
  const read = parseDay(cell.text);
  return 'day' in read ? { value: read.day } : { key: 'import.day', text: read.problem, args: {} };
}

/** Wall-clock times of a sheet are those of the session's zone. */
function readInstant(cell: FilledCell, session: Session): CellReading {
  if (cell.value instanceof Date) return { value: instantOf(cell.value, session.timeZone) };
  const read = parseInstant(cell.text);
  if ('problem' in read) return { key: 'import.day', text: read.problem, args: {} };
  return {
    value: 'instant' in read ? read.instant.toISOString() : instantOf(read.wall, session.timeZone),
  };
}

/** The item whose value or label in either language this is; enabled ones first. */
function readDictionary(
  text: string,
  field: AnyField,
  items: readonly DictionaryItem[],
): CellReading {
  const word = text.trim();
  const lower = word.toLowerCase();
  const fits = items.filter(
    ({ value, zh, en }) =>
      value.toLowerCase() === lower || zh.toLowerCase() === lower || en.toLowerCase() === lower,
  );
  const enabled = fits.filter((item) => item.enabled);
  const exact = enabled.filter(({ value }) => value === word);
  const [first, second] = exact.length > 0 ? exact : enabled.length > 0 ? enabled : fits;
  const none = problem(refusals['field.choice'], field, word);
  if (!first) return none;
  if (second) return problem(refusals['ref.ambiguous'], field, word);
  return first.enabled ? { value: first.value } : { value: first.value, doubt: none };
}

/** Codes that a program kept as numbers come without `.0` and with their leading zeros where the format shows them. */
function codeText(cell: FilledCell): string {
  return (typeof cell.value === 'string' ? cell.value : cell.text).trim();
}

/** `1,234.50` is a number, `1,5` is not certain to be one. */
function numberOf(cell: FilledCell): SheetValue {
  if (typeof cell.value !== 'string') return cell.value as SheetValue;
  const text = cell.value.normalize('NFKC').trim();
  return text.includes(',') && !/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)
    ? `${text}?`
    : text.replaceAll(',', '').replace(/^\+/, '');
}

function clockText(cell: FilledCell): SheetValue {
  return cell.value instanceof Date ? cell.value.toISOString().slice(11, 16) : cell.text;
}

function problem(
  refusal: { key: string; text: Text },
  field: AnyField,
  value: string,
): CellProblem {
  return {
    key: refusal.key,
    text: refusal.text,
    args: { label: field.label, value: value.slice(0, 40) },
  };
}
