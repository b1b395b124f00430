import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import { pick } from '../kernel/text.ts';

export type FlagField = Field<boolean>;

/** Yes or no; never empty, `false` unless the options give another default. */
export function flag<const O extends FieldOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<boolean, O & { required: true; default: boolean }> {
  const filled = { default: false, ...options, required: true as const };
  return makeField<boolean, O & { required: true; default: boolean }, object>(
    flagKind,
    { zh, en },
    filled as O & { required: true; default: boolean },
    {},
  );
}

export const flagWords = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } } as const;

export const flagKind: Kind<FlagField> = {
  name: 'flag',
  label: { zh: '是否', en: 'yes or no' },
  filter: 'oneOf',
  column: () => 'boolean',
  schema: () => z.boolean(),
  toSheet: (value, _field, locale) =>
    value === null || value === undefined
      ? null
      : pick(flagWords[value === true ? 'true' : 'false'], locale),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const word = String(cell).trim().toLowerCase();
    if (YES.has(word)) return { value: true };
    if (NO.has(word)) return { value: false };
    return { refusal: refusals['field.type'], args: { label: field.label } };
  },
};

const YES = new Set(['是', 'yes', 'y', 'true', '1', '√', '✓']);
const NO = new Set(['否', 'no', 'n', 'false', '0', '×', '']);
