import type { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

export interface JsonField extends Field<Json> {
  readonly shape: () => z.ZodType;
}

/** A structure that a document asks for, judged by the schema that `shape` makes (≤ 16 KB as text). */
export function json<V, const O extends FieldOptions>(
  zh: string,
  en: string,
  shape: () => z.ZodType<V>,
  options?: O,
): FieldOf<V, O> {
  const own = { shape };
  return makeField<V, O, typeof own>(jsonKind, { zh, en }, options, own);
}

export const jsonKind: Kind<JsonField> = {
  name: 'json',
  label: { zh: '结构', en: 'structure' },
  filter: null,
  column: () => 'jsonb',
  schema: (field) =>
    field
      .shape()
      .refine((value) => isStorable(JSON.stringify(value) ?? ''), { error: 'field.type' }),
  toSheet: (value) => (value === null || value === undefined ? null : JSON.stringify(value)),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    try {
      return { value: JSON.parse(String(cell)) };
    } catch {
      return { refusal: refusals['field.type'], args: { label: field.label } };
    }
  },
};

/** PostgreSQL stores neither NUL nor lone surrogates in jsonb. */
function isStorable(written: string): boolean {
  return written.length <= 16_384 && !/\\u0000|\\ud[89a-f]/i.test(written);
}
