import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { allows } from '@millwright/contract/kernel/permission';
import { type RawBuilder, sql } from 'kysely';
import type { Session } from '../context.ts';
import { snake } from './columns.ts';

/** Whether a person sees the middle of a field hidden, because he may list the rows but not open one. */
export function isMasked(
  entity: AnyEntity,
  field: AnyField,
  session: Pick<Session, 'permissions'>,
): boolean {
  return field.sensitive === true && !allows(session.permissions, `${entity.tag}:query`);
}

/** Rows whose text contains what was typed; text masked for the person is found whole only, so that no search uncovers it. */
export function containing(
  entity: AnyEntity,
  session: Session,
  name: string,
  field: AnyField,
  typed: string,
): RawBuilder<boolean> {
  const column = sql.ref(`t.${snake(name)}`);
  if (isMasked(entity, field, session))
    return sql<boolean>`${column} = ${typed.replaceAll('\u0000', '')}`;
  return entity.log
    ? holding(column, typed.replaceAll('\u0000', ''))
    : sql<boolean>`${column} ${comparing(typed)} ${contains(typed)}`;
}

/**
 * In the millions of rows of a log the place of a text is found a fifth faster than whether a pattern fits. Other lists
 * keep the pattern: PostgreSQL guesses from it how many rows there will be, and plans by that.
 */
function holding(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  if (!isCased(typed)) return sql<boolean>`strpos(${column} collate "C", ${typed}) > 0`;
  return isCased(withoutLatin(typed))
    ? sql<boolean>`${column} ilike ${contains(typed)}`
    : sql<boolean>`strpos(lower(${column} collate "C"), ${typed.toLowerCase()}) > 0`;
}

/**
 * Numbers and Chinese have no case: without it PostgreSQL reads texts in half the time. Of Latin letters alone it need
 * not know the case of all others.
 */
function comparing(typed: string): RawBuilder<unknown> {
  if (!isCased(typed)) return sql`like`;
  return isCased(withoutLatin(typed)) ? sql`ilike` : sql`collate "C" ilike`;
}

function withoutLatin(typed: string): string {
  return typed.replace(/[a-z]/gi, '');
}

function isCased(typed: string): boolean {
  return typed.toLowerCase() !== typed.toUpperCase();
}

/** `%` and `_` are letters like others. */
export function contains(typed: string): string {
  return `%${typed.replaceAll('\u0000', '').replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
}
