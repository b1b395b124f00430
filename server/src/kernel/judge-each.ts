import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Problem } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { Refused } from './refuse.ts';
import { labelOf } from './store/columns.ts';
import { reach, visibility, where } from './store/filter.ts';

/**
 * Judges rows of which all or none are written. One alone is refused as it is; among several every row that is
 * refused is told in `data.errors` under its id, and its name stands before the sentence.
 */
export async function judgeEach(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
  judge: (id: string) => void | Promise<void>,
): Promise<void> {
  const refused = new Map<string, Refused>();
  const wanted = new Set(ids);
  for (const id of wanted) {
    try {
      await judge(id);
    } catch (error) {
      const isOfRow = error instanceof Refused && error.refusal.code !== 404;
      if (!isOfRow || wanted.size === 1) throw error;
      refused.set(id, error);
    }
  }
  const [first] = refused.values();
  if (!first) return;
  const names = await namesOf(context, entity, [...refused.keys()]);
  const problems = Array.from(refused, ([id, one]) => problemOf(id, names.get(id) ?? id, one));
  throw new Refused(first.refusal, first.args, { data: first.data, problems });
}

/** The names of rows by id, as lists of choices tell them; what the caller does not see has none. */
export async function namesOf(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const name = labelOf(entity, 't', context.session.locale);
  const conditions = where([
    ...visibility(entity, context.session),
    ...reach(entity, context.session),
    sql`t.id = any(${ids}::bigint[])`,
  ]);
  const { rows } = await sql<{ id: string; name: string }>`select t.id, ${name} as name
    from ${sql.table(entity.table)} t ${conditions}`.execute(context.sql);
  return new Map(rows.map((row) => [row.id, row.name]));
}

function problemOf(id: string, name: string, { refusal, args }: Refused): Problem {
  const text = { zh: `{row}：${refusal.text.zh}`, en: `{row}: ${refusal.text.en}` };
  return {
    field: id,
    label: { zh: name, en: name },
    key: refusal.key,
    text,
    args: { ...args, row: name },
  };
}
