import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import { plainNumber } from './decimal.ts';

export interface IntegerOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

export interface IntegerField extends Field<number> {
  readonly min: number;
  readonly max: number;
}

/** A whole number; without limits 0 … 2,147,483,647. */
export function integer<const O extends IntegerOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<number, O> {
  const own = { min: options?.min ?? 0, max: options?.max ?? MAX_INTEGER };
  return makeField<number, O, typeof own>(integerKind, { zh, en }, options, own);
}

export const integerKind: Kind<IntegerField> = {
  name: 'integer',
  label: { zh: '整数', en: 'whole number' },
  filter: 'range',
  column: () => 'integer',
  schema: (field) => z.int().min(field.min).max(field.max),
  toSheet: (value) => (typeof value === 'number' ? value : null),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const value = typeof cell === 'string' ? Number(plainNumber(cell) ?? Number.NaN) : cell;
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return { refusal: refusals['field.type'], args: { label: field.label } };
    }
    return { value };
  },
};

const MAX_INTEGER = 2_147_483_647;
