import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { Locale, Text } from '@millwright/contract/kernel/text';
import { entities } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { judgeEach } from '../judge-each.ts';
import { type Refused, refuse } from '../refuse.ts';
import { childFields, childTable, labelOf, snake, storedFields, targetOf } from './columns.ts';

/** A column somewhere that points at an entity. */
interface Pointer {
  readonly from: AnyEntity;
  readonly table: string;
  readonly column: string;
  readonly many: boolean;
}

interface Use {
  id: string;
  name: string;
  pointer: number;
  count: string;
}

/** Throws `row.inUse` naming the rows that are pointed at and what refers to them, with counts. */
export async function refuseIfInUse(
  context: Context,
  entity: AnyEntity,
  ids: readonly string[],
): Promise<void> {
  const pointers = pointersTo(entity);
  if (pointers.length === 0) return;
  const { locale } = context.session;
  const parts = pointers.map((pointer, index) => usesQuery(entity, pointer, index, ids, locale));
  const { rows } = await sql<Use>`${sql.join(parts, sql` union all `)}`.execute(context.sql);
  const usesOf = Map.groupBy(rows, ({ id }) => id);
  await judgeEach(context, entity, ids, (id) => {
    const uses = usesOf.get(id);
    if (uses?.[0]) throw inUse(uses[0].name, countsOf(uses, pointers));
  });
}

/** Rows that point by two columns are told once. */
function countsOf(uses: readonly Use[], pointers: readonly Pointer[]) {
  const counts = new Map<AnyEntity, number>();
  for (const { pointer, count } of uses) {
    const from = pointers[pointer]?.from;
    if (from) counts.set(from, Math.max(counts.get(from) ?? 0, Number(count)));
  }
  return Array.from(counts, ([{ label }, count]) => ({ label, count: String(count) }));
}

/** The refusal to delete a row that others refer to, each kind of them with its count. */
export function inUse(name: string, uses: readonly { label: Text; count: string }[]): Refused {
  return refuse(refusals['row.inUse'], { name, list: joined(uses) });
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
    ...placeOf(entity, from),
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

/** Rows stand on a site without naming it; those that go with another row are told with that one. */
function placeOf(entity: AnyEntity, from: AnyEntity): Pointer[] {
  const goesAlong = Object.values(from.fields).some(cascades);
  if (entity.name !== 'base/site' || from === entity || from.scope === 'log' || goesAlong)
    return [];
  return [{ from, table: from.table, column: 'site_id', many: false }];
}

function cascades(field: AnyField): boolean {
  return (field as { cascade?: boolean }).cascade === true;
}

function pointerOf(
  entity: AnyEntity,
  from: AnyEntity,
  table: string,
  name: string,
  field: AnyField,
): Pointer[] {
  if (targetOf(field) !== entity || cascades(field) || from.scope === 'log') return [];
  return [{ from, table, column: snake(name), many: field.kind.name === 'refs' }];
}

function usesQuery(
  entity: AnyEntity,
  pointer: Pointer,
  index: number,
  ids: readonly string[],
  locale: Locale,
): RawBuilder<unknown> {
  const column = sql.ref(`p.${pointer.column}`);
  const points = pointer.many ? sql`t.id = any(${column})` : sql`${column} = t.id`;
  // A deleted row still needs what its own columns name; only its lists are let go.
  const alive =
    pointer.many && pointer.from.removal === 'soft' && pointer.table === pointer.from.table
      ? sql`and p.deleted_at is null`
      : sql``;
  return sql`select t.id, ${labelOf(entity, 't', locale)} as name, ${sql.lit(index)}::int as pointer, count(*) as count
    from ${sql.table(entity.table)} t join ${sql.table(pointer.table)} p on ${points} ${alive}
    where t.id = any(${ids}::bigint[]) group by t.id, 2`;
}
