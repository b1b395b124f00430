import { textOf } from '../kernel/text.ts';
import { z } from 'zod';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export interface RefOptions extends FieldOptions {
  /** Only rows with these values may be chosen: `{ status: '1' }`. Checked on write too. */
  readonly where?: Readonly<Record<string, string | readonly string[]>>;
  /** Deleting the target takes this row along instead of being refused. */
  readonly cascade?: boolean;
}

export interface RefField extends Field<string> {
  /** Name of the entity that it points at: `base/product`. */
  readonly target: string;
  readonly where?: Readonly<Record<string, string | readonly string[]>>;
  readonly cascade?: boolean;
}

/** A reference to a row of another entity in the same site (or a company-wide one); its value is the id. */
export function ref<const O extends RefOptions>(
  target: string,
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const own = { target };
  return makeField<string, O, typeof own>(refKind, { zh, en }, options, own);
}

/** Labels become ids and ids labels on the server, which knows the rows. */
export const refKind: Kind<RefField> = {
  name: 'ref',
  label: { zh: '引用', en: 'reference' },
  filter: 'oneOf',
  column: () => 'bigint',
  schema: () => idSchema(),
  toSheet: (value) => (value === null || value === undefined ? null : textOf(value)),
  fromSheet: (cell) => ({ value: cell === null ? null : String(cell).trim() }),
};

/** A 64-bit id as text. */
export const idSchema = () => z.string().regex(/^[1-9]\d{0,17}$/, { error: 'field.type' });
