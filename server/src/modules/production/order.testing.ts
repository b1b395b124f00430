import { sql } from 'kysely';
import type { Context, Session } from '../../kernel/context.ts';
import checkItemModule from '../base/check-item.ts';
import lineModule from '../base/line.ts';
import productModule from '../base/product.ts';
import routeModule from '../base/route.ts';
import stationModule from '../base/station.ts';
import { makeProcedure, makeProduct, openBench } from '../base/testing.ts';
import orderModule from './order.ts';
import { startOrders } from './order-start.ts';

/** A bench of two sites where NB can make one wheel: a route over two procedures, each with a station on line L04. */
export async function openOrderBench() {
  const bench = await openBench([
    orderModule,
    productModule,
    routeModule,
    lineModule,
    stationModule,
    checkItemModule,
  ]);
  const [nb, cs] = [await bench.site('NB'), await bench.site('CS')];
  const op10 = await makeProcedure(bench, nb, 'OP10');
  const op20 = await makeProcedure(bench, nb, 'OP20', { isKey: true });
  const line = await bench.make(nb, '/api/base/lines', { code: 'L04', name: '机加线' });
  let stations = 0;
  const station = (processName: string) => {
    stations += 1;
    return bench.make(nb, '/api/base/stations', {
      lineId: line.id,
      processName,
      workReportStationNo: `S${stations}`,
      stationName: `S${stations}`,
    });
  };
  for (const { id } of [op10, op20]) await station(id);
  await bench.make(nb, '/api/base/check-items', {
    itemCode: 'HB001',
    itemName: '中心孔',
    procedureId: op20.id,
    category: 'dimension',
    standard: '66.56',
    upperLimit: '66.6',
  });
  const wheel = await makeProduct(bench, nb, 'W1890A', [op10, op20]);
  return { bench, nb, cs, wheel, line, op20, station, ...actsOf(bench, nb, wheel.id, line.id) };
}

export type OrderBench = Awaited<ReturnType<typeof openOrderBench>>;

function actsOf(
  bench: Awaited<ReturnType<typeof openBench>>,
  nb: Session,
  productId: string,
  lineId: string,
) {
  const draftOf = (more: object = {}) => ({
    orderName: '18寸锻造轮-星驰',
    productId,
    quantity: 2400,
    lineIds: [lineId],
    planStartTime: '2026-11-01T00:00:00Z',
    planEndTime: '2026-11-20T00:00:00Z',
    dueDate: '2999-11-22',
    ...more,
  });
  const make = (more: object = {}) => bench.make(nb, '/api/production/orders', draftOf(more));
  /** An action under the revision that the row has now, unless another is given. */
  const act = async (id: string, action: string, body: object = {}) => {
    const { revision } = await get(id);
    return bench.call(nb, 'POST', `/api/production/orders/${id}/actions/${action}`, {
      revision,
      ...body,
    });
  };
  const put = (id: string, body: object) =>
    bench.call(nb, 'PUT', `/api/production/orders/${id}`, { ...body });
  const get = async (id: string) =>
    (await bench.call(nb, 'GET', `/api/production/orders/${id}`)).data;
  const released = async (more: object = {}) => {
    const row = await make(more);
    await act(row.id, 'release', { revision: row.revision });
    return row.id;
  };
  const running = async (more: object = {}) => {
    const id = await released(more);
    await bench.inside(nb, (context: Context) => startOrders(context, new Map([[id, Date.now()]])));
    return id;
  };
  /** Counters are written by passes; here they are set as a day's work would leave them. */
  const count = (id: string, set: string) =>
    bench.inside(nb, (context: Context) =>
      sql`update production_order set ${sql.raw(set)} where id = ${id}`.execute(context.sql),
    );
  return { draftOf, make, act, put, get, released, running, count };
}
