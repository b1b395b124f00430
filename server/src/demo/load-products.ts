import { product } from '@millwright/contract/base/product';
import { route } from '@millwright/contract/base/route';
import type { DemoCalendar } from './calendar.ts';
import { procedures } from './line-data.ts';
import type { DemoCompany } from './load-company.ts';
import type { Ids } from './load-base.ts';
import {
  blocks,
  KERF_MM,
  ROD_MM,
  rods,
  routes,
  type RouteName,
  soldForgings,
  weightOf,
  wheelDraft,
  wheels,
} from './product-data.ts';
import type { SiteCode } from './company-data.ts';
import type { DemoWriter } from './writer.ts';

type ItemsOf = (productIds: Ids) => Promise<ReadonlyMap<string, string[]>>;

/** Rods, blocks of rods, forgings of blocks, wheels of forgings; then the first version of every route. */
export async function loadProducts(
  writer: DemoWriter,
  calendar: DemoCalendar,
  company: DemoCompany,
  procedureIds: Ids,
  items: ItemsOf,
): Promise<{ productIds: Ids; routeIds: Ids }> {
  const productIds = new Map<string, string>();
  for (const level of [
    rodRows(),
    blockRows(productIds),
    forgingRows(productIds),
    wheelRows(productIds),
  ]) {
    const rows = level();
    const ids = await writer.write(
      product,
      rows.map(({ site, draft }) => ({ siteId: company.siteIds[site], draft })),
    );
    rows.forEach(({ site, draft }, index) =>
      productIds.set(`${site} ${draft.materialCode}`, ids[index] ?? ''),
    );
  }
  const stepsOf = stepsWith(procedureIds, await items(productIds));
  const routeIds = await loadRoutes(writer, calendar, company, productIds, stepsOf);
  return { productIds, routeIds };
}

interface ProductRow {
  readonly site: SiteCode;
  readonly draft: ReturnType<typeof wheelDraft>;
}

type Rows = () => ProductRow[];

function rodRows(): Rows {
  return () =>
    rods.map(({ site, code, diameter }) => ({
      site,
      draft: {
        category: 'rod',
        materialCode: code,
        productName: `铝棒Ø${diameter}`,
        productNameEn: `Rod Ø${diameter}`,
        standardBeat: '60',
        alloyGrade: '6061',
        temper: 'F',
        blankWeight: weightOf(diameter, ROD_MM),
        minStock: 12,
        maxStock: 120,
      },
    }));
}

function blockRows(ids: Ids): Rows {
  return () =>
    blocks.map(({ site, code, diameter, lengthMm, rod }) => ({
      site,
      draft: {
        category: 'block',
        materialCode: code,
        productName: `铝块Ø${diameter}×${lengthMm}`,
        productNameEn: `Block Ø${diameter}×${lengthMm}`,
        standardBeat: '115',
        alloyGrade: '6061',
        temper: 'F',
        finishedWeight: weightOf(diameter, lengthMm),
        minStock: 60,
        maxStock: 900,
        components: [
          component(ids, site, rod, ((lengthMm + KERF_MM) / ROD_MM).toFixed(4), '96.70'),
        ],
      },
    }));
}

/** One forging for each wheel, and those that are sold as such; the ones of Changshu come from Ningbo. */
function forgingRows(ids: Ids): Rows {
  const common = {
    category: 'forging',
    alloyGrade: '6061',
    temper: 'T6',
    packType: 'rack',
    standardQty: 24,
  } as const;
  return () => [
    ...wheels.map((wheel) => ({
      site: wheel.site,
      draft: {
        ...common,
        materialCode: forgingOf(wheel.code),
        productName: `${wheel.rim[0]}寸锻坯`,
        productNameEn: `Forging for ${wheel.code}`,
        standardBeat: wheel.site === 'TH03' ? '96' : '62',
        blankWeight: wheel.weight[1],
        minStock: 48,
        maxStock: 960,
        components:
          wheel.block === undefined ? [] : [component(ids, wheel.site, wheel.block, '1', '99.40')],
      },
    })),
    ...soldForgings.map((forging) => ({
      site: forging.site,
      draft: {
        ...common,
        materialCode: forging.code,
        productName: forging.name,
        productNameEn: forging.nameEn,
        abbreviation: forging.short,
        standardBeat: forging.beat,
        blankWeight: forging.weight,
        components: [component(ids, forging.site, forging.block, '1', '99.40')],
      },
    })),
  ];
}

function wheelRows(ids: Ids): Rows {
  return () =>
    wheels.map((wheel) => ({
      site: wheel.site,
      draft: {
        ...wheelDraft(wheel),
        components: [component(ids, wheel.site, forgingOf(wheel.code), '1', '97.00')],
      },
    }));
}

function component(ids: Ids, site: SiteCode, code: string, quantity: string, yieldRate: string) {
  return {
    code: ids.get(`${site} ${code}`) ?? '0',
    shortCode: code.slice(0, 30),
    quantity,
    yieldRate,
  };
}

function forgingOf(wheel: string): string {
  return `FG${wheel.slice(1)}`;
}

async function loadRoutes(
  writer: DemoWriter,
  calendar: DemoCalendar,
  company: DemoCompany,
  productIds: Ids,
  stepsOf: StepsOf,
): Promise<Ids> {
  const routed: readonly Routed[] = [
    ...wheels,
    ...soldForgings.map(({ site, code }) => ({ site, code, route: 'forging' as const })),
  ];
  const effectiveTime = calendar.at('2025-06-02', '09:00');
  const dates = { effectiveTime, createTime: effectiveTime, updateTime: effectiveTime };
  const rows = routed.map((made) => ({
    siteId: company.siteIds[made.site],
    draft: { productId: productIds.get(`${made.site} ${made.code}`) ?? '0', steps: stepsOf(made) },
    owned: { routeCode: `${made.code} V1`, version: 1, state: 'effective', ...dates },
  }));
  const ids = await writer.write(route, rows);
  return new Map(routed.map(({ site, code }, index) => [`${site} ${code}`, ids[index] ?? '']));
}

interface Routed {
  readonly site: SiteCode;
  readonly code: string;
  readonly route: RouteName;
}

type StepsOf = (made: Routed) => ReturnType<typeof stepOf>[];

/** The steps of a route with the check items that judge the product there. */
function stepsWith(procedureIds: Ids, items: ReadonlyMap<string, string[]>): StepsOf {
  return ({ site, code, route: name }) =>
    routes[name].map((step, index) => {
      const own = items.get(`${site} ${code} ${step}`) ?? [];
      const shared = items.get(`${site}  ${step}`) ?? [];
      const procedureId = procedureIds.get(`${site} ${step}`) ?? '0';
      return stepOf(step, index, procedureId, [...own, ...shared]);
    });
}

function stepOf(code: string, index: number, procedureId: string, checkItemIds: string[]) {
  const made = procedures.find((procedure) => procedure.code === code);
  return {
    sequence: (index + 1) * 10,
    procedureId,
    stationGroup: null,
    standardBeat: made?.beat ?? null,
    isKey: made?.marks?.isKey ?? false,
    needReport: true,
    checkItemIds,
  };
}
