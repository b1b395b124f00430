import { z } from 'zod';
import type { Field, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';
import type { RefOptions } from './ref.ts';
import { idSchema } from './ref.ts';

export interface RefsField extends Field<string[]> {
  readonly target: string;
  readonly where?: Readonly<Record<string, string | readonly string[]>>;
}

/** References to several rows of another entity; its value is the list of ids, each once. */
export function refs<const O extends RefOptions>(
  target: string,
  zh: string,
  en: string,
  options?: O,
): FieldOf<string[], O> {
  const own = { target };
  return makeField<string[], O, typeof own>(refsKind, { zh, en }, options, own);
}

export const refsKind: Kind<RefsField> = {
  name: 'refs',
  label: { zh: '多个引用', en: 'references' },
  filter: 'oneOf',
  column: () => 'bigint[]',
  schema: () =>
    z
      .array(idSchema())
      .max(200)
      .transform((ids) => [...new Set(ids)]),
  toSheet: (value) => (Array.isArray(value) ? value.join('、') : null),
  fromSheet: (cell) => ({
    value:
      cell === null
        ? null
        : String(cell)
            .split(/[、,，;；|]/)
            .map((word) => word.trim())
            .filter(Boolean),
  }),
};
