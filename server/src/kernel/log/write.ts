import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField } from '@millwright/contract/kernel/field';
import { textOf } from '@millwright/contract/kernel/text';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { maskedText, maskedWords } from '../http/mask.ts';
import { snake } from '../store/columns.ts';

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
  const names = sql.join(Object.keys(first).map((name) => sql.id(name)));
  const target = sql.table(table);
  return [
    sql<{ id: string }>`insert into ${target} (${names}) select ${names}
      from jsonb_populate_recordset(null::${target}, ${JSON.stringify(records, storable)}::jsonb) returning id`,
  ];
}

/** PostgreSQL keeps neither NUL nor halves of characters; what a client typed into a filter may hold both. */
function storable(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '␀') : value;
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
