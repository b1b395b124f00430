import { text } from '../kinds/text.ts';
import { isWritable } from './check.ts';
import type { AnyEntity } from './entity.ts';
import type { AnyField, Kind } from './field.ts';
import type { Locale, Text } from './text.ts';
import { pick } from './text.ts';

/** What an import does: judge only, add new rows, or add and change by the entity's key. */
export type ImportMode = 'check' | 'insert' | 'upsert';

/** What happens to the good rows when others are wrong: nothing is written, or the good ones are. */
export type OnImportError = 'abort' | 'skip';

/** What became, or would become, of a row of the sheet. */
export type ImportVerdict = 'new' | 'changed' | 'unchanged' | 'error';

export const importVerdicts: Readonly<Record<ImportVerdict, Text>> = {
  new: { zh: '新增', en: 'New' },
  changed: { zh: '更新', en: 'Changed' },
  unchanged: { zh: '无变化', en: 'Unchanged' },
  error: { zh: '错误', en: 'Error' },
};

/** Which column of the sheet (`A`, `AB`) or which fixed value fills a field; both null = nothing does. */
export interface ImportMapping {
  field: string;
  column: string | null;
  value: string | null;
  /**
   * Words of the column that stand for values of ours: `{ Warnung: '2' }` for a level; what no word says stands as it
   * is. Whole cells, without regard to case and blanks around them.
   */
  words?: Readonly<Record<string, string>>;
}

/** Why a column was proposed: our label, what people of the site chose before, or a likely word. */
export type MappingSource = 'label' | 'earlier' | 'guess';

/** Answer of `POST …/import/read`: what the workbook holds and how its columns could fill the fields. */
export interface ImportReading {
  sheets: { name: string; rowCount: number; columnCount: number; hidden: boolean }[];
  /** Name of the sheet that was looked at. */
  sheet: string;
  /** Row of the headings as the spreadsheet shows it, from 1. */
  headerRow: number;
  headers: { column: string; label: string; samples: string[] }[];
  mapping: (ImportMapping & { source: MappingSource | null })[];
  fields: ImportField[];
  /** Fields that together decide between new and changed. */
  key: string[];
}

export interface ImportField {
  field: string;
  label: string;
  required: boolean;
  kind: string;
  /** Values to choose from when there are few; for a fixed value. */
  options?: { value: string; label: string }[];
}

/**
 * Rows from which the client asks for an import in the background (`background=1`); it is then answered with `{ job }`.
 */
export const IMPORT_IN_BACKGROUND = 2000;

/** Answer of `POST …/import` in every mode. */
export interface ImportAnswer {
  total: number;
  ok: number;
  failed: number;
  /** The mapped fields in the order of `cells`. */
  columns: { field: string; label: string; column: string | null }[];
  rows: { row: number; verdict: ImportVerdict; cells: string[] }[];
  errors: ImportError[];
  /** Address of the sender's own file with a red column of errors. */
  errorFile?: string;
  /** Good rows of a check that break no rule of their own but may still break one that only the import itself hears of. */
  unrehearsed?: number;
  /** The same file was imported within the last ten minutes; nothing is written unless `again=1` is sent. */
  repeated?: boolean;
}

/** A problem at one place of the sheet; `row` counts as the spreadsheet shows it, `column` is its letter if there is one. */
export interface ImportError {
  row: number;
  column: string | null;
  field: string;
  label: string;
  value: string;
  key: string;
  message: string;
  /** Where it stands when that is a further sheet of the file; `row` is then the row that it belongs to, 0 = none. */
  at?: { sheet: string; row: number; column: string | null };
}

/** Fields that an import may fill, by name: those that a client may send and a cell can hold. */
export function importFields(entity: AnyEntity): [string, AnyField][] {
  const own = Object.entries(entity.fields).filter(
    ([name, field]) => field.sheet && isWritable(entity, name) && isCell(field),
  );
  return 'remark' in entity.fields ? own : [...own, ['remark', remarkField]];
}

/** Fields that an export may show, by name, those counted when a list is answered among them; child rows, files and formatted texts are left out. */
export function exportFields(entity: AnyEntity): [string, AnyField][] {
  const own = Object.entries(entity.fields).filter(
    ([, field]) => field.sheet && (isCell(field) || field.kind.name === 'shown'),
  );
  return 'remark' in entity.fields || entity.scope === 'log'
    ? own
    : [...own, ['remark', remarkField]];
}

/** Whether a cell can hold and show the values of a field. */
export function isCell(field: AnyField): boolean {
  return (
    field.secret !== true &&
    (field.kind as Kind).column(field) !== null &&
    !HELD_ELSEWHERE.has(field.kind.name)
  );
}

/** Fields that decide whether a row of a sheet is new: the code where it is unique, else the first unique key. */
export function importKey(entity: AnyEntity): readonly string[] {
  const byCode = entity.unique.find((key) => key.length === 1 && key[0] === entity.code);
  return byCode ?? entity.unique[0] ?? [];
}

/** The heading of a field with its unit: `标准节拍(秒)`, `Standard beat (s)`. */
export function sheetHeading(field: Pick<AnyField, 'label' | 'unit'>, locale: Locale): string {
  const label = pick(field.label, locale);
  const unit = field.unit ? pick(field.unit, locale) : '';
  if (unit === '') return label;
  return locale === 'en_US' ? `${label} (${unit})` : `${label}(${unit})`;
}

/** Pseudo field of the free remark that every business table has. */
export const remarkField: AnyField = text('备注', 'Remark', { max: 500, list: true });

/** Values that no single cell holds. */
const HELD_ELSEWHERE: ReadonlySet<string> = new Set(['rows', 'image', 'files', 'richText']);
