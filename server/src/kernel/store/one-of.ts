import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../refuse.ts';

type Condition = RawBuilder<boolean>;

/** Rows whose field holds one of the words. Throws `call.invalid` on a word that is no id where ids are meant. */
export function oneOf(
  field: AnyField,
  column: RawBuilder<unknown>,
  name: string,
  words: string[],
): Condition {
  const kind = field.kind.name;
  if (kind === 'flag') return telling(field, column, words);
  if (kind === 'ref' || kind === 'refs') return pointing(field, column, name, words);
  if (kind === 'choices') return sql`${column} && ${words}::text[]`;
  return words.length === 1
    ? sql`${column} = ${words[0]}::text`
    : sql`${column} = any(${words}::text[])`;
}

/** `params[lastLoginAt]=none` asks for rows where a number, a time, a reference or a flag is missing. */
export const EMPTY = 'none';

/** Rows that say yes or no as asked, or, with `none` among the words, in which nobody has told it. */
function telling(field: AnyField, column: RawBuilder<unknown>, words: string[]): Condition {
  const said = words.filter((word) => word !== EMPTY || field.required);
  const values = said.map((word) => word === 'true' || word === '1');
  const told = sql<boolean>`${column} = any(${values}::boolean[])`;
  return said.length === words.length ? told : sql`(${told} or ${column} is null)`;
}

/** Rows that point at one of the rows named, or, with `none` among the words, at nothing. */
function pointing(
  field: AnyField,
  column: RawBuilder<unknown>,
  name: string,
  words: string[],
): Condition {
  const several = field.kind.name === 'refs';
  const named = idsOf(
    name,
    words.filter((word) => word !== EMPTY || field.required),
  );
  const at = several
    ? sql<boolean>`${column} && ${named}::bigint[]`
    : sql<boolean>`${column} = any(${named}::bigint[])`;
  if (named.length === words.length) return at;
  const nothing = several
    ? sql<boolean>`coalesce(cardinality(${column}), 0) = 0`
    : sql<boolean>`${column} is null`;
  return named.length === 0 ? nothing : sql`(${at} or ${nothing})`;
}

/** As many as an address holds. */
export const MOST_IDS = 1000;

/** The ids that a filter names. Throws `call.invalid` on what is none, and on more than `MOST_IDS`. */
export function idsOf(name: string, words: readonly string[]): string[] {
  if (words.length > MOST_IDS || words.some((word) => !/^\d{1,18}$/.test(word))) {
    throw refuse(refusals['call.invalid'], { detail: name });
  }
  return [...words];
}
