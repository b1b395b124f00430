import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';

export type Kind = 'dictionary' | 'dictionaryItem' | 'menu' | 'role' | 'grant';

/** Of these keys those that were never installed before; they count as installed from now on. */
export async function neverInstalled(
  trx: Trx,
  kind: Kind,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    insert into installed_item (kind, key) select ${kind}, unnest(${keys}::text[])
    on conflict do nothing returning key`.execute(trx);
  return new Set(rows.map(({ key }) => key));
}

/** Inserts rows given by column name, in one statement; one that a company has made itself before stays as it is. */
export async function insertRows(
  trx: Trx,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = sql.join(Object.keys(first).map((name) => sql.id(name)));
  const target: RawBuilder<unknown> = sql.table(table);
  await sql`insert into ${target} (${names}) select ${names}
    from jsonb_populate_recordset(null::${target}, ${JSON.stringify(rows)}::jsonb) on conflict do nothing`.execute(
    trx,
  );
}
