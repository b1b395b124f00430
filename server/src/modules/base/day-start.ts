import { site } from '@millwright/contract/base/site';
import { problem } from '@millwright/contract/kernel/check';
import { localDay } from '@millwright/contract/kernel/local-day';
import { systemRefusals } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuseDraft } from '../../kernel/refuse.ts';

type SiteRow = Answer<typeof site>;

/**
 * What the server sets beside a changed start of the production day: the one before keeps the days up to today, so
 * that no day which has begun moves. Changed again on the same day, what holds today is known already.
 */
export function keptDayStarts(
  { dayStart, pastDayStarts, timeZone }: SiteRow,
  change: Readonly<Record<string, unknown>>,
): Partial<Pick<SiteRow, 'pastDayStarts'>> {
  if (change.dayStart === undefined || (change.dayStart || null) === dayStart) return {};
  const today = localDay(new Date(), timeZone);
  if (pastDayStarts.some(({ validTo }) => validTo >= today)) return {};
  return { pastDayStarts: [...pastDayStarts, { dayStart, validTo: today }] };
}

/**
 * Throws `site.zoneFixed` on another zone for a site whose production days hold something already: clocks show all times
 * of a site in its one zone, and days that were counted in another would no longer fit them.
 */
export async function refuseMovedDays(
  context: Context,
  { id, timeZone }: SiteRow,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (typeof change.timeZone !== 'string' || change.timeZone.trim() === timeZone) return;
  const held = COUNTED_BY_DAY.map(
    (table) => sql`exists (select from ${sql.table(table)} where site_id = ${id})`,
  );
  const { rows } = await sql<{
    held: boolean;
  }>`select ${sql.join(held, sql` or `)} as held`.execute(context.sql);
  if (rows[0]?.held)
    throw refuseDraft([
      problem('timeZone', site.fields.timeZone.label, systemRefusals['site.zoneFixed']),
    ]);
}

/** Tables whose rows carry a day of their site. */
const COUNTED_BY_DAY = [
  'device_state',
  'device_hour',
  'prod_hour',
  'equipment_downtime',
  'log_equipment_day',
];
