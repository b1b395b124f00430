import { textOf } from '../kernel/text.ts';
import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import type { Text } from '../kernel/text.ts';

export interface TextOptions extends FieldOptions {
  /** Characters at most (default 200). */
  readonly max?: number;
  readonly min?: number;
  /** What the text must look like, with the words for it: `letters, digits, - _ /`. */
  readonly pattern?: RegExp;
  readonly allowed?: Text;
  /** Several lines in the form. */
  readonly lines?: number;
  /** Scanned or typed codes: monospaced figures, trimmed inner spaces. */
  readonly scan?: boolean;
  /** The filter suggests the codes of these rows; any other text may be typed as well. */
  readonly suggests?: 'orders';
  /** The text may be the address of a stored file; it stands in no sheet. */
  readonly address?: boolean;
}

export interface TextField extends Field<string> {
  readonly max: number;
  readonly min: number;
  readonly pattern?: RegExp;
  readonly allowed?: Text;
  readonly lines?: number;
  readonly suggests?: 'orders';
  readonly address?: boolean;
}

/** A line of text, trimmed; empty means no value. */
export function text<const O extends TextOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const own = { max: options?.max ?? 200, min: options?.min ?? 0 };
  return makeField<string, O, typeof own>(textKind, { zh, en }, options, own);
}

export const textKind: Kind<TextField> = {
  name: 'text',
  label: { zh: '文本', en: 'text' },
  filter: 'contains',
  column: () => 'text',
  schema(field) {
    const trimmed = z.string().trim().min(field.min).max(field.max);
    const plain = trimmed.regex(NO_CONTROL, { error: 'field.type' });
    const { pattern, allowed } = field;
    if (!pattern) return plain;
    return plain.check(({ value, issues }) => {
      if (pattern.test(value)) return;
      const key = allowed ? 'field.pattern' : 'field.type';
      issues.push({
        code: 'custom',
        input: value,
        message: key,
        params: allowed ? { allowed } : {},
      });
    });
  },
  toSheet: (value) => (value === null || value === undefined ? null : textOf(value)),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    if (typeof cell === 'boolean')
      return { refusal: refusals['field.type'], args: { label: field.label } };
    return { value: String(cell).trim() };
  },
  holdsFiles: (field) => field.address === true,
};

/** NUL cannot be stored by PostgreSQL; other control characters but tab and line breaks are no text. */
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const NO_CONTROL = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff\ud800-\udfff]*$/u;
