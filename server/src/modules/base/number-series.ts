import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** How a generated number is built: `{site}-{word}-{period}-{digits}`, such as `NB-MO-2511-0002`. */
export interface Series {
  /** `MO`, `PL`, `QC`. */
  readonly word: string;
  /** Part of the local date that starts a new series. */
  readonly period: 'yyMM' | 'yyMMdd';
  readonly digits: number;
  /** Entity table and column that the number must not occur in yet: somebody may have typed one. */
  readonly table: string;
  readonly column: string;
}

/**
 * The next number of a series in a site. The counter's row stays locked until the transaction ends: two people at
 * once get two numbers, and a refused draft gives its number back. `now` in the site's own zone makes the period.
 */
export async function nextNumber(context: Context, siteId: string, series: Series, now = new Date()): Promise<string> {
  const { prefix, timeZone } = await placeNamed(context, siteId);
  const name = `${series.word}-${periodOf(now, timeZone, series.period)}`;
  const lead = prefix === '' ? name : `${prefix}-${name}`;
  for (;;) {
    const taken = await sql<{ last: number }>`
      insert into number_series (site_id, series, last_number) values (${siteId}, ${name}, 1)
      on conflict (site_id, series) do update set last_number = number_series.last_number + 1
      returning last_number as last`.execute(context.sql);
    const number = `${lead}-${String(taken.rows[0]?.last ?? 1).padStart(series.digits, '0')}`;
    if (!(await exists(context, siteId, series, number))) return number;
  }
}

/** `2511` of 6 November 2025 for `yyMM`, `251106` for `yyMMdd`. */
export function periodOf(at: Date, timeZone: string, period: Series['period']): string {
  const day = localDay(at, timeZone).slice(2).replaceAll('-', '');
  return period === 'yyMM' ? day.slice(0, 4) : day;
}

/** Local day `YYYY-MM-DD` of an instant in a zone. */
export function localDay(at: Date, timeZone: string): string {
  return at.toLocaleDateString('sv-SE', { timeZone });
}

/** Number prefix and zone of a site. */
export async function placeNamed(context: Context, siteId: string): Promise<{ prefix: string; timeZone: string }> {
  const found = await sql<{ prefix: string | null; timeZone: string | null }>`
    select short_code as prefix, time_zone as "timeZone" from base_site where id = ${siteId}`.execute(context.sql);
  const [place] = found.rows;
  return { prefix: place?.prefix ?? '', timeZone: place?.timeZone ?? context.session.timeZone };
}

async function exists(context: Context, siteId: string, { table, column }: Series, number: string): Promise<boolean> {
  const found = await sql`select 1 from ${sql.table(table)}
    where site_id = ${siteId} and lower(${sql.ref(column)}) = lower(${number})`.execute(context.sql);
  return found.rows.length > 0;
}
