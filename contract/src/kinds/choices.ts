import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import { enumerated, pick } from '../kernel/text.ts';
import type { Text } from '../kernel/text.ts';
import type { Options } from './choice.ts';
import { valueOfLabel } from './choice.ts';

export interface ChoicesField extends Field<string[]> {
  /** Fixed values; null = free words. */
  readonly options: Options | null;
  readonly maxItems: number;
  /** What it means that nothing is chosen, where that is something: every day. */
  readonly whenNone?: Text | undefined;
}

export interface ChoicesOptions extends FieldOptions {
  readonly maxItems?: number;
  readonly whenNone?: Text;
}

/** Several values: of those given (`{ 1: Monday, … }`), or free words when `null` is given. */
export function choices<const O extends ChoicesOptions>(
  zh: string,
  en: string,
  values: Options | null,
  options?: O,
): FieldOf<string[], O> {
  const own = {
    options: values,
    maxItems: options?.maxItems ?? 100,
    whenNone: options?.whenNone,
  };
  return makeField<string[], O, typeof own>(choicesKind, { zh, en }, options, own);
}

export const choicesKind: Kind<ChoicesField> = {
  name: 'choices',
  label: { zh: '多选', en: 'several options' },
  filter: 'oneOf',
  column: () => 'text[]',
  schema(field) {
    const item = field.options
      ? z.enum(Object.keys(field.options) as [string, ...string[]])
      : z.string().trim().min(1).max(80).regex(PRINTABLE, { error: 'field.type' });
    return z.array(item).max(field.maxItems);
  },
  toSheet: (value, field, locale) =>
    Array.isArray(value)
      ? enumerated(
          value.map((item) => wordOf(String(item), field, locale)),
          locale,
        )
      : null,
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const words = String(cell)
      .split(/[、,，;；|]/)
      .map((word) => word.trim())
      .filter(Boolean);
    if (!field.options) return { value: words };
    const values: string[] = [];
    for (const word of words) {
      const value = valueOfLabel(field.options, word);
      if (value === undefined) {
        return { refusal: refusals['field.choice'], args: { label: field.label, value: word } };
      }
      values.push(value);
    }
    return { value: values };
  },
};

function wordOf(item: string, field: ChoicesField, locale: 'zh_CN' | 'en_US'): string {
  const label = field.options?.[item];
  return label ? pick(label, locale) : item;
}

const PRINTABLE = /^[^\p{Cc}\p{Cs}\ufffe\uffff]*$/u;
