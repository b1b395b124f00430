import { textOf } from '../kernel/text.ts';
import { z } from 'zod';
import type { DictionaryType } from '../dictionaries.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export interface DictionaryField extends Field<string> {
  readonly dictionary: string;
}

/** A value of a dictionary type: `dictionary('order_type', '订单类型', 'Type')`. Its items are rows that a company edits. */
export function dictionary<const O extends FieldOptions>(
  type: DictionaryType,
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const own = { dictionary: type };
  return makeField<string, O, typeof own>(dictionaryKind, { zh, en }, options, own);
}

/** Whether the value is an item of the type, and which label it has, only the server knows. */
export const dictionaryKind: Kind<DictionaryField> = {
  name: 'dictionary',
  label: { zh: '字典项', en: 'dictionary item' },
  filter: 'oneOf',
  column: () => 'text',
  schema: () =>
    z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: 'field.type' }),
  toSheet: (value) => (value === null || value === undefined ? null : textOf(value)),
  fromSheet: (cell) => ({ value: cell === null ? null : String(cell).trim() }),
};
