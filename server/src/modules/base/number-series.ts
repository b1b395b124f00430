import { localDay } from '@millwright/contract/kernel/local-day';
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
export async function nextNumber(
  context: Context,
  siteId: string,
  series: Series,
  now = new Date(),
): Promise<string> {
  const [number = ''] = await nextNumbers(context, siteId, series, 1, now);
  return number;
}

/** The next `count` numbers of a series, taken at once; numbers that somebody has typed are stepped over. */
export async function nextNumbers(
  context: Context,
  siteId: string,
  series: Series,
  count: number,
  now = new Date(),
): Promise<string[]> {
  const { prefix, timeZone } = await placeNamed(context, siteId);
  const name = `${series.word}-${periodOf(now, timeZone, series.period)}`;
  const lead = prefix === '' ? name : `${prefix}-${name}`;
  const free: string[] = [];
  while (free.length < count) {
    const wanted = count - free.length;
    const last = await advance(context, siteId, name, wanted);
    const numbers = Array.from(
      { length: wanted },
      (_, index) => `${lead}-${String(last - wanted + 1 + index).padStart(series.digits, '0')}`,
    );
    const taken = await takenOf(context, siteId, series, numbers);
    free.push(...numbers.filter((number) => !taken.has(number.toLowerCase())));
  }
  return free;
}

/** `2511` of 6 November 2025 for `yyMM`, `251106` for `yyMMdd`. */
export function periodOf(at: Date, timeZone: string, period: Series['period']): string {
  const day = localDay(at, timeZone).slice(2).replaceAll('-', '');
  return period === 'yyMM' ? day.slice(0, 4) : day;
}

/** Number prefix and zone of a site. */
export async function placeNamed(
  context: Context,
  siteId: string,
): Promise<{ prefix: string; timeZone: string }> {
  const found = await sql<{ prefix: string | null; timeZone: string | null }>`
    select short_code as prefix, time_zone as "timeZone" from base_site where id = ${siteId}`.execute(
    context.sql,
  );
  const [place] = found.rows;
  return { prefix: place?.prefix ?? '', timeZone: place?.timeZone ?? context.session.timeZone };
}

/** Local day `YYYY-MM-DD` of a site now. */
export async function todayAt(context: Context, siteId: string): Promise<string> {
  const { timeZone } = await placeNamed(context, siteId);
  return localDay(new Date(), timeZone);
}

async function advance(
  context: Context,
  siteId: string,
  name: string,
  by: number,
): Promise<number> {
  const moved = await sql<{ last: number }>`
    insert into number_series (site_id, series, last_number) values (${siteId}, ${name}, ${by})
    on conflict (site_id, series) do update set last_number = number_series.last_number + excluded.last_number
    returning last_number as last`.execute(context.sql);
  return moved.rows[0]?.last ?? by;
}

async function takenOf(
  context: Context,
  siteId: string,
  { table, column }: Series,
  numbers: readonly string[],
): Promise<Set<string>> {
  const lower = numbers.map((number) => number.toLowerCase());
  const found = await sql<{
    number: string;
  }>`select lower(${sql.ref(column)}) as number from ${sql.table(table)}
    where site_id = ${siteId} and lower(${sql.ref(column)}) = any(${lower}::text[])`.execute(
    context.sql,
  );
  return new Set(found.rows.map(({ number }) => number));
}
