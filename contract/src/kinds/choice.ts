import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import type { Text } from '../kernel/text.ts';
import { pick, textOf } from '../kernel/text.ts';

/** The words of a value, and the colour of its dot where it is something special. */
export type Option = Text & { readonly color?: 'ok' | 'warn' | 'bad' | 'info' };

export type Options = Readonly<Record<string, Option>>;

export interface ChoiceField extends Field<string> {
  readonly options: Options;
}

/** One of the values fixed in the declaration (`enum` of the documents): `{ manual: { zh, en }, … }`. */
export function choice<const T extends Options, const O extends FieldOptions>(
  zh: string,
  en: string,
  values: T,
  options?: O,
): FieldOf<string & keyof T, O> {
  const own = { options: values };
  return makeField<string & keyof T, O, typeof own>(choiceKind, { zh, en }, options, own);
}

export const choiceKind: Kind<ChoiceField> = {
  name: 'choice',
  label: { zh: '选项', en: 'option' },
  filter: 'oneOf',
  column: () => 'text',
  schema: (field) => z.enum(Object.keys(field.options) as [string, ...string[]]),
  toSheet(value, field, locale) {
    if (value === null || value === undefined) return null;
    const label = field.options[textOf(value)];
    return label ? pick(label, locale) : textOf(value);
  },
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const word = String(cell).trim();
    const value = valueOfLabel(field.options, word);
    return value === undefined
      ? { refusal: refusals['field.choice'], args: { label: field.label, value: word } }
      : { value };
  },
};

/** The value whose key or label in either language is the word typed, without case. */
export function valueOfLabel(options: Options, word: string): string | undefined {
  const lower = word.toLowerCase();
  return Object.entries(options).find(
    ([value, label]) =>
      value.toLowerCase() === lower || label.zh === word || label.en.toLowerCase() === lower,
  )?.[0];
}
