import { checkItem } from '@millwright/contract/base/check-item';
import { checkLimit } from '@millwright/contract/base/check-limit';
import type { DemoCalendar } from './calendar.ts';
import { type CheckDraft, siteItems, wheelItems } from './check-item-data.ts';
import { type SiteCode, sites } from './company-data.ts';
import type { Ids } from './load-base.ts';
import type { DemoCompany } from './load-company.ts';
import { wheels } from './product-data.ts';
import type { DemoWriter } from './writer.ts';

interface PlacedItem {
  readonly site: SiteCode;
  /** Material code; empty for items of all products. */
  readonly product: string;
  readonly item: CheckDraft;
}

/**
 * The 160 check items with the first version of their limits. Gives their ids by site, product and procedure:
 * `NB01 W1890A OP60`, the product empty (`NB01  OP07`) for items of all products.
 */
export async function loadCheckItems(
  writer: DemoWriter,
  calendar: DemoCalendar,
  { siteIds }: DemoCompany,
  procedureIds: Ids,
  productIds: Ids,
): Promise<ReadonlyMap<string, string[]>> {
  const rows: readonly PlacedItem[] = [
    ...wheels.flatMap((wheel) =>
      wheelItems(wheel).map((item) => ({ site: wheel.site, product: wheel.code, item })),
    ),
    ...sites.flatMap(({ code }) =>
      siteItems(code).map((item) => ({ site: code, product: '', item })),
    ),
  ];
  const drafts = rows.map((row) => ({
    siteId: siteIds[row.site],
    draft: draftOf(row, procedureIds, productIds),
  }));
  const ids = await writer.write(checkItem, drafts);
  const effectiveTime = calendar.at('2025-06-02', '09:00');
  const limits = rows.map(({ site, item }, index) => ({
    siteId: siteIds[site],
    draft: limitsOf(item, ids[index] ?? '0', effectiveTime),
  }));
  await writer.write(checkLimit, limits);
  return byPlace(rows, ids);
}

function draftOf({ site, product, item }: PlacedItem, procedureIds: Ids, productIds: Ids) {
  const { procedure, ...rest } = item;
  return {
    ...rest,
    procedureId: procedureIds.get(`${site} ${procedure}`) ?? '0',
    productId: product === '' ? null : (productIds.get(`${site} ${product}`) ?? '0'),
  };
}

function limitsOf(item: CheckDraft, checkItemId: string, effectiveTime: string) {
  return {
    checkItemId,
    effectiveTime,
    standard: item.standard ?? null,
    upperLimit: item.upperLimit ?? null,
    lowerLimit: item.lowerLimit ?? null,
    reason: '首次发布',
  };
}

function byPlace(rows: readonly PlacedItem[], ids: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  rows.forEach(({ site, product, item }, index) => {
    const key = `${site} ${product} ${item.procedure}`;
    found.set(key, [...(found.get(key) ?? []), ids[index] ?? '']);
  });
  return found;
}
