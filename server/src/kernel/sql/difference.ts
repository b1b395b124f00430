import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type pg from 'pg';
import { identifier } from '../database/identifier.ts';
import { type ColumnSql, type TableSql, tablesOf, tableText } from './table-sql.ts';

/** What a database has: columns with their types, names of indexes and foreign keys, by table. */
export interface ActualTable {
  readonly columns: ReadonlyMap<string, { readonly type: string; readonly notNull: boolean }>;
  readonly indexes: ReadonlySet<string>;
  readonly foreignKeys: ReadonlySet<string>;
}

/** Reads the tables of the schema `public`. */
export async function actualSchema(client: pg.ClientBase | pg.Pool): Promise<Map<string, ActualTable>> {
  const columns = await client.query<{ table: string; name: string; type: string; not_null: boolean }>(COLUMNS);
  const indexes = await client.query<{ table: string; name: string }>(INDEXES);
  const keys = await client.query<{ table: string; name: string }>(FOREIGN_KEYS);
  const tables = new Map<string, ActualTable>();
  for (const { table } of columns.rows) {
    const own = <T extends { table: string }>(rows: readonly T[]) => rows.filter((row) => row.table === table);
    tables.set(table, {
      columns: new Map(own(columns.rows).map((row) => [row.name, { type: row.type, notNull: row.not_null }])),
      indexes: new Set(own(indexes.rows).map(({ name }) => name)),
      foreignKeys: new Set(own(keys.rows).map(({ name }) => name)),
    });
  }
  return tables;
}

/**
 * Statements that bring a database to what the declarations say, in an order that works; empty when it is there.
 * Columns that no declaration knows are named in a comment, never dropped by themselves.
 */
export function differenceSql(entities: readonly AnyEntity[], actual: ReadonlyMap<string, ActualTable>): string[] {
  const tables = entities.flatMap(tablesOf);
  const made = tables.filter(({ name }) => !actual.has(name)).map((table) => `${tableText(table)}\n`);
  const changed = tables.flatMap((table) => {
    const known = actual.get(table.name);
    return known ? changesOf(table, known) : [];
  });
  const keys = tables.flatMap((table) =>
    [...table.foreignKeys].filter(([name]) => !actual.get(table.name)?.foreignKeys.has(name)).map(([, statement]) => statement),
  );
  return [...made, ...changed, ...keys];
}

function changesOf(table: TableSql, actual: ActualTable): string[] {
  const columns = table.columns.flatMap((column) => columnChanges(table.name, column, actual));
  const indexes = [...table.indexes].filter(([name]) => !actual.indexes.has(name)).map(([, statement]) => statement);
  const wanted = new Set(table.columns.map(({ name }) => name));
  const left = [...actual.columns.keys()].filter((name) => !wanted.has(name));
  const notes = left.map((name) => `-- no declaration knows ${table.name}.${name}: alter table ${table.name} drop column ${name};`);
  return [...columns, ...indexes, ...notes];
}

function columnChanges(table: string, column: ColumnSql, actual: ActualTable): string[] {
  const known = actual.columns.get(column.name);
  if (!known) return [`alter table ${identifier(table)} add column ${identifier(column.name)} ${column.type}${column.rest === '' ? '' : ` ${column.rest}`};`];
  const changes: string[] = [];
  const type = spelled(column.type);
  if (known.type !== type) changes.push(`alter table ${identifier(table)} alter column ${identifier(column.name)} type ${type};`);
  const notNull = /not null|primary key|identity/.test(column.rest);
  const inKey = known.notNull && (column.name === 'id' || column.name === 'at');
  if (known.notNull !== notNull && !inKey) {
    changes.push(`alter table ${identifier(table)} alter column ${identifier(column.name)} ${notNull ? 'set' : 'drop'} not null;`);
  }
  return changes;
}

/** A type as PostgreSQL spells it back. */
function spelled(type: string): string {
  return type.replace(/^timestamptz(\(\d\))?/, (_all, digits: string | undefined) => `timestamp${digits ?? ''} with time zone`);
}

const COLUMNS = `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as not_null
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;
const INDEXES = `select tablename as table, indexname as name from pg_indexes where schemaname = 'public'`;
const FOREIGN_KEYS = `select (select relname from pg_class where oid = conrelid) as table, conname as name from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`;
