import { textOf } from '../kernel/text.ts';
import { z } from 'zod';
import { refusals } from '../kernel/errors.ts';
import type { Field, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import type { DayOptions } from './day.ts';

export interface InstantField extends Field<string> {
  readonly future: boolean;
}

/** A point in time as ISO 8601 in UTC (`2025-11-06T06:32:00.000Z`), shown in the site's zone. */
export function instant<const O extends DayOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const own = { future: options?.future ?? false };
  return makeField<string, O, typeof own>(instantKind, { zh, en }, options, own);
}

export const instantKind: Kind<InstantField> = {
  name: 'instant',
  label: { zh: '时间', en: 'date and time' },
  filter: 'range',
  column: () => 'timestamptz(3)',
  schema: (field) =>
    z.iso.datetime({ offset: true }).check((context) => {
      const at = Date.parse(context.value);
      if (!(at >= EARLIEST && at < LATEST)) {
        context.issues.push({ code: 'custom', input: context.value, message: 'field.type' });
      } else if (!field.future && at > Date.now() + CLOCK_TOLERANCE_MS) {
        context.issues.push({ code: 'custom', input: context.value, message: 'field.future' });
      }
    }),
  toSheet: (value) => (value === null || value === undefined ? null : textOf(value)),
  fromSheet(cell, field) {
    if (cell === null) return { value: null };
    const typed = String(cell).trim();
    return Number.isNaN(Date.parse(typed))
      ? { refusal: refusals['field.type'], args: { label: field.label } }
      : { value: new Date(typed).toISOString() };
  },
};

const EARLIEST = Date.parse('1900-01-01T00:00:00Z');
const LATEST = Date.parse('3000-01-01T00:00:00Z');
const CLOCK_TOLERANCE_MS = 60_000;
