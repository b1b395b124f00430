import { z } from 'zod';
import { password as length } from '../constants.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export type PasswordField = Field<string>;

/** A password as typed, spaces kept; only its hash is stored, in a table of its own, and nothing is ever answered. */
export function password<const O extends FieldOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const hidden = { ...options, secret: true, sheet: false } as unknown as O;
  return makeField<string, O, object>(passwordKind, { zh, en }, hidden, {});
}

export const passwordKind: Kind<PasswordField> = {
  name: 'password',
  label: { zh: '密码', en: 'password' },
  filter: null,
  column: () => null,
  schema: () => z.string().min(length.min).max(length.max),
  toSheet: () => null,
  fromSheet: () => ({ value: null }),
};
