import { checkItem } from '@millwright/contract/base/check-item';
import { checkLimit } from '@millwright/contract/base/check-limit';
import { product } from '@millwright/contract/base/product';
import { refusals } from '@millwright/contract/kernel/errors';
import { tagFor } from '@millwright/contract/registry';
import { sql } from 'kysely';
import { batchAnswer, batchRow } from '../../kernel/batch.ts';
import { behaviour } from '../../kernel/behaviour.ts';
import type { Answer, Context } from '../../kernel/context.ts';
import { BUSINESS } from '../../kernel/business.ts';
import { holdAlone } from '../../kernel/database/transaction.ts';
import { idsOf, objectOf } from '../../kernel/sent-body.ts';
import { refuse, refuseUnexplained } from '../../kernel/refuse.ts';
import { idIn } from './child-rows.ts';
import { draftOf } from './copy.ts';

type ItemRow = Answer<typeof checkItem>;

export default behaviour(checkItem, {
  create: (context, draft) => add(context, draft),

  /** Changed limits hold from now on; a changed offset says why. */
  async update(context, id, change) {
    const before = await context.store(checkItem).get(id);
    const row = await context.store(checkItem).update(id, change);
    const reason =
      typeof change.reason === 'string' && change.reason.trim() !== ''
        ? change.reason.trim()
        : null;
    if (before.offset !== row.offset && reason === null) throw refuseUnexplained();
    await refuseSameCode(context, row);
    if (LIMITS.some((name) => before[name] !== row[name])) await keepLimits(context, row, reason);
    return row;
  },

  routes: [
    {
      method: 'POST',
      path: `${checkItem.path}/actions/copy`,
      tag: tagFor(checkItem, 'copy'),
      module: checkItem.label,
      business: BUSINESS.add,
      handle: (context, { body }) => copyItems(context, objectOf(body)),
    },
  ],
});

async function add(context: Context, draft: Record<string, unknown>): Promise<ItemRow> {
  const row = await context.store(checkItem).create(draft);
  await refuseSameCode(context, row);
  await keepLimits(context, row, null);
  return row;
}

/** Limits of an item from now on; two changes in one transaction are one version. */
async function keepLimits(context: Context, row: ItemRow, reason: string | null): Promise<void> {
  const { id: checkItemId, siteId, standard, upperLimit, lowerLimit, offset } = row;
  const effectiveTime = new Date().toISOString();
  await context.store(checkLimit).create({
    checkItemId,
    siteId,
    effectiveTime,
    standard,
    upperLimit,
    lowerLimit,
    offset,
    reason: reason?.slice(0, 200),
  });
}

/** `POST /actions/copy` `{productId, ids | fromProductId}`: the items once more, for another product. */
async function copyItems(context: Context, body: Record<string, unknown>) {
  const target = await context.store(product).get(idIn(body, 'productId'));
  const ids =
    body.fromProductId === undefined
      ? idsOf(listed(body.ids))
      : await itemsOf(context, idIn(body, 'fromProductId'));
  const rows = [];
  for (const id of ids) rows.push(await copyOne(context, id, target.id));
  return batchAnswer(context, checkItem, rows);
}

/** An item that the product has already is told and left alone. */
function copyOne(context: Context, id: string, productId: string) {
  return batchRow(context, id, async (held) => {
    const row = await held.store(checkItem).get(id);
    return add(held, { ...draftOf(checkItem, row), productId });
  });
}

async function itemsOf(context: Context, productId: string): Promise<string[]> {
  const { id } = await context.store(product).get(productId);
  const found = await sql<{ id: string }>`select id from base_check_item
    where product_id = ${id} and status = '1' order by sequence, id limit 200`.execute(context.sql);
  return found.rows.map((row) => row.id);
}

function listed(ids: unknown): string {
  if (!Array.isArray(ids)) throw refuse(refusals['call.invalid'], { detail: 'ids' });
  return ids.map(String).join(',');
}

/** The unique key does not see items of all products: they are compared by one person at a time. */
async function refuseSameCode(context: Context, row: ItemRow): Promise<void> {
  if (row.productId !== null) return;
  await holdAlone(context.sql, `check items of ${row.siteId}`);
  const found =
    await sql`select 1 from base_check_item where site_id = ${row.siteId} and product_id is null
    and procedure_id = ${row.procedureId} and lower(item_code) = lower(${row.itemCode}) and id <> ${row.id}`.execute(
      context.sql,
    );
  if (found.rows.length === 0) return;
  throw refuse(
    refusals['row.duplicate'],
    { label: checkItem.fields.itemCode.label, value: row.itemCode },
    { fields: ['itemCode'] },
  );
}

const LIMITS = ['standard', 'upperLimit', 'lowerLimit', 'offset'] as const;
