import { textOf } from '../kernel/text.ts';
import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export type ClockField = Field<string>;

/** A time of day `HH:mm` in the site's zone. */
export function clock<const O extends FieldOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  return makeField<string, O, object>(clockKind, { zh, en }, options, {});
}

export const clockKind: Kind<ClockField> = {
  name: 'clock',
  label: { zh: '时刻', en: 'time of day' },
  filter: null,
  column: () => 'text',
  schema: () => z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'field.type' }),
  toSheet: (value) => (value === null || value === undefined ? null : textOf(value)),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const parts = /^(\d{1,2})[:：](\d{2})(:\d{2})?$/.exec(String(cell).trim());
    return parts
      ? { value: `${parts[1]?.padStart(2, '0')}:${parts[2]}` }
      : { refusal: refusals['field.type'], args: { label: field.label } };
  },
};

/** Minutes since midnight of `HH:mm`. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
