import { z } from 'zod';
import type { Field, FieldOptions, FieldOf, Kind } from '../kernel/field.ts';
import { makeField } from '../kernel/field.ts';

export type RichTextField = Field<string>;

/** Formatted text as HTML, cleaned by the server on write and on read (≤ 500,000 characters). */
export function richText<const O extends FieldOptions>(
  zh: string,
  en: string,
  options?: O,
): FieldOf<string, O> {
  const hidden = { ...options, sheet: false } as unknown as O;
  return makeField<string, O, object>(richTextKind, { zh, en }, hidden, {});
}

export const richTextKind: Kind<RichTextField> = {
  name: 'richText',
  label: { zh: '富文本', en: 'formatted text' },
  filter: null,
  column: () => 'text',
  schema: () => z.string().max(500_000).regex(STORABLE, { error: 'field.type' }),
  toSheet: () => null,
  fromSheet: () => ({ value: null }),
  holdsFiles: () => true,
};

/** What PostgreSQL can store as text: neither NUL nor halves of a character. */
// oxlint-disable-next-line no-control-regex -- refusing NUL is the point
export const STORABLE = /^[^\u0000\ud800-\udfff]*$/u;
