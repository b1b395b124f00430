import type { site } from '@millwright/contract/base/site';
import type { Answer } from '../../kernel/context.ts';
import { localDay } from '@millwright/contract/kernel/local-day';

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
