import type pg from 'pg';

/** What a database has: columns with their types, names of indexes and foreign keys, by table. */
export interface ActualTable {
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly notNull: boolean }>;
  readonly indexes: ReadonlySet<string>;
  readonly foreignKeys: ReadonlySet<string>;
}

/** Reads the tables of the schema `public`. */
export async function actualSchema(
  client: pg.ClientBase | pg.Pool,
): Promise<Map<string, ActualTable>> {
  const columns = await client.query<{
    table: string;
    name: string;
    type: string;
    not_null: boolean;
  }>(COLUMNS);
  const indexes = await client.query<{ table: string; name: string }>(INDEXES);
  const keys = await client.query<{ table: string; name: string }>(FOREIGN_KEYS);
  const tables = new Map<string, ActualTable>();
  for (const { table } of columns.rows) {
    const own = <T extends { table: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.table === table);
    tables.set(table, {
      columns: new Map(
        own(columns.rows).map((row) => [row.name, { type: row.type, notNull: row.not_null }]),
      ),
      indexes: new Set(own(indexes.rows).map(({ name }) => name)),
      foreignKeys: new Set(own(keys.rows).map(({ name }) => name)),
    });
  }
  return tables;
}

const COLUMNS = `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;
const INDEXES = `select tablename as table, indexname as name from pg_indexes where schemaname = 'public'`;
const FOREIGN_KEYS = `select (select relname from pg_class where oid = conrelid) as table, conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
