import { product } from '@millwright/contract/base/product';
import { route, routeRefusals } from '@millwright/contract/base/route';
import type { Row } from '@millwright/contract/kernel/entity';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { refuse } from '../../kernel/refuse.ts';
import { checkReferences } from '../../kernel/store/references.ts';
import { lockRow, store } from '../../kernel/store/write.ts';
import { productText } from './product-word.ts';
import { idIn, rowsIn, withoutIds } from './child-rows.ts';

type RouteRow = Answer<typeof route>;

export default behaviour(route, {
  async create(context, draft) {
    const productId = idIn(draft, 'productId');
    await checkReferences(context, route, { siteId: null, values: { productId } });
    return addVersion(context, productId, draft.steps);
  },

  update: (context, id, change) => context.store(route).update(id, withSequences(change)),

  actions: {
    /** The version becomes the one that new orders take; the one before stays for the orders that have it. */
    async effect(context, row, body) {
      if (row.steps.length === 0) throw refuse(routeRefusals['route.effect.noSteps']);
      await lockProduct(context, row.productId);
      const current = await effectiveRoute(context, row.productId);
      if (current) await replace(context, current.id, row);
      return context
        .store(route)
        .act('effect', row.id, { ...body }, { effectiveTime: new Date().toISOString() });
    },
  },
});

/** Nobody may edit an effective version; that its successor replaces it stands in its history all the same. */
async function replace(context: Context, id: string, { routeCode }: RouteRow): Promise<void> {
  const before = await lockRow(context, route, id);
  await store(context, route, before, { state: 'replaced' }, 'update', routeCode);
}

/** The version of a product's route that new orders take; null when there is none. */
export async function effectiveRoute(
  context: Context,
  productId: string,
): Promise<Row<typeof route> | null> {
  return context.store(route).find({ productId, state: 'effective' });
}

/** All versions of a product's route with their steps, newest first. */
export async function versionsOf(
  context: Context,
  productId: string,
): Promise<{ list: RouteRow[] }> {
  const { id } = await context.store(product).get(productId);
  const found = await sql<{
    id: string;
  }>`select id from base_route where product_id = ${id} order by version desc limit 200`.execute(
    context.sql,
  );
  const list: RouteRow[] = [];
  for (const version of found.rows) list.push(await context.store(route).get(version.id));
  return { list };
}

/**
 * A new draft version with the steps given, or with those of the effective version when none are. One draft at a
 * time: throws `route.add.draftOpen`.
 */
export async function addVersion(
  context: Context,
  productId: string,
  steps: unknown,
): Promise<RouteRow> {
  const owner = await context.store(product).get(productId);
  await lockProduct(context, productId);
  const open = await context.store(route).find({ productId, state: 'draft' });
  if (open)
    throw refuse(routeRefusals['route.add.draftOpen'], { p: productText(owner), n: open.version });
  const wanted = withoutIds(steps ?? (await effectiveRoute(context, productId))?.steps);
  const version = await nextVersion(context, productId);
  const owned = { version, routeCode: `${owner.materialCode} V${version}` };
  return context
    .store(route)
    .create({ ...withSequences({ steps: wanted }), productId, siteId: owner.siteId }, owned);
}

async function nextVersion(context: Context, productId: string): Promise<number> {
  const found = await sql<{ version: number }>`
    select coalesce(max(version), 0) + 1 as version from base_route where product_id = ${productId}`.execute(
    context.sql,
  );
  return found.rows[0]?.version ?? 1;
}

async function lockProduct(context: Context, productId: string): Promise<void> {
  await sql`select 1 from base_product where id = ${productId} for no key update`.execute(
    context.sql,
  );
}

/** Steps stand in the order of their sequences; those without one in the order in which they were sent: 10, 20, 30 … */
function withSequences(draft: Record<string, unknown>): Record<string, unknown> {
  const steps = rowsIn(draft, 'steps');
  if (!steps) return draft;
  return {
    ...draft,
    steps: steps
      .map((step, index) =>
        Object.assign({}, step, { sequence: step.sequence ?? (index + 1) * 10 }),
      )
      .toSorted((a, b) => placeOf(a) - placeOf(b)),
  };
}

/** What is no number is refused by the store. */
function placeOf({ sequence }: { sequence: unknown }): number {
  return typeof sequence === 'number' ? sequence : 0;
}
