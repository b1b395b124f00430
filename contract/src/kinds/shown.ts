import { z } from 'zod';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export interface ShownOptions extends FieldOptions {
  /** It is a moment, written as an instant is. */
  readonly instant?: boolean;
}

export interface ShownField extends Field<string | number> {
  readonly instant?: boolean;
}

/**
 * A value that a module counts or gathers when it answers: shown, never stored, not filtered, and sorted only where the
 * module's own list knows an order for it.
 */
export function shown<const O extends ShownOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string | number, O & { computed: true }> {
  const computed = { ...options, computed: true as const } as O & { computed: true };
  return makeField<string | number, O & { computed: true }, object>(
    shownKind,
    { zh, en },
    computed,
    {},
  );
}

export const shownKind: Kind<ShownField> = {
  name: 'shown',
  label: { zh: '显示值', en: 'shown value' },
  filter: null,
  column: () => null,
  schema: () => z.union([z.string(), z.number()]),
  toSheet: (value) => (typeof value === 'string' || typeof value === 'number' ? value : null),
  fromSheet: () => ({ value: null }),
};
