import { z } from 'zod';
import type { AnyFields, Field, FieldOptions, FieldOf, Kind, ValueOf } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export interface RowsOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  /** Fields that are unique among the rows of one parent. */
  readonly unique?: readonly string[];
}

export interface RowsField extends Field<Record<string, unknown>[]> {
  readonly columns: AnyFields;
  readonly min: number;
  readonly max: number;
  readonly unique: readonly string[];
}

type ChildRow<F extends AnyFields> = { id?: string } & { [K in keyof F]: ValueOf<F[K]> };

/** Child rows in a table of their own, kept in order: shifts of a line, component materials of a product. */
export function rows<const F extends AnyFields, const O extends RowsOptions>(
  zh: string,
  en: string,
  columns: F,
  options?: O,
): FieldOf<ChildRow<F>[], O, { columns: F }> {
  const own = {
    columns,
    min: options?.min ?? 0,
    max: options?.max ?? 200,
    unique: options?.unique ?? [],
  };
  const hidden = { sheet: false, ...options } as unknown as O;
  return makeField<ChildRow<F>[], O, typeof own>(rowsKind, { zh, en }, hidden, own);
}

/** The judgement of each row follows from its columns; `kernel/check.ts` builds it. */
export const rowsKind: Kind<RowsField> = {
  name: 'rows',
  label: { zh: '明细', en: 'rows' },
  filter: 'presence',
  column: () => null,
  schema: (field) => z.array(z.unknown()).min(field.min).max(field.max),
  toSheet: (value) => (Array.isArray(value) ? value.length : null),
  fromSheet: () => ({ value: null }),
};
