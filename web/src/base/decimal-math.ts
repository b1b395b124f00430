import { trimDecimal } from '@millwright/contract/kinds/decimal';
import { wordOf } from './word-of.ts';

/** Digits as a whole number of millionths, exact: `'66.56'` → `66560000n`; null for what is no number. */
export function millionths(digits: unknown): bigint | null {
  const parts = /^([+-]?)(\d+)(?:\.(\d*))?$/.exec(wordOf(digits).trim());
  if (!parts) return null;
  const [, sign, whole = '0', rest = ''] = parts;
  const size = BigInt(whole) * UNIT + BigInt(rest.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -size : size;
}

/** Millionths as digits without trailing zeros: `66560000n` → `'66.56'`. */
export function digitsOf(size: bigint): string {
  const whole = size < 0n ? -size : size;
  const digits = trimDecimal(`${whole / UNIT}.${String(whole % UNIT).padStart(6, '0')}`);
  return size < 0n ? `-${digits}` : digits;
}

/** Sum of two numbers in digits; null when one of them is none. */
export function sumOf(one: unknown, other: unknown): string | null {
  const [a, b] = [millionths(one), millionths(other)];
  return a === null || b === null ? null : digitsOf(a + b);
}

/** Difference of two numbers in digits; null when one of them is none. */
export function differenceOf(one: unknown, other: unknown): string | null {
  const [a, b] = [millionths(one), millionths(other)];
  return a === null || b === null ? null : digitsOf(a - b);
}

/** Digits with at least so many places: `'66.56'`, 3 → `'66.560'`; more places stay. */
export function withPlaces(digits: unknown, places: number): string {
  const plain = trimDecimal(String(digits));
  const [whole = '', rest = ''] = plain.split('.');
  return places === 0 && rest === ''
    ? whole
    : `${whole}.${rest.padEnd(places, '0')}`.replace(/\.$/, '');
}

const UNIT = 1_000_000n;
