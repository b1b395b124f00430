import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ActualTable } from '../database/actual-schema.ts';
import { identifier } from '../database/identifier.ts';
import { type ColumnSql, type TableSql, tablesOf, tableText } from './table-sql.ts';

/**
 * Statements that bring a database to what the declarations say, in an order that works; empty when it is there.
 * Columns that no declaration knows are named in a comment, never dropped by themselves.
 */
export function differenceSql(
  entities: readonly AnyEntity[],
  actual: ReadonlyMap<string, ActualTable>,
): string[] {
  const tables = entities.flatMap(tablesOf);
  const made = tables
    .filter(({ name }) => !actual.has(name))
    .map((table) => `${tableText(table)}\n`);
  const changed = tables.flatMap((table) => {
    const known = actual.get(table.name);
    return known ? changesOf(table, known) : [];
  });
  const keys = tables.flatMap((table) =>
    [...table.foreignKeys]
      .filter(([name]) => !actual.get(table.name)?.foreignKeys.has(name))
      .map(([, statement]) => statement),
  );
  return [...made, ...changed, ...keys];
}

function changesOf(table: TableSql, actual: ActualTable): string[] {
  const columns = table.columns.flatMap((column) => columnChanges(table.name, column, actual));
  const indexes = [...table.indexes]
    .filter(([name]) => !actual.indexes.has(name))
    .map(([, statement]) => statement);
  const wanted = new Set(table.columns.map(({ name }) => name));
  const left = [...actual.columns.keys()].filter((name) => !wanted.has(name));
  const notes = left.map(
    (name) =>
      `-- no declaration knows ${table.name}.${name}: alter table ${table.name} drop column ${name};`,
  );
  return [...columns, ...indexes, ...notes];
}

function columnChanges(table: string, column: ColumnSql, actual: ActualTable): string[] {
  const known = actual.columns.get(column.name);
  if (!known)
    return [
      `alter table ${identifier(table)} add column ${identifier(column.name)} ${column.type}${column.rest === '' ? '' : ` ${column.rest}`};`,
    ];
  const changes: string[] = [];
  const type = spelled(column.type);
  if (known.type !== type)
    changes.push(
      `alter table ${identifier(table)} alter column ${identifier(column.name)} type ${type};`,
    );
  const notNull = /not null|primary key|identity/.test(column.rest);
  const inKey = known.notNull && (column.name === 'id' || column.name === 'at');
  if (known.notNull !== notNull && !inKey) {
    changes.push(
      `alter table ${identifier(table)} alter column ${identifier(column.name)} ${notNull ? 'set' : 'drop'} not null;`,
    );
  }
  return changes;
}

/** A type as PostgreSQL spells it back. */
function spelled(type: string): string {
  return type.replace(
    /^timestamptz(\(\d\))?/,
    (_all, digits: string | undefined) => `timestamp${digits ?? ''} with time zone`,
  );
}
