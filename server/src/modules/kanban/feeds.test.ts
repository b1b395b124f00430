import { boardPages, offeredPages } from '@millwright/contract/system/kanban-page';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../kernel/testing.ts';
import { makeBoard } from './testing.ts';

let test: TestApp;

beforeAll(async () => {
  test = await testApp();
});
afterAll(() => test.close());

it('reads pages of its own site and line, and says so when there is no such page', async () => {
  const board = await makeBoard(test);
  const { rows } = await test.database.owner.query<{ id: string }>(
    `insert into base_equipment (site_id, number, nickname, equipment_kind) values ($1, 'M1', '车床1', 'machineTool'), ($2, 'M2', '车床2', 'machineTool') returning id`,
    [board.site.id, (await test.makeSite()).id],
  );
  await test.database.owner.query(
    `insert into device_live (equipment_id, site_id, status, start_time) values ($1, $2, 'alarm', now())`,
    [rows[0]?.id, board.site.id],
  );
  await test.database.owner.query(
    `insert into alarm_event (site_id, equipment_id, encoding, text, start_time) values ($2, $1, 'SV0401', 'VRDY OFF', now())`,
    [rows[0]?.id, board.site.id],
  );
  const page = (name: string) =>
    test.call<Record<string, unknown>>(
      'GET',
      `/api/kanban/${board.code}/pages/${name}`,
      undefined,
      board.headers,
    );
  expect((await page('machines')).data).toMatchObject({
    machines: [{ number: 'M1', status: 'alarm' }],
  });
  expect((await page('andon')).data).toMatchObject({
    total: 1,
    machines: 1,
    calls: [{ encoding: 'SV0401', textZh: 'VRDY OFF', number: 'M1' }],
  });
  expect((await page('plan')).data).toMatchObject({ orders: [], total: 0 });
  // A line shows the orders that name no line, as its stations take them for theirs.
  await test.database.owner.query(
    `with line as (insert into base_line (site_id, code, name) values ($1, 'K1', '线') returning id),
      product as (insert into base_product (site_id, category, material_code, product_name, product_name_en, standard_beat)
        values ($1, 'wheel', 'W-K1', '轮', 'Wheel', 145) returning id),
      placed as (update system_kanban set line_id = (select id from line) where id = $2)
     insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
       plan_end_time, due_date, state)
     select $1, code, code, product.id, 10, lines, now(), now(), current_date, 'running'
     from product, (values ('O-ANY', '{}'::bigint[]), ('O-OTHER', '{999999}')) o(code, lines)`,
    [board.site.id, board.id],
  );
  expect((await page('plan')).data).toMatchObject({
    orders: [{ orderCode: 'O-ANY', productName: '轮', productNameEn: 'Wheel' }],
    total: 1,
  });
  expect((await page('output')).data).toMatchObject({
    lines: [{ code: 'K1', hasDischarge: false, isCounted: false, orderName: 'O-ANY', hours: [] }],
  });
  expect((await page('oee')).data).toMatchObject({
    lines: [{ code: 'K1', bottleneck: null, figures: null }],
  });
  for (const name of ['__proto__', 'constructor', 'toString'])
    expect(await page(name)).toMatchObject({ code: 404, data: { key: 'kanban.call.page' } });
});

it('shows machines where they stand on their line now', async () => {
  const board = await makeBoard(test);
  // M1 stood first as the bottleneck once; it stands last today, and will stand first again.
  await test.database.owner.query(
    `with line as (insert into base_line (site_id, code, name) values ($1, 'K2', '线') returning id),
      machine as (insert into base_equipment (site_id, number, nickname, equipment_kind, line_id)
        select $1, number, number, 'machineTool', line.id from line, (values ('M1'), ('M2')) m(number) returning id, number)
     insert into base_line_devices (site_id, parent_id, position, equipment_id, sequence, is_bottleneck, valid_from, valid_to)
     select $1, line.id, b.position, machine.id, b.sequence, b.is_bottleneck, b.valid_from, b.valid_to from line,
       (values ('M1', 0, 1, true, null, current_date - 3), ('M1', 1, 9, false, current_date - 2, current_date + 2),
         ('M1', 2, 1, true, current_date + 3, null), ('M2', 3, 5, true, null, null))
         b(number, position, sequence, is_bottleneck, valid_from, valid_to) join machine using (number)`,
    [board.site.id],
  );
  const { data } = await test.call(
    'GET',
    `/api/kanban/${board.code}/pages/machines`,
    undefined,
    board.headers,
  );
  expect(data).toMatchObject({
    machines: [
      { number: 'M2', isBottleneck: true },
      { number: 'M1', isBottleneck: false },
    ],
  });
});

it('offers just the pages that have data, and takes no other', async () => {
  const board = await makeBoard(test);
  const waiting = Object.entries(boardPages).filter(([, page]) => !page.ready);
  expect(waiting.length).toBeGreaterThan(0);
  for (const [name, { ready }] of Object.entries(boardPages)) {
    const url = `/api/kanban/${board.code}/pages/${name}`;
    const { code } = await test.call('GET', url, undefined, board.headers);
    expect([name, code]).toEqual([name, ready ? 0 : 404]);
    expect([name, name in offeredPages]).toEqual([name, ready]);
    const draft = {
      boardCode: `P${name}`,
      boardName: name,
      pages: [{ page: name, seconds: 20 }],
    };
    const made = await test.call('POST', '/api/system/kanbans', draft, board.person);
    expect([name, made.code]).toEqual([name, ready ? 0 : 422]);
  }
});
