import type { InterlockAnswer, InterlockRefusal } from '@millwright/contract/device/interlock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { makeGateway, type TestGateway } from './testing.ts';

describe('interlock of a cell', () => {
  let test: TestApp;
  let gateway: TestGateway;
  let lineId: string;
  let stationId: string;
  let productId: string;
  beforeAll(async () => {
    test = await testApp();
    gateway = await makeGateway(test, ['IL-1']);
    [lineId] = await insert(`insert into base_line (site_id, code, name, serial_number, line_type)
      values ($1, 'L04', '机加线', 1, 'machining')`);
    const [op] =
      await insert(`insert into base_procedure (site_id, procedure_code, procedure_name, procedure_type, sequence)
      values ($1, 'OP10', '车削', 'machining', 10)`);
    [productId] =
      await insert(`insert into base_product (site_id, category, material_code, product_name, standard_beat)
      values ($1, 'wheel', 'W1890A', '18寸锻造轮', 145)`);
    const station = (number: string, isOn: boolean) =>
      insert(
        `insert into base_station (site_id, line_id, process_name, work_report_station_no, station_name, interlock_on)
         values ($1, $2, $3, $4, $4, $5)`,
        lineId,
        op,
        number,
        isOn,
      );
    [stationId] = await station('S-On', true);
    await station('S-Off', false);
  });
  afterAll(() => test.close());

  const insert = async (text: string, ...values: unknown[]): Promise<[string]> => {
    const { rows } = await test.database.owner.query<{ id: string }>(`${text} returning id`, [
      gateway.site.id,
      ...values,
    ]);
    return [rows[0]?.id ?? ''];
  };
  const order = async (code: string, state: string, lines: readonly string[], startTime: string) =>
    insert(
      `insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
         plan_end_time, due_date, actual_start_time, state)
       values ($1, $2, $2, $6, 10, $3::bigint[], now(), now(), current_date, $4, $5)`,
      code,
      lines,
      startTime,
      state,
      productId,
    );
  const turn = (code: string, state: string) =>
    test.database.owner.query('update production_order set state = $2 where order_code = $1', [
      code,
      state,
    ]);
  const ask = (stationNumber: string, headers = gateway.headers) =>
    test.call<InterlockAnswer>(
      'POST',
      '/api/device/interlock',
      { stationNumber, workpieceNo: 'W-1' },
      headers,
    );
  const refused = {
    allow: false,
    reason: 'paused',
    msgZh: '订单已暂停',
    msgEn: 'Order paused',
  };

  it('lets pieces in where nothing is paused', async () => {
    expect((await ask('S-On')).data).toEqual({ allow: true, reason: null, msgZh: '', msgEn: '' });
  });

  it('refuses while the order at the station is paused, and goes on with it', async () => {
    await order('MO-1', 'paused', [lineId], '2026-03-02T08:00:00Z');
    expect((await ask('s-on')).data).toEqual(refused);
    await turn('MO-1', 'running');
    expect((await ask('S-On')).data).toMatchObject({ allow: true });
  });

  it('goes on while the line makes another order, whichever was begun last', async () => {
    await order('MO-2', 'paused', [lineId], '2026-03-03T08:00:00Z');
    expect((await ask('S-On')).data).toMatchObject({ allow: true });
    await turn('MO-1', 'completed');
    expect((await ask('S-On')).data).toEqual(refused);
  });

  it('takes an order of no line for the order of every line that has none of its own', async () => {
    await turn('MO-2', 'completed');
    await order('MO-3', 'paused', [], '2026-03-04T08:00:00Z');
    expect((await ask('S-On')).data).toEqual(refused);
    await turn('MO-2', 'running');
    expect((await ask('S-On')).data).toMatchObject({ allow: true });
    await turn('MO-2', 'paused');
    await turn('MO-3', 'running');
    expect((await ask('S-On')).data).toEqual(refused);
  });

  it('lets every piece in at a station without interlock', async () => {
    expect((await ask('S-Off')).data).toMatchObject({ allow: true });
  });

  it('does not know other stations, those of other sites among them', async () => {
    expect(await ask('S-9')).toMatchObject({ code: 404, data: { key: 'scan.unknown' } });
    const other = await makeGateway(test, ['IL-2']);
    expect(await ask('S-On', other.headers)).toMatchObject({ data: { key: 'scan.unknown' } });
    expect(await ask('S-On', {})).toMatchObject({ code: 402 });
  });

  it('shows at the station what it did not let in, to those who may see stations', async () => {
    const url = `/api/base/stations/${stationId}/interlock`;
    const get = async (headers: Record<string, string>) =>
      test.call<{ list: InterlockRefusal[] }>('GET', url, undefined, headers);
    const { list } = (await get(await test.as(['base:station:query'], gateway.site))).data;
    expect(list.map(({ reason, args }) => [reason, args])).toEqual(
      ['MO-2', 'MO-3', 'MO-2', 'MO-1'].map((code) => ['paused', { order: code }]),
    );
    expect(list[0]).toMatchObject({ workpieceNo: 'W-1', gatewayName: expect.any(String) });
    expect((await get(await test.as(['base:line:query'], gateway.site))).code).toBe(403);
    const stranger = await test.as(['base:station:query'], await test.makeSite());
    expect((await get(stranger)).code).toBe(404);
  });

  it('answers at once', async () => {
    const times: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      const start = performance.now();
      const { data } = await ask('S-On');
      times.push(performance.now() - start);
      expect(data).toEqual(refused);
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
    process.stdout.write(`Interlock, refused and stored: p95 ${p95.toFixed(1)} ms\n`);
  });
});
