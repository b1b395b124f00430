import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { sql } from 'kysely';
import type { Context } from './context.ts';
import { acrossSites } from './database/transaction.ts';
import { seenChanges } from './store/seen.ts';

/** One entry of a row's history: who did what when, with the fields that changed. */
export interface HistoryEntry {
  id: string;
  at: string;
  operator: string;
  operation: string;
  reason: string | null;
  changes: { field: string; label: { zh: string; en: string }; before: unknown; after: unknown }[];
}

/** The changes of a row, newest first, at most 200: the same rows that the operate log shows. */
export async function historyOf(
  context: Context,
  entity: AnyEntity,
  id: string,
): Promise<{ list: HistoryEntry[] }> {
  const row = await context.store(entity).get(id);
  const entries = sql<HistoryEntry>`
    select id, at, operator, changes->>'operation' as operation, changes->>'reason' as reason, changes->'fields' as changes
    from log_operate
    where entity = ${entity.name} and entity_id = ${row.id} and changes is not null
    order by at desc, id desc limit 200`;
  const read = () => entries.execute(context.sql);
  // A row of all sites was changed at the company: whoever sees it sees what became of it.
  const found = await (row.siteId === null ? acrossSites(context.sql, read) : read());
  const list = found.rows.map((entry) => ({
    ...entry,
    changes: seenChanges(entity, context.session, entry.changes),
  }));
  return { list };
}
