import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListQuery } from '@millwright/contract/kernel/query';
import type { Context } from '../context.ts';
import { ALWAYS, countAll } from './hours.ts';
import { findWords, searchOf } from './search.ts';
import type { Window } from './window.ts';

/** So many rows of the log, found or not, lie in a part, or those of one hour where they are more. */
const ROWS = 250_000;

/**
 * The time that a list call of a log asks for in parts, in its order, without gaps: where few of many rows are found,
 * those of the first part are sorted and sent before the next one is read. Throws as `searchOf` does.
 */
export async function timeParts(
  context: Context,
  entity: AnyEntity,
  { params, sort, order }: ListQuery,
): Promise<Window[]> {
  const found = await findWords(context, entity, params);
  const window = searchOf(entity, context.session, params, found).window ?? ALWAYS;
  const parts: Window[] = [];
  let end = window.end;
  let rows = 0;
  for (const { begin, count } of await countAll(context, entity, window)) {
    rows += count;
    if (rows < ROWS) continue;
    parts.push({ begin, end });
    end = begin;
    rows = 0;
  }
  parts.push({ begin: window.begin, end });
  const isAscending = sort === undefined ? entity.sort.order === 'asc' : order !== 'DESC';
  return isAscending ? parts.toReversed() : parts;
}
