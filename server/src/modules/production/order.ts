import { order } from '@millwright/contract/production/order';
import { orderRefusals } from '@millwright/contract/production/order-refusals';
import { integer } from '@millwright/contract/kinds/integer';
import { problem } from '@millwright/contract/kernel/check';
import { tagFor } from '@millwright/contract/registry';
import { sql } from 'kysely';
import { behaviour } from '../../kernel/behaviour.ts';
import type { ActionBody, Answer, Context } from '../../kernel/context.ts';
import type { Route } from '../../kernel/http/route.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import { placeOf, zoneOf } from '../../kernel/store/site.ts';
import type { Placed } from '../../kernel/store/references.ts';
import { readRow } from '../../kernel/store/read.ts';
import { insertRows, lockRow } from '../../kernel/store/write.ts';
import { draftOf, freeCode } from '../base/copy.ts';
import { nextNumber, nextNumbers, type Series } from '../base/number-series.ts';
import { ordersForAll } from './order-commons.ts';
import { downtimeOf } from './order-downtime.ts';
import { orderFigures } from './order-figures.ts';
import { allowedChange, refuseQuantityLow } from './order-edit.ts';
import { openOutlook, OUTLOOK_READS, outlookNow, refreshOutlook } from './order-outlook.ts';
import { snapshotFor } from './order-release.ts';
import { funnelOf, progressView, travellerOf } from './order-views.ts';

type OrderRow = Answer<typeof order>;

/** Running before paused, released and draft; in each the most late against its due date first. */
const URGENT_FIRST = sql`order by array_position(array['running', 'paused', 'released', 'draft'], t.state),
  t.due_date - t.forecast_time::date, t.due_date, t.id`;

/** Where an order came from: typed, read from a sheet, received from the ERP. */
export type OrderSource = 'manual' | 'import' | 'erp';

export default behaviour(order, {
  async list(context, query) {
    const usual = query.sort === undefined ? URGENT_FIRST : undefined;
    const [answer, outlook] = await Promise.all([
      context.store(order).list(query, usual),
      openOutlook(context),
    ]);
    return { ...answer, list: answer.list.map((row) => Object.assign(row, outlook(row))) };
  },

  asListed: {
    fields: ['progress', 'forecastTime', 'risk'],
    reads: OUTLOOK_READS,
    open: openOutlook,
    order: URGENT_FIRST,
  },

  get: async (context, id) => asOfNow(context, await context.store(order).get(id)),

  create: (context, draft) => addOrder(context, draft, 'manual'),

  /** Imported orders without a code are numbered in the order of the sheet. */
  async createMany(context, placed) {
    const ids = await insertRows(context, order, await numbered(context, placed));
    await refreshOutlook(context, ids);
    return ids;
  },

  async update(context, id, change) {
    const row = await locked(context, id);
    const changed = await context.store(order).update(id, allowedNow(row, change));
    return withOutlook(context, changed);
  },

  updateMany: { allowed: allowedNow, after: refreshOutlook },

  actions: {
    async release(context, row, body) {
      const present = await locked(context, row.id);
      const snapshot = present.state === 'draft' ? await snapshotFor(context, present) : {};
      return withOutlook(
        context,
        await context.store(order).act('release', row.id, body, snapshot),
      );
    },

    /** Pieces in process stay behind only with a reason. */
    async complete(context, row, body) {
      const { wipQty } = await locked(context, row.id);
      if (wipQty > 0 && !hasReason(body))
        throw refuse(orderRefusals['order.complete.piecesOpen'], { n: wipQty });
      const owned = { actualEndTime: new Date().toISOString() };
      return withOutlook(context, await context.store(order).act('complete', row.id, body, owned));
    },

    async cancel(context, row, body) {
      const { outputQty, wipQty } = await locked(context, row.id);
      const pieces = outputQty + wipQty;
      if (pieces > 0) throw refuse(orderRefusals['order.cancel.hasPieces'], { n: pieces });
      return withOutlook(context, await context.store(order).act('cancel', row.id, body));
    },

    async copy(context, row) {
      const draft = draftOf(order, row);
      return addOrder(context, { ...draft, orderCode: null, orderNo: null }, 'manual');
    },

    split: (context, row, body) => splitOrder(context, row.id, body),
  },

  routes: [
    view('funnel', (_context, row) => funnelOf(row)),
    view('progress', async (context, row) => progressView(row, await zoneOf(context, row.siteId))),
    // Test records are not kept yet: nothing is measured, and the answer says so.
    view('inspection', () => ({ list: [], total: 0 })),
    view('downtime', downtimeOf),
    view('traveller', travellerOf, 'print'),
    {
      method: 'GET',
      path: `${order.path}/figures`,
      tag: tagFor(order, 'list'),
      module: order.label,
      handle: (context, { query }) => orderFigures(context, query),
    },
    {
      method: 'GET',
      path: '/api/commons/orders',
      tag: 'session',
      module: order.label,
      handle: (context, { query }) => ordersForAll(context, query),
    },
  ],
});

/** A new order of its source; without a code it gets the next number of its site. */
export async function addOrder(
  context: Context,
  draft: Record<string, unknown>,
  source: OrderSource,
): Promise<OrderRow> {
  const { orderCode, ...rest } = draft;
  const { siteId, problems } = await placeOf(context, order, draft.siteId);
  const typed = typeof orderCode === 'string' && orderCode.trim() !== '';
  // Without a site there is no number yet: the store refuses the draft with all that is wrong.
  const isNumbered = typed || problems.length > 0;
  const code = isNumbered ? orderCode : await nextNumber(context, siteId ?? '', ORDER_SERIES);
  const row = await context.store(order).create({ ...rest, orderCode: code }, { source });
  return withOutlook(context, row);
}

function allowedNow(row: OrderRow, change: Record<string, unknown>): Record<string, unknown> {
  const allowed = allowedChange(row, change);
  refuseQuantityLow(row, allowed.quantity);
  return allowed;
}

/** Judged rows of a sheet with their numbers and their source. */
async function numbered(context: Context, placed: readonly Placed[]): Promise<Placed[]> {
  const lacking = placed.filter(({ values }) => !values.orderCode);
  const codes = new Map<Placed, string>();
  for (const siteId of new Set(lacking.map((row) => row.siteId ?? ''))) {
    const rows = lacking.filter((row) => (row.siteId ?? '') === siteId);
    const numbers = await nextNumbers(context, siteId, ORDER_SERIES, rows.length);
    rows.forEach((row, index) => codes.set(row, numbers[index] ?? ''));
  }
  return placed.map((row) => {
    const orderCode = codes.get(row) ?? row.values.orderCode;
    return {
      siteId: row.siteId,
      values: Object.assign({}, row.values, { orderCode, source: 'import' }),
    };
  });
}

/** Part of the quantity goes to a new order `…-1`, which keeps state, material code and route of the first. */
async function splitOrder(context: Context, id: string, body: ActionBody): Promise<OrderRow> {
  const row = await locked(context, id);
  const quantity = Number(body.quantity);
  if (quantity >= row.quantity) {
    throw refuseDraft([
      problem('quantity', SPLIT.label, orderRefusals['order.split.quantity'], { n: row.quantity }),
    ]);
  }
  refuseQuantityLow(row, row.quantity - quantity);
  await context.store(order).act('split', id, body, { quantity: row.quantity - quantity });
  const orderCode = await freeCode(context, order, row.siteId, row.orderCode ?? '', 40);
  const { state, materialCode, routeId, source } = row;
  // The ERP number goes along, whether the person who splits may know it or not.
  const { orderNo } = await readRow(context, order, id);
  const part = await context
    .store(order)
    .create(
      { ...draftOf(order, row), orderCode, quantity },
      { state, materialCode, routeId, source, orderNo },
    );
  await refreshOutlook(context, [id, part.id]);
  return context.store(order).get(part.id);
}

function view(
  name: string,
  answer: (context: Context, row: OrderRow) => unknown,
  operation = 'query',
): Route {
  return {
    method: 'GET',
    path: `${order.path}/:id/${name}`,
    tag: tagFor(order, operation),
    module: order.label,
    handle: async (context, { params }) =>
      answer(context, await asOfNow(context, await context.store(order).get(params.id ?? ''))),
  };
}

/** An order becomes late while nobody touches it: answers say how it stands now, not when it was last written. */
async function asOfNow(context: Context, row: OrderRow): Promise<OrderRow> {
  return Object.assign(row, outlookNow(row, await zoneOf(context, row.siteId)));
}

async function withOutlook(context: Context, row: OrderRow): Promise<OrderRow> {
  await refreshOutlook(context, [row.id]);
  return asOfNow(context, await context.store(order).get(row.id));
}

async function locked(context: Context, id: string): Promise<OrderRow> {
  await lockRow(context, order, id);
  return context.store(order).get(id);
}

function hasReason(body: ActionBody): boolean {
  return typeof body.reason === 'string' && body.reason.trim() !== '';
}

const ORDER_SERIES: Series = {
  word: 'MO',
  period: 'yyMM',
  digits: 4,
  table: order.table,
  column: 'order_code',
};
const SPLIT = integer('拆出数量', 'Quantity to split off');
