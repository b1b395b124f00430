import { type RawBuilder, sql } from 'kysely';
import type { SentRow } from './child-rows.ts';

/** The days between which a row holds; both included, empty = open. */
export interface Dated {
  readonly validFrom?: string | null;
  readonly validTo?: string | null;
}

/** A child row with the days between which it holds. */
export type DatedRow = SentRow & Dated;

/**
 * Child rows as they are to be stored when a person sends `sent` over `before`, so that past figures do not move:
 * a row that held before `today` is never rewritten or dropped. Changed, it ends the day before and its
 * successor begins; left out, it ends; ended already, it stays as it was. `born` is the day on which the parent was
 * made: rows without a first day hold from then on.
 */
export function keepHistory(
  before: readonly DatedRow[],
  sent: readonly DatedRow[],
  today: string,
  born: string,
): DatedRow[] {
  const stored = new Map(before.map((row) => [row.id ?? '', row]));
  const named = new Set(sent.map(({ id }) => id ?? ''));
  const kept = sent.flatMap((row) => {
    const old = stored.get(row.id ?? '');
    return old && heldBefore(old, today, born) ? succession(old, row, today) : [row];
  });
  const dropped = before.filter((row) => !named.has(row.id ?? '') && heldBefore(row, today, born));
  return [
    ...dropped.map((row) => (hasEnded(row, today) ? plain(row) : endedOn(row, dayBefore(today)))),
    ...kept,
  ];
}

/** Whether a row holds on a day. */
export function holdsOn(row: Dated, day: string): boolean {
  return (!row.validFrom || row.validFrom <= day) && (!row.validTo || row.validTo >= day);
}

/** The same of the rows `alias` of a statement. */
export function heldOn(alias: string, day: RawBuilder<unknown>): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql`daterange(${column('valid_from')}, ${column('valid_to')}, '[]') @> ${day}`;
}

/** Whether rows `alias` of a statement hold on the day that it is now at a site. */
export function heldToday(alias: string, siteId: RawBuilder<unknown>): RawBuilder<boolean> {
  return heldOn(
    alias,
    sql`(select (now() at time zone time_zone)::date from base_site where id = ${siteId})`,
  );
}

/** The day before a day `YYYY-MM-DD`. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}

function succession(old: DatedRow, row: DatedRow, today: string): DatedRow[] {
  if (hasEnded(old, today)) return [plain(old)];
  const ended =
    row.validTo && row.validTo < dayBefore(today) ? dayBefore(today) : (row.validTo ?? null);
  if (!differs(old, row)) return [{ ...plain(old), validTo: ended }];
  const from = row.validFrom && row.validFrom > today ? row.validFrom : today;
  const { id: _id, ...fresh } = row;
  return [endedOn(old, dayBefore(from)), { ...fresh, validFrom: from }];
}

function heldBefore(row: DatedRow, today: string, born: string): boolean {
  return (row.validFrom ?? born) < today;
}

function hasEnded(row: DatedRow, today: string): boolean {
  return Boolean(row.validTo && row.validTo < today);
}

function differs(old: DatedRow, row: DatedRow): boolean {
  return Object.keys(plain(old)).some(
    (name) =>
      !DATES.has(name) && JSON.stringify(empty(old[name])) !== JSON.stringify(empty(row[name])),
  );
}

/** An empty list, an empty text and nothing are the same. */
function empty(value: unknown): unknown {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    ? null
    : value;
}

function endedOn(row: DatedRow, validTo: string): DatedRow {
  return { ...plain(row), validTo };
}

function plain(row: DatedRow): DatedRow {
  const { shown: _shown, ...rest } = row;
  return rest;
}

const DATES = new Set(['id', 'validFrom', 'validTo']);
