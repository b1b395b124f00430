import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { textOf } from '@millwright/contract/kernel/text';
import { entities } from '@millwright/contract/registry';
import { type RawBuilder, sql } from 'kysely';
import { identifier } from '../database/identifier.ts';
import type { Trx } from '../database/transaction.ts';
import { maskedText, maskedWords } from '../http/mask.ts';
import { columnType, snake, storedFields } from '../store/columns.ts';

/** A row of a log under its field names; `at` is ISO 8601, the site is that of the thing it tells of. */
export interface LogEntry {
  readonly siteId: string;
  readonly at: string;
  readonly [field: string]: unknown;
}

/**
 * Writes rows of a log in the transaction of the work that they tell of, in one statement, and gives their ids in
 * order. Texts are escaped and cut to the length of their field; objects in text fields become JSON; passwords,
 * tokens and the middle of phone numbers are masked, in texts that hold JSON too. Rows older than a month get their partition made first.
 */
export async function writeLog(
  trx: Trx,
  entity: AnyEntity,
  rows: readonly LogEntry[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  await ensureOld(trx, entity, rows);
  const [statement] = rowsWritten(
    entity.table,
    rows.map((row) => recordOf(entity, row)),
  );
  const inserted = await statement?.execute(trx);
  return (inserted?.rows ?? []).map(({ id }) => id);
}

/** A row by column names, ready to be stored. */
export type LogRecord = Readonly<Record<string, unknown>>;

/** Inserts records that are masked and cut already. */
export async function insertLogRows(
  trx: Trx,
  table: string,
  records: readonly LogRecord[],
): Promise<void> {
  for (const statement of rowsWritten(table, records)) await statement.execute(trx);
}

/** The statement that inserts records, or none; it gives their ids in order. All name the columns of the first. */
export function rowsWritten(
  table: string,
  records: readonly LogRecord[],
): RawBuilder<{ id: string }>[] {
  const [first] = records;
  if (!first) return [];
  const { columns, one, many } = insertOf(table, Object.keys(first));
  const values = columns.map(({ name, type }) =>
    records.map((record) => storable(record[name], type)),
  );
  return [
    records.length === 1
      ? sql<{ id: string }>(one, ...values.map(([value]) => value))
      : sql<{ id: string }>(many, ...values),
  ];
}

/** The texts of an insert between their parameters: to put them together anew would take longer than to write the row. */
interface Insert {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly one: TemplateStringsArray;
  /** One array for each column: PostgreSQL reads them with a third less work than rows of JSON. */
  readonly many: TemplateStringsArray;
}

const inserts = new Map<string, Insert>();

function insertOf(table: string, names: readonly string[]): Insert {
  const key = `${table} ${names.join(' ')}`;
  const known = inserts.get(key);
  if (known) return known;
  const types = typesOf(table);
  const columns = names.map((name) => ({ name, type: types.get(name) ?? 'text' }));
  const list = names.map(identifier).join(', ');
  const read = columns.map(({ name, type }) => `${identifier(name)}::${type}`).join(', ');
  const into = `insert into ${identifier(table)} (${list})`;
  const arrays = columns.map(({ type }) => (type.endsWith('[]') ? 'text[]' : `${type}[]`));
  const made = {
    columns,
    one: fragments(
      `${into} values (`,
      columns.map(({ type }) => type),
      ') returning id',
    ),
    many: fragments(`${into} select ${read} from unnest(`, arrays, `) r(${list}) returning id`),
  };
  inserts.set(key, made);
  return made;
}

/** The text around parameters of these types. */
function fragments(before: string, types: readonly string[], after: string): TemplateStringsArray {
  const between = types.map((type, index) => `::${type}${index < types.length - 1 ? ', ' : after}`);
  const texts = [before, ...between];
  return Object.assign(texts, { raw: texts });
}

type Types = ReadonlyMap<string, string>;

const known = new Map<string, Types>();

/** Types of the columns of a log. */
function typesOf(table: string): Types {
  const found = known.get(table);
  if (found) return found;
  const fields = storedFields(entities.find((entity) => entity.table === table)?.fields ?? {});
  const types = new Map<string, string>([
    ['site_id', 'bigint'],
    ...fields.map(([name, field]) => [snake(name), columnType(field) ?? 'text'] as const),
  ]);
  known.set(table, types);
  return types;
}

/** PostgreSQL keeps neither NUL nor halves of characters; what a client typed into a filter may hold both. */
function storable(value: unknown, type: string): unknown {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value) && type.endsWith('[]')) return listText(value);
  if (typeof value === 'object' || type === 'jsonb') return JSON.stringify(value, cleaned);
  return cleaned('', value);
}

function cleaned(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '␀') : value;
}

/** A list as PostgreSQL writes it: `{"a","b"}`. */
function listText(list: readonly unknown[]): string {
  const items = list.map((item) => `"${textOf(cleaned('', item)).replaceAll(/["\\]/g, '\\$&')}"`);
  return `{${items.join(',')}}`;
}

/** Every record names the same columns, so that one statement takes them all. */
function recordOf(entity: AnyEntity, row: LogEntry): LogRecord {
  const record: Record<string, unknown> = { site_id: row.siteId };
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.kind.name !== 'shown') record[snake(name)] = stored(field, row[name]);
  }
  return record;
}

function stored(field: AnyField, value: unknown): unknown {
  if (value === undefined || value === null) {
    if (field.kind.name === 'choices') return [];
    return field.default ?? null;
  }
  const { max } = field as { max?: number };
  if (field.kind.name !== 'text') return value;
  return typeof value === 'object' ? maskedText(value, max) : maskedWords(textOf(value), max);
}

/** Partitions of the past month stand already; a gateway that replays old recordings brings older rows. */
async function ensureOld(trx: Trx, entity: AnyEntity, rows: readonly LogEntry[]): Promise<void> {
  const before = Date.now() - 28 * 86_400_000;
  const old = new Set(
    rows.map(({ at }) => at.slice(0, 10)).filter((day) => Date.parse(day) < before),
  );
  for (const day of old)
    await sql`select ensure_log_partition(${entity.table}, ${`${day}T00:00:00Z`}::timestamptz)`.execute(
      trx,
    );
}
