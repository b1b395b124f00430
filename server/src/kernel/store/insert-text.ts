import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type RawBuilder, sql } from 'kysely';
import { identifier } from '../database/identifier.ts';
import { isVersioned, snake, storedFields } from './columns.ts';

/**
 * The text of an insert up to its rows, which follow as one JSON list; `dated` are the system columns that they bring
 * themselves. It is the same for all rows of an entity, and to put it together anew would take as long as judging one.
 */
export function insertText(entity: AnyEntity, dated: readonly string[]): RawBuilder<unknown> {
  const key = `${entity.table} ${dated.join(' ')}`;
  const known = texts.get(key);
  if (known) return known;
  const columns = [...insertedColumns(entity), ...dated].map(identifier).join(', ');
  const table = identifier(entity.table);
  const made = sql.raw(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, `,
  );
  texts.set(key, made);
  return made;
}

const texts = new Map<string, RawBuilder<unknown>>();

function insertedColumns(entity: AnyEntity): string[] {
  const own = storedFields(entity.fields).map(([name]) => snake(name));
  return [
    ...new Set(
      isVersioned(entity)
        ? ['site_id', 'create_by', 'update_by', 'remark', ...own]
        : ['site_id', ...own],
    ),
  ];
}
