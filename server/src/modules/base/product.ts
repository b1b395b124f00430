import { product, productRefusals } from '@millwright/contract/base/product';
import { route } from '@millwright/contract/base/route';
import { problem } from '@millwright/contract/kernel/check';
import { tagFor } from '@millwright/contract/registry';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { BUSINESS } from '../../kernel/business.ts';
import { objectOf } from '../../kernel/sent-body.ts';
import { refuseDraft } from '../../kernel/refuse.ts';
import { idIn, rowsIn } from './child-rows.ts';
import { draftOf, freeCode } from './copy.ts';
import { addVersion, effectiveRoute, versionsOf } from './route.ts';
import { routeSheet } from './route-sheet.ts';

type ProductRow = Answer<typeof product>;

export default behaviour(product, {
  sheetsArePlain: true,

  sheets: [routeSheet],

  async create(context, draft) {
    return context.store(product).create(await withShortCodes(context, draft), thumbnailOf(draft));
  },

  async update(context, id, change) {
    if (Array.isArray(change.components)) await lockComponents(context);
    const row = await context
      .store(product)
      .update(id, await withShortCodes(context, change), thumbnailOf(change));
    if (Array.isArray(change.components)) await refuseLoop(context, id);
    return row;
  },

  actions: {
    /** The same product under the next free code, its route as a first draft version. */
    async copy(context, row) {
      const materialCode = await freeCode(context, product, row.siteId, row.materialCode, 40);
      const copied = await context
        .store(product)
        .create({ ...draftOf(product, row), materialCode, abbreviation: null }, thumbnailOf(row));
      const steps = (await effectiveRoute(context, row.id))?.steps;
      if (steps && steps.length > 0) await addVersion(context, copied.id, steps);
      return copied;
    },
  },

  routes: [
    {
      method: 'GET',
      path: `${product.path}/:id/routes`,
      tag: tagFor(product, 'query'),
      module: route.label,
      handle: (context, { params }) => versionsOf(context, params.id ?? ''),
    },
    {
      method: 'POST',
      path: `${product.path}/:id/routes`,
      tag: tagFor(product, 'edit'),
      module: route.label,
      business: BUSINESS.add,
      handle: (context, { params, body }) =>
        addVersion(context, params.id ?? '', objectOf(body ?? {}).steps),
    },
  ],
});

/** Every picture is kept with a small one under the same address (`?t=1`), so the thumbnail is that of the picture. */
function thumbnailOf(draft: { readonly image?: unknown }): Record<string, unknown> {
  if (!('image' in draft)) return {};
  const { image } = draft;
  return { thumbnail: typeof image === 'string' && image !== '' ? image.split('?')[0] : null };
}

/** Components take the abbreviation of their material, or its code, where no short code was typed. */
async function withShortCodes(
  context: Context,
  draft: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const rows = rowsIn(draft, 'components');
  if (!rows) return draft;
  const ids = rows.map((row) => idIn(row, 'code')).filter((id) => /^[1-9]\d{0,17}$/.test(id));
  const found = await sql<{ id: string; short: string }>`
    select id, coalesce(abbreviation, material_code) as short from base_product where id = any(${ids}::bigint[])`.execute(
    context.sql,
  );
  const shorts = new Map(found.rows.map(({ id, short }) => [id, short.slice(0, 30)]));
  return {
    ...draft,
    components: rows.map((row) =>
      Object.assign({}, row, {
        shortCode: row.shortCode || (shorts.get(idIn(row, 'code')) ?? null),
      }),
    ),
  };
}

/** Two people who each close half of a loop wait for each other. */
async function lockComponents(context: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('base_product_components'))`.execute(context.sql);
}

/** Refuses a product that is, through whatever depth, a component of itself. */
async function refuseLoop(context: Context, id: ProductRow['id']): Promise<void> {
  const found = await sql`
    with recursive part(id) as (
      select code from base_product_components where parent_id = ${id}
      union
      select c.code from base_product_components c join part p on c.parent_id = p.id
    ) select 1 from part where id = ${id}`.execute(context.sql);
  if (found.rows.length === 0) return;
  throw refuseDraft([
    problem(
      'components',
      product.fields.components.label,
      productRefusals['product.edit.componentLoop'],
    ),
  ]);
}
