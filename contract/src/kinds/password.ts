import { z } from 'zod';
import { password as length } from '../constants.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export interface PasswordOptions extends FieldOptions {
  /** Characters, where others than we set the rule. */
  readonly min?: number;
  readonly max?: number;
}

export interface PasswordField extends Field<string> {
  readonly min: number;
  readonly max: number;
}

/** A password as typed, spaces kept; what is kept of it lies in a table of its own, and nothing is ever answered. */
export function password<const O extends PasswordOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O, { readonly min: number; readonly max: number }> {
  const hidden = { ...options, secret: true, sheet: false } as unknown as O;
  const own = { min: options?.min ?? length.min, max: options?.max ?? length.max };
  return makeField<string, O, typeof own>(passwordKind, { zh, en }, hidden, own);
}

export const passwordKind: Kind<PasswordField> = {
  name: 'password',
  label: { zh: '密码', en: 'password' },
  filter: null,
  column: () => null,
  schema: ({ min, max }) => z.string().min(min).max(max),
  toSheet: () => null,
  fromSheet: () => ({ value: null }),
};
