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

/** Yes or no as far as somebody has told it; empty until then. */
export function toldFlag<const O extends FieldOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<boolean, O> {
  return makeField<boolean, O, object>(flagKind, { zh, en }, options, {});
}

export const flagWords = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } } as const;

/** What a list says and is asked for where nobody has told it. */
export const untoldWord = { zh: '未上报', en: 'Not told' } as const;

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
