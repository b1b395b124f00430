import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldLabel } from '@millwright/contract/kernel/field-label';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { ImportAnswer, ImportError, ImportMapping } from '@millwright/contract/kernel/sheet';
import type { Locale } from '@millwright/contract/kernel/text';
import { pick, say } from '@millwright/contract/kernel/text';
import type { ImportedChildren, ImportRow } from './import-row.ts';

/** Errors that an answer carries at most; the error file has all of them. */
const MAX_ERRORS = 50_000;

/** The rows and problems of an import in the caller's language. `written` is null when nothing was to be written. */
export function importAnswer(
  entity: AnyEntity,
  fields: ReadonlyMap<string, AnyField>,
  mapping: readonly ImportMapping[],
  rows: readonly ImportRow[],
  isUndone: boolean,
  locale: Locale,
): ImportAnswer {
  const failed = rows.filter(({ verdict }) => verdict === 'error').length;
  const columns = mapping.map(({ field, column }) => ({
    field,
    label: spokenLabel(entity, fields, field, locale),
    column,
  }));
  return {
    total: rows.length,
    ok: isUndone ? 0 : rows.length - failed,
    failed,
    columns,
    rows: rows.map(({ number, verdict, cells }) => ({ row: number, verdict, cells: [...cells] })),
    errors: rows
      .flatMap((row) => errorsOf(row, columns, { entity, fields, locale }))
      .slice(0, MAX_ERRORS),
  };
}

interface Speaking {
  readonly entity: AnyEntity;
  readonly fields: ReadonlyMap<string, AnyField>;
  readonly locale: Locale;
}

/** The problems of one row, in the order of its columns, those of the row as a whole last. */
export function errorsOf(
  row: ImportRow,
  columns: ImportAnswer['columns'],
  { entity, fields, locale }: Speaking,
): ImportError[] {
  const placed = row.problems.map((problem) => {
    const name = problem.field.split('.')[0] ?? '';
    const at = columns.findIndex(({ field }) => field === name);
    const error: ImportError = {
      row: row.number,
      column: columns[at]?.column ?? null,
      field: problem.field,
      label: name === '' ? '' : spokenLabel(entity, fields, name, locale),
      value: at < 0 ? '' : (row.cells[at] ?? '').slice(0, 200),
      key: problem.key,
      message: say(problem.text, problem.args, locale),
    };
    return { error, at: at < 0 ? columns.length : at };
  });
  const own = placed.toSorted((one, other) => one.at - other.at).map(({ error }) => error);
  return [...own, ...row.children.flatMap((children) => furtherErrors(row, children, locale))];
}

/** What is wrong on a further sheet, told at the row that it belongs to. */
function furtherErrors(
  row: ImportRow,
  { sent: { sheet, name, fields, mapping }, rows }: ImportedChildren,
  locale: Locale,
): ImportError[] {
  return rows.flatMap((child, index) =>
    child.problems.map((problem): ImportError => {
      const at = mapping.findIndex(({ field }) => field === problem.field);
      const label = fields.get(problem.field)?.label;
      const where = say(WHERE, { sheet: name, row: child.number }, locale);
      return {
        row: row.number,
        column: null,
        field: `${sheet.name}.${index}${problem.field === '' ? '' : `.${problem.field}`}`,
        label: label ? pick(label, locale) : pick(sheet.label, locale),
        value: at < 0 ? '' : (child.cells[at] ?? '').slice(0, 200),
        key: problem.key,
        message: `${where}${say(problem.text, problem.args, locale)}`,
        at: { sheet: name, row: child.number, column: mapping[at]?.column ?? null },
      };
    }),
  );
}

const WHERE = { zh: '工作表「{sheet}」第 {row} 行：', en: 'Sheet "{sheet}", row {row}: ' };

function spokenLabel(
  entity: AnyEntity,
  fields: ReadonlyMap<string, AnyField>,
  name: string,
  locale: Locale,
): string {
  return pick(fields.get(name)?.label ?? fieldLabel(name, entity.fields), locale);
}
