import { isWritable } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { snake } from '../../kernel/store/columns.ts';
import { withoutIds } from './child-rows.ts';

/** What a client would send to make the same row once more; child rows lose their ids. */
export function draftOf(entity: AnyEntity, row: object): Record<string, unknown> {
  const names = Object.keys(entity.fields).filter((name) => isWritable(entity, name));
  const values = row as Readonly<Record<string, unknown>>;
  const draft = Object.fromEntries(names.map((name) => [name, withoutIds(values[name])]));
  return { ...draft, remark: values.remark, siteId: values.siteId };
}

/** A code that is free in a site: `W1890A-1`, `W1890A-2` …; cut so that it keeps within `max` characters. */
export async function freeCode(
  context: Context,
  entity: AnyEntity,
  siteId: string | null,
  code: string,
  max: number,
): Promise<string> {
  const column = sql.ref(snake(entity.code));
  const stem = code.slice(0, max - SUFFIX);
  const found = await sql<{
    code: string;
  }>`select lower(${column}) as code from ${sql.table(entity.table)}
    where site_id = ${siteId} and starts_with(lower(${column}), lower(${`${stem}-`}))`.execute(
    context.sql,
  );
  const taken = new Set(found.rows.map((row) => row.code));
  for (let number = 1; ; number += 1) {
    const free = `${stem}-${number}`;
    if (!taken.has(free.toLowerCase())) return free;
  }
}

/** Room for a hyphen and three digits. */
const SUFFIX = 4;
