import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';

/** Names of the shifts that rows name, by their ids. */
export async function shiftNames(
  trx: Trx,
  rows: readonly { readonly shiftId: string | null }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ shiftId }) => shiftId ?? []))];
  const found = await sql<{ id: string; name: string }>`
    select id, name from base_line_shifts where id = any(${ids}::bigint[])`.execute(trx);
  return new Map(found.rows.map(({ id, name }) => [id, name]));
}
