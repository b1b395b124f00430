import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { Text } from '@millwright/contract/kernel/text';
import { entities } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import { childFields, childTable, labelOf, snake, storedFields, targetOf } from './columns.ts';

/** A column somewhere that points at an entity. */
interface Pointer {
  readonly from: AnyEntity;
  readonly table: string;
  readonly column: string;
  readonly many: boolean;
}

interface Use {
  name: string;
  pointer: number;
  count: string;
}

/** Throws `row.inUse` naming the first row and what refers to it, with counts, when one of the ids is pointed at. */
export async function refuseIfInUse(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
): Promise<void> {
  const pointers = pointersTo(entity);
  if (pointers.length === 0) return;
  const parts = pointers.map((pointer, index) => usesQuery(entity, pointer, index, ids));
  const uses = await sql<Use>`${sql.join(parts, sql` union all `)}`.execute(context.sql);
  const [first] = uses.rows;
  if (!first) return;
  const list = uses.rows
    .filter(({ name }) => name === first.name)
    .map(({ pointer, count }) => ({ label: pointers[pointer]?.from.label ?? entity.label, count }));
  throw refuse(refusals['row.inUse'], { name: first.name, list: joined(list) });
}

function joined(uses: readonly { label: Text; count: string }[]): Text {
  return {
    zh: uses.map(({ label, count }) => `${label.zh}(${count})`).join('、'),
    en: uses.map(({ label, count }) => `${label.en} (${count})`).join(', '),
  };
}

/** Every column of the registry that refers to the entity; child rows of its own are no use by others. */
function pointersTo(entity: AnyEntity): Pointer[] {
  return entities.flatMap((from) => [
    ...storedFields(from.fields).flatMap(([name, field]) =>
      pointerOf(entity, from, from.table, name, field),
    ),
    ...childFields(from).flatMap(([child, rows]) =>
      storedFields(rows.columns).flatMap(([name, field]) =>
        pointerOf(entity, from, childTable(from, child), name, field),
      ),
    ),
  ]);
}

function pointerOf(
  entity: AnyEntity,
  from: AnyEntity,
  table: string,
  name: string,
  field: AnyField,
): Pointer[] {
  const cascades = (field as { cascade?: boolean }).cascade === true;
  if (targetOf(field) !== entity || cascades || from.scope === 'log') return [];
  return [{ from, table, column: snake(name), many: field.kind.name === 'refs' }];
}

function usesQuery(
  entity: AnyEntity,
  pointer: Pointer,
  index: number,
  ids: readonly string[],
): RawBuilder<unknown> {
  const column = sql.ref(`p.${pointer.column}`);
  const points = pointer.many ? sql`t.id = any(${column})` : sql`${column} = t.id`;
  const alive =
    pointer.from.removal === 'soft' && pointer.table === pointer.from.table
      ? sql`and p.deleted_at is null`
      : sql``;
  return sql`select ${labelOf(entity, 't')} as name, ${sql.lit(index)}::int as pointer, count(*) as count
    from ${sql.table(entity.table)} t join ${sql.table(pointer.table)} p on ${points} ${alive}
    where t.id = any(${ids}::bigint[]) group by t.id, 1`;
}
