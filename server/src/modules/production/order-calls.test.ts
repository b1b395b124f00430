import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { letTimePass } from './passing-time.ts';

let test: TestApp;
let site: TestSite;
let planner: Headers;
let productId = '';

interface Made {
  id: string;
  orderCode: string;
  revision: number;
  actions: string[];
  orderNo?: string;
}

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  planner = await test.as('planner', site);
  const engineer = await test.as('process_engineer', site);
  const product = {
    category: 'wheel',
    materialCode: 'W1890A',
    productName: '18寸锻造轮',
    standardBeat: '145',
  };
  productId = (await test.call<Made>('POST', '/api/base/products', product, engineer)).data.id;
  await test.database.owner.query(`insert into system_dict_item (dict_id, item_text, item_value)
    select id, value, value from system_dict_type, unnest(array['xingchi', 'volt']) value where dict_type = 'customer'`);
});
afterAll(() => test.close());

const draft = (more: object = {}) => ({
  orderName: '18寸锻造轮-星驰',
  productId,
  quantity: 2400,
  planStartTime: '2026-11-01T00:00:00Z',
  planEndTime: '2026-11-20T00:00:00Z',
  dueDate: '2026-11-22',
  ...more,
});
const make = async (more: object = {}) =>
  (await test.call<Made>('POST', '/api/production/orders', draft(more), planner)).data;

describe('calls on orders', () => {
  it('answer refusals with code, key and a sentence in the language of the caller', async () => {
    const made = await make();
    const path = `/api/production/orders/${made.id}/actions/release`;
    const zh = await test.call('POST', path, { revision: made.revision }, planner);
    expect(zh).toMatchObject({
      status: 200,
      code: 409,
      msg: '产品「18寸锻造轮」未配置工艺路线，不能下达',
      data: { key: 'order.release.noRoute' },
    });
    const en = await test.call(
      'POST',
      path,
      { revision: made.revision },
      { ...planner, 'accept-language': 'en-US' },
    );
    expect(en.msg).toBe('Product "18寸锻造轮" has no route, the order cannot be released');
  });

  it('need the revision that the caller saw; a batch takes each row as it is', async () => {
    const made = await make();
    const path = `/api/production/orders/${made.id}/actions/cancel`;
    for (const body of [undefined, {}, { revision: '1' }, { revision: null }])
      expect(await test.call('POST', path, body, planner)).toMatchObject({
        code: 400,
        data: { key: 'call.invalid', args: { detail: 'revision' } },
      });
    const stale = { revision: made.revision + 1 };
    expect(await test.call('POST', path, stale, planner)).toMatchObject({
      code: 409,
      data: { key: 'row.stale', current: { state: 'draft' } },
    });
    expect(await test.call('POST', path, { revision: made.revision }, planner)).toMatchObject({
      code: 0,
    });
    const batch = { ids: [(await make()).id] };
    const many = '/api/production/orders/actions/release';
    expect(await test.call('POST', many, batch, planner)).toMatchObject({
      code: 0,
      data: { rows: [{ ok: false, key: 'order.release.noRoute' }] },
    });
  });

  it('need the tag of their action', async () => {
    const made = await make();
    expect(made.actions).toEqual(
      expect.arrayContaining(['edit', 'remove', 'release', 'cancel', 'copy', 'split']),
    );
    const operator = await test.as('operator', site);
    const seen = await test.call<Made>(
      'GET',
      `/api/production/orders/${made.id}`,
      undefined,
      operator,
    );
    expect(seen.data.actions).toEqual([]);
    for (const action of [
      'release',
      'pause',
      'resume',
      'complete',
      'close',
      'cancel',
      'reopen',
      'copy',
      'split',
    ]) {
      const refused = await test.call(
        'POST',
        `/api/production/orders/${made.id}/actions/${action}`,
        { revision: 1 },
        operator,
      );
      expect(refused.code, action).toBe(403);
    }
    expect(
      (await test.call('GET', `/api/production/orders/${made.id}/traveller`, undefined, operator))
        .code,
    ).toBe(403);
    expect((await test.call('GET', '/api/commons/orders')).code).toBe(402);
  });

  it('S103 S243 suggest to any signed-in person, to a customer only his own', async () => {
    const own = await make({ customer: 'volt', orderName: '19寸样件-沃特' });
    await make({ customer: 'xingchi' });
    const tool = await test.as('tool_keeper', site);
    const all = await test.call<{ list: { id: string; label: string }[]; total: number }>(
      'GET',
      '/api/commons/orders?params[keyword]=沃特',
      undefined,
      tool,
    );
    expect(all.data.list).toMatchObject([{ id: own.id, label: `${own.orderCode}(19寸样件-沃特)` }]);
    const customer = await test.signIn(
      await test.makeUser('customer_viewer', site, { identity: '3', customer: 'volt' }),
    );
    const mine = await test.call<{ list: { id: string }[] }>(
      'GET',
      '/api/commons/orders',
      undefined,
      customer,
    );
    expect(mine.data.list.map(({ id }) => id)).toEqual([own.id]);
    expect((await test.call('GET', '/api/commons/lines', undefined, tool)).data).toEqual({
      list: [],
      total: 0,
      page: 1,
      limit: 200,
    });
  });

  it('keep an order of another site unknown, and its product out of reach', async () => {
    const made = await make();
    const elsewhere = await test.as('planner', await test.makeSite());
    expect(
      (await test.call('GET', `/api/production/orders/${made.id}`, undefined, elsewhere)).code,
    ).toBe(404);
    const refused = await test.call<{ errors: { field: string; key: string }[] }>(
      'POST',
      '/api/production/orders',
      draft(),
      elsewhere,
    );
    expect(refused.data.errors).toMatchObject([{ field: 'productId', key: 'ref.missing' }]);
  });

  it('find an order late that nobody has touched', async () => {
    const made = await make();
    const { owner, app } = test.database;
    await owner.query(
      `update production_order set state = 'running', due_date = '2020-01-01' where id = $1`,
      [made.id],
    );
    await inScope(app, { site: '*' }, (trx) => letTimePass(trx, test.app.services));
    const late = await test.call<{ list: { id: string; risk: string }[] }>(
      'GET',
      '/api/production/orders?params[risk]=late',
      undefined,
      planner,
    );
    expect(late.data.list).toMatchObject([{ id: made.id, risk: 'late' }]);
  });

  it('become late although a row of another site cannot be written, which is reported', async () => {
    const { owner } = test.database;
    const made = await make();
    const other = await test.makeSite();
    const insert = `insert into production_order (site_id, order_code, order_name, product_id, quantity, state, due_date, plan_start_time, plan_end_time)
      select $1, 'BROKEN', order_name, product_id, quantity, 'running', '2020-01-01', plan_start_time, plan_end_time from production_order where id = $2`;
    await owner.query(insert, [other.id, made.id]);
    await owner.query(
      `update production_order set state = 'running', due_date = '2020-01-01' where id = $1`,
      [made.id],
    );
    await owner.query(
      `alter table production_order add constraint broken check (order_code <> 'BROKEN' or risk is null or risk <> 'late') not valid`,
    );
    const reports: string[] = [];
    const report = (_error: unknown, message: string) => void reports.push(message);
    await test.app.services.asSystem((trx) => letTimePass(trx, { report }));
    await owner.query('alter table production_order drop constraint broken');
    const { rows } = await owner.query(
      `select order_code as code, risk from production_order where id = $1 or order_code = 'BROKEN' order by order_code = 'BROKEN'`,
      [made.id],
    );
    expect(rows).toMatchObject([{ risk: 'late' }, { code: 'BROKEN' }]);
    expect(rows[1]?.risk).not.toBe('late');
    expect(reports).toEqual([expect.stringContaining('outlook')]);
    await owner.query(`delete from production_order where order_code = 'BROKEN'`);
  });

  it('refuse junk with words, never with a failure', async () => {
    const made = await make();
    const engineer = await test.as(
      [
        'base:line:list',
        'base:line:query',
        'base:line:add',
        'base:line:edit',
        'base:product:add',
        'base:product:edit',
        'base:product:query',
      ],
      site,
    );
    for (const junk of [null, 1, [null], [[1]], ['x'], { a: 1 }]) {
      const sent = [
        await test.call(
          'POST',
          '/api/base/lines',
          { code: 'J', name: 'J', shifts: junk, devices: junk },
          engineer,
        ),
        await test.call(
          'POST',
          '/api/base/products',
          {
            category: 'wheel',
            materialCode: `J${JSON.stringify(junk)}`,
            productName: 'J',
            standardBeat: '1',
            components: junk,
          },
          engineer,
        ),
        await test.call(
          'POST',
          `/api/base/products/${productId}/routes`,
          { steps: junk },
          engineer,
        ),
        await test.call(
          'PUT',
          `/api/production/orders/${made.id}`,
          { revision: junk, lineIds: junk, attachments: junk, quantity: junk, reason: junk },
          planner,
        ),
        await test.call(
          'POST',
          '/api/production/orders',
          draft({ orderCode: junk, siteId: junk, lineIds: junk }),
          planner,
        ),
      ];
      expect(
        sent.map(({ code }) => code),
        JSON.stringify(junk),
      ).not.toContain(500);
    }
  });
});
