import { textOf } from '../kernel/text.ts';
import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export interface DayOptions extends FieldOptions {
  /** Planning fields may lie in the future; record dates may not. */
  readonly future?: boolean;
}

export interface DayField extends Field<string> {
  readonly future: boolean;
}

/** A calendar date `YYYY-MM-DD` without clock and zone. */
export function day<const O extends DayOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const own = { future: options?.future ?? false };
  return makeField<string, O, typeof own>(dayKind, { zh, en }, options, own);
}

export const dayKind: Kind<DayField> = {
  name: 'day',
  label: { zh: '日期', en: 'date' },
  filter: 'range',
  column: () => 'date',
  schema: (field) =>
    z.iso.date().check((context) => {
      const year = Number(context.value.slice(0, 4));
      if (year < 1900 || year > 2999) {
        context.issues.push({ code: 'custom', input: context.value, message: 'field.type' });
      }
      // A day ahead of UTC is still today in the easternmost zone.
      const latest = new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
      if (!field.future && context.value > latest) {
        context.issues.push({ code: 'custom', input: context.value, message: 'field.future' });
      }
    }),
  toSheet: (value) => (value === null || value === undefined ? null : textOf(value)),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const typed = String(cell).trim();
    return ISO_DAY.test(typed)
      ? { value: typed.slice(0, 10) }
      : { refusal: refusals['field.type'], args: { label: field.label } };
  },
};

const ISO_DAY = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}.*)?$/;
