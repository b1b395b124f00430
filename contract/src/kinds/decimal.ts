import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import { textOf } from '../kernel/text.ts';

export interface DecimalOptions extends FieldOptions {
  /** Digits in all and behind the point, as in `decimal(8,2)` (default 16, 6). */
  readonly digits?: number;
  readonly places?: number;
  readonly min?: number;
  readonly max?: number;
  /** The value must be greater than this. */
  readonly above?: number;
}

export interface DecimalField extends Field<string> {
  readonly digits: number;
  readonly places: number;
  readonly min?: number;
  readonly max?: number;
  readonly above?: number;
}

/** A decimal number, exact: it travels and is kept as its digits (`'66.560000'`), never as a binary fraction. */
export function decimal<const O extends DecimalOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const own = { digits: options?.digits ?? 16, places: options?.places ?? 6 };
  return makeField<string, O, typeof own>(decimalKind, { zh, en }, options, own);
}

export const decimalKind: Kind<DecimalField> = {
  name: 'decimal',
  label: { zh: '数字', en: 'number' },
  filter: 'range',
  column: (field) => `numeric(${field.digits},${field.places})`,
  schema: (field) =>
    z
      .union([z.string(), z.number()])
      .transform(String)
      .pipe(z.string().trim().regex(DIGITS, { error: 'field.type' }))
      .check((context) => judge(field, context)),
  toSheet: (value) => (value === null || value === undefined ? null : Number(value)),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const digits = typeof cell === 'boolean' ? undefined : plainNumber(String(cell));
    if (digits === undefined || !DIGITS.test(digits)) {
      return { refusal: refusals['field.type'], args: { label: field.label } };
    }
    return { value: typeof cell === 'number' ? roundTo(cell, field.places) : digits };
  },
};

/** A number as people write it without its thousands commas: `'1,234.50'` → `'1234.50'`; undefined for what is none. */
export function plainNumber(text: string): string | undefined {
  const typed = text.trim();
  return NUMBER.test(typed) ? typed.replaceAll(',', '') : undefined;
}

/** Digits of a stored decimal without trailing zeros: `'66.560000'` → `'66.56'`. */
export function trimDecimal(value: string): string {
  return value.includes('.') ? value.replace(/\.?0+$/, '') : value;
}

/**
 * Compares two decimals by their digits, whatever their length: below 0, 0 or above 0 like a subtraction, so that
 * `'66.5'` and `'66.500000'` are the same. `NaN` when one of them is no decimal.
 */
export function compareDecimals(one: unknown, other: unknown): number {
  const [a, b] = [textOf(one).trim(), textOf(other).trim()];
  if (!DIGITS.test(a) || !DIGITS.test(b)) return Number.NaN;
  const places = Math.max(placesIn(a), placesIn(b));
  const [left, right] = [wholeOf(a, places), wholeOf(b, places)];
  return left === right ? 0 : left < right ? -1 : 1;
}

function placesIn(digits: string): number {
  return digits.split('.')[1]?.length ?? 0;
}

/** The digits as a whole number of the last place: `'66.5'` with 3 places → `66500n`. */
function wholeOf(digits: string, places: number): bigint {
  const [whole = '', rest = ''] = digits.split('.');
  return BigInt(whole + rest.padEnd(places, '0'));
}

function judge(field: DecimalField, context: z.core.ParsePayload<string>): void {
  const digits = context.value;
  const value = Number(digits);
  const [whole = '', places = ''] = digits.replace('-', '').split('.');
  const refuse = (key: string, n: number) =>
    context.issues.push({ code: 'custom', input: digits, message: key, params: { n } });
  const cap = 10 ** (field.digits - field.places) - 1;
  if (places.length > field.places) refuse('field.places', field.places);
  if (field.above !== undefined && value <= field.above) refuse('field.above', field.above);
  if (field.min !== undefined && value < field.min) refuse('field.min', field.min);
  if (field.max !== undefined && value > field.max) refuse('field.max', field.max);
  else if (whole.replace(/^0+/, '').length > field.digits - field.places) {
    refuse(value < 0 ? 'field.min' : 'field.max', value < 0 ? -cap : cap);
  }
}

/** A binary number of a spreadsheet as digits: 0.1 + 0.2 typed there means 0.3. */
function roundTo(value: number, places: number): string {
  const digits = value.toFixed(Math.min(places, 15));
  return Math.abs(Number(digits) - value) < 1e-9 * Math.max(1, Math.abs(value))
    ? trimDecimal(digits)
    : String(value);
}

const NUMBER = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;
const DIGITS = /^-?\d{1,30}(\.\d{1,30})?$/;
