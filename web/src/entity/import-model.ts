import type {
  ImportAnswer,
  ImportError,
  ImportField,
  ImportMapping,
  ImportMode,
  ImportReading,
  ImportVerdict,
} from '@millwright/contract/kernel/sheet';

/** Whether nothing can be imported without the field: a few fields are enough to change rows, but not without their site. */
export function isNeeded({ field, required }: ImportField, mode: ImportMode): boolean {
  return required && (mode === 'insert' || field === 'siteId');
}

/** Needed fields that neither a column nor a fixed value fills. */
export function openFields(
  reading: ImportReading,
  mapping: readonly ImportMapping[],
  mode: ImportMode,
): string[] {
  const filled = new Set(
    mapping
      .filter((one) => one.column !== null || (one.value ?? '') !== '')
      .map((one) => one.field),
  );
  return reading.fields
    .filter((field) => isNeeded(field, mode) && !filled.has(field.field))
    .map((field) => field.field);
}

/** Columns of the file that nothing takes. */
export function unusedColumns(reading: ImportReading, mapping: readonly ImportMapping[]): string[] {
  const used = new Set(mapping.map((one) => one.column));
  return reading.headers
    .filter((header) => !used.has(header.column))
    .map((header) => header.label || header.column);
}

/** Columns that fill more than one field. */
export function sharedColumns(mapping: readonly ImportMapping[]): ReadonlySet<string> {
  const columns = mapping.flatMap((one) => one.column ?? []);
  return new Set(columns.filter((column, index) => columns.indexOf(column) !== index));
}

/** The mapping with one field filled another way. */
export function mapped(
  mapping: readonly ImportMapping[],
  field: string,
  column: string | null,
  value: string | null,
): ImportMapping[] {
  const one = { field, column, value };
  return mapping.some((other) => other.field === field)
    ? mapping.map((other) => (other.field === field ? one : other))
    : [...mapping, one];
}

/** The mapping with a word of a field's column that stands for a value of ours; undefined = for none. */
export function withWord(
  mapping: readonly ImportMapping[],
  field: string,
  word: string,
  value: string | undefined,
): ImportMapping[] {
  return mapping.map((one) => {
    if (one.field !== field) return one;
    const { [word]: _before, ...others } = one.words ?? {};
    return { ...one, words: value === undefined ? others : { ...others, [word]: value } };
  });
}

/** Words of a column that its field does not know, the most frequent first. */
export interface UnknownWords {
  readonly field: ImportField;
  readonly words: readonly { readonly word: string; readonly rows: number }[];
}

/** Words of the file that name no value of their field although its values can be listed. */
export function unknownWords(
  fields: readonly ImportField[],
  errors: readonly ImportError[],
): UnknownWords[] {
  return fields.flatMap((field) => {
    if (!field.options) return [];
    const rows = new Map<string, number>();
    for (const error of errors)
      if (error.field === field.field && error.column && UNKNOWN.has(error.key) && error.value)
        rows.set(error.value, (rows.get(error.value) ?? 0) + 1);
    const words = [...rows].map(([word, count]) => ({ word, rows: count }));
    return words.length === 0
      ? []
      : [{ field, words: words.toSorted((one, other) => other.rows - one.rows) }];
  });
}

/** Whether words got a meaning since the check: what would be written is not what was checked. */
export function isMeaningNew(
  unknown: readonly UnknownWords[],
  mapping: readonly ImportMapping[],
): boolean {
  return unknown.some(({ field, words }) => {
    const known = mapping.find((one) => one.field === field.field)?.words;
    return words.some(({ word }) => known?.[word] !== undefined);
  });
}

const UNKNOWN = new Set(['field.choice', 'field.type', 'ref.missing', 'ref.ambiguous']);

/** What an import of the checked rows would do. */
export interface Plan {
  /** Rows that it would write. */
  readonly written: number;
  /** Rows that it would refuse, those among them that exist where only new ones are wanted. */
  readonly refused: number;
}

export function planOf(answer: Pick<ImportAnswer, 'rows'>, mode: ImportMode): Plan {
  const counts = verdictCounts(answer);
  return mode === 'insert'
    ? { written: counts.new, refused: counts.error + counts.changed + counts.unchanged }
    : { written: counts.new + counts.changed, refused: counts.error };
}

/** How many rows got which verdict. */
export function verdictCounts(answer: Pick<ImportAnswer, 'rows'>): Record<ImportVerdict, number> {
  const counts = { new: 0, changed: 0, unchanged: 0, error: 0 };
  for (const row of answer.rows) counts[row.verdict] += 1;
  return counts;
}

/** Problems by row, then by the field that they stand at. */
export function errorsByRow(
  errors: readonly ImportError[],
): ReadonlyMap<number, readonly ImportError[]> {
  return Map.groupBy(errors, (error) => error.row);
}

/** The form of an import call; the fields stand before the file, so that the server knows them when it comes. */
export function importForm(file: File, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', file);
  return form;
}
