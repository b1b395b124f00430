import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type AnyField, holdsFiles } from '@millwright/contract/kernel/field';
import { allows } from '@millwright/contract/kernel/permission';
import { entities, offers, tagFor } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { childFields, childTable, snake, storedFields } from '../store/columns.ts';
import { visibility, where } from '../store/filter.ts';
import { FILE_BASE } from './sign.ts';

/**
 * Whether a session may read a file without a signature: whoever sent it, and whoever may see a row that it belongs
 * to. Rows of other sites and pages that the person may not open do not count.
 */
export async function mayRead(context: Context, name: string): Promise<boolean> {
  const own =
    await sql`select 1 from file where name = ${name} and create_by = ${context.session.userId}`.execute(
      context.sql,
    );
  if (own.rows.length > 0) return true;
  const open = entities.filter((entity) => seen(context, entity));
  const parts = open.flatMap((entity) => mentionsIn(context, entity, [name]));
  if (parts.length === 0) return false;
  const found = await sql`${sql.join(parts, sql` union all `)} limit 1`.execute(context.sql);
  return found.rows.length > 0;
}

/** Of these names those that some row of some entity mentions; run it in the scope of all sites. */
export async function mentionedNames(
  context: Pick<Context, 'sql'>,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const job = sql`t.file = (${FILE_BASE}::text || n.name) or t.input = (${FILE_BASE}::text || n.name)`;
  const parts = [
    ...entities.flatMap((entity) => mentionsIn(null, entity, names)),
    namesIn('system_job', names, sql`where ${job}`),
  ];
  const found = await sql<{
    name: string;
  }>`select distinct m.name from (${sql.join(parts, sql` union all `)}) m`.execute(context.sql);
  return new Set(found.rows.map(({ name }) => name));
}

function seen({ session }: Context, entity: AnyEntity): boolean {
  const operation = offers(entity, 'query') ? 'query' : 'list';
  return offers(entity, operation) && allows(session.permissions, tagFor(entity, operation));
}

/** One query for each column of an entity that may hold addresses; it gives the names found. */
function mentionsIn(
  context: Context | null,
  entity: AnyEntity,
  names: readonly string[],
): RawBuilder<unknown>[] {
  // Logs tell of files, they do not keep them.
  if (entity.scope === 'log') return [];
  const own = storedFields(entity.fields).flatMap(([name, field]) => {
    const test = mentions(field, `t.${snake(name)}`);
    const visible = context ? visibility(entity, context.session) : [];
    return test ? [namesIn(entity.table, names, where([...visible, test]))] : [];
  });
  const children = childFields(entity).flatMap(([child, rows]) =>
    storedFields(rows.columns).flatMap(([name, field]) => {
      const test = mentions(field, `t.${snake(name)}`);
      return test
        ? [namesIn(childTable(entity, child), names, where([...inSite(context), test]))]
        : [];
    }),
  );
  return [...own, ...children];
}

function inSite(context: Context | null): RawBuilder<boolean>[] {
  if (context === null || context.session.identity === 1) return [];
  return [sql<boolean>`(t.site_id is null or t.site_id = ${context.session.siteId}::bigint)`];
}

function namesIn(
  table: string,
  names: readonly string[],
  conditions: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select n.name from ${sql.table(table)} t cross join unnest(${names}::text[]) n(name) ${conditions}`;
}

/** Whether a column holds the address of the file; null where columns of its field hold no addresses. */
function mentions(field: AnyField, column: string): RawBuilder<boolean> | null {
  if (!holdsFiles(field)) return null;
  const value = sql.ref(column);
  const address = sql`(${FILE_BASE}::text || n.name)`;
  if (field.kind.name === 'files') return sql<boolean>`${address} = any(${value})`;
  if (field.kind.name === 'richText') return sql<boolean>`position(${address} in ${value}) > 0`;
  return sql<boolean>`${value} = ${address}`;
}
