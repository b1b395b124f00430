import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { enumerated, type Locale } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { labelOf } from '../store/columns.ts';
import type { Place } from './export-rows.ts';

/** Names that are remembered of one entity; those of a longer export are asked for again. */
const REMEMBERED = 50_000;

type Names = Map<string, string>;

/**
 * Puts names in the place of the ids that rows of an export hold, in the rows themselves. A row-by-row subquery costs
 * more than all the rest of an export, since most rows point at the same few lines and products: each id is asked for
 * once. Ids that the session may not see have no name.
 */
export function referenceNames(
  context: Context,
  places: readonly Place[],
): (rows: readonly Record<string, unknown>[]) => Promise<void> {
  const references = places.flatMap(({ key, column: { target } }) =>
    target ? [{ key, target }] : [],
  );
  const known = new Map(references.map(({ target }) => [target, new Map() as Names]));
  return async (rows) => {
    for (const [target, names] of known) {
      const keys = references.filter((one) => one.target === target).map(({ key }) => key);
      await learn(context, target, names, idsIn(rows, keys));
      for (const row of rows)
        for (const key of keys) row[key] = named(row[key], names, context.session.locale);
    }
  };
}

function idsIn(rows: readonly Record<string, unknown>[], keys: readonly string[]): Set<string> {
  const ids = new Set<string>();
  for (const row of rows)
    for (const key of keys) {
      const value = row[key];
      if (Array.isArray(value)) for (const id of value as string[]) ids.add(id);
      else if (typeof value === 'string') ids.add(value);
    }
  return ids;
}

async function learn(
  context: Context,
  target: AnyEntity,
  names: Names,
  ids: ReadonlySet<string>,
): Promise<void> {
  if (names.size > REMEMBERED) names.clear();
  const unknown = [...ids].filter((id) => !names.has(id));
  if (unknown.length === 0) return;
  const { rows } = await sql<{ id: string; name: string }>`
    select r.id, ${labelOf(target, 'r', context.session.locale)} as name from ${sql.table(target.table)} r
    where r.id = any(${unknown}::bigint[])`.execute(context.sql);
  for (const { id, name } of rows) names.set(id, name);
}

function named(value: unknown, names: Names, locale: Locale): unknown {
  if (Array.isArray(value)) {
    const known = (value as string[]).flatMap((id) => names.get(id) ?? []);
    return enumerated(known, locale) || null;
  }
  return typeof value === 'string' ? (names.get(value) ?? null) : value;
}
