import { afterAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { testApp } from '../../kernel/testing.ts';
import { hearAfterLong, post } from '../device/testing.ts';
import { HOUR, MINUTE, openPlant, ten } from './downtime.testing.ts';
import { shiftSums } from './shift-sums.ts';

const test = await testApp();
afterAll(() => test.close());

describe('the stops of a plant', () => {
  it('open where a machine stands without a word, heard before or not, and keep their minutes', async () => {
    const { gateway, me, tell, list } = await openPlant(test, ['MC-8', 'MC-9'], []);
    const now = Date.now();
    const path = `/api/equipment/machine-tools/${gateway.devices['MC-9']}/actions/setStatus`;
    expect(await test.call('POST', path, { revision: 1, status: 'maintain' }, me)).toMatchObject({
      code: 0,
    });
    await post(test, gateway, [tell(now, 'idle')]);
    /** As if a heartbeat without a state had come; only MC-8 was ever heard. */
    const hear = async (minutes: number) => {
      const at = new Date(now + minutes * MINUTE).toISOString();
      await test.database.owner.query(
        'update device_live set heard_time = $2 where equipment_id = $1',
        [gateway.devices['MC-8'], at],
      );
      await hearAfterLong(test, now + minutes * MINUTE);
    };
    await hear(1);
    expect(await list()).toEqual([]);
    await hear(3);
    const proposed = (await list()).map(({ proposedCategory }) => proposedCategory);
    expect(new Set(proposed)).toEqual(new Set(['planned', null]));
    await hear(9);
    for (const { state, minutes } of await list()) {
      expect(state).toBe('open');
      expect(Number(minutes)).toBeCloseTo(9, 1);
    }
  });

  it('name the order that ran at the line when the machine stopped, for all lines or for its own', async () => {
    const { gateway, me, lineId, tell } = await openPlant(test, ['MC-20'], []);
    const { site } = gateway;
    const order = (code: string, lines: string, hours: [number, number | null]) =>
      test.database.owner.query(
        `with product as (insert into base_product (site_id, category, material_code, product_name, standard_beat)
            values ($1, 'wheel', $2, $2, 145) returning id)
         insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time, plan_end_time,
           due_date, state, actual_start_time, actual_end_time)
         select $1, $2, $2, id, 10, $3, now(), now(), current_date, $4, $5, $6 from product`,
        [
          site.id,
          code,
          lines,
          hours[1] === null ? 'running' : 'completed',
          new Date(ten + hours[0] * HOUR).toISOString(),
          hours[1] === null ? null : new Date(ten + hours[1] * HOUR).toISOString(),
        ],
      );
    await order('O-PAST', `{${lineId}}`, [-5, 1]);
    await order('O-ALL', '{}', [1, null]);
    await post(test, gateway, [
      tell(ten, 'run'),
      tell(ten + 10 * MINUTE, 'idle'),
      tell(ten + 40 * MINUTE, 'run'),
      tell(ten + 80 * MINUTE, 'idle'),
      tell(ten + 90 * MINUTE, 'run'),
    ]);
    const { rows } = await test.database.owner.query<{ code: string }>(
      `select o.order_code as code from equipment_downtime d left join production_order o on o.id = d.order_id
       where d.equipment_id = $1 order by d.start_time`,
      [gateway.devices['MC-20']],
    );
    expect(rows.map(({ code }) => code)).toEqual(['O-PAST', 'O-ALL']);
    const cards = await test.call<{
      list: { number: string; live: { orderCode: string | null } }[];
    }>('GET', '/api/equipment/machine-tools', undefined, me);
    expect(cards.data.list).toMatchObject([{ number: 'MC-20', live: { orderCode: 'O-ALL' } }]);
  });

  it('keep their start however many states it is made of', async () => {
    const { gateway, tell, list } = await openPlant(test, ['MC-21'], []);
    const words = Array.from({ length: 250 }, (_, place) =>
      tell(ten + (20 + place) * 1000, 'idle', { program: `O${place}` }),
    );
    await post(test, gateway, [tell(ten, 'run'), ...words.slice(0, 200)]);
    await post(test, gateway, words.slice(200, 230));
    await post(test, gateway, words.slice(230));
    await post(test, gateway, [tell(ten + 10 * MINUTE, 'run')]);
    expect(await list()).toMatchObject([
      { startTime: new Date(ten + 20_000).toISOString(), minutes: '9.67' },
    ]);
  });

  it('count an alarm during which the machine changes its program as one failure', async () => {
    const { gateway, tell } = await openPlant(test, ['MC-22'], []);
    await post(test, gateway, [
      tell(ten, 'run', { program: 'A' }),
      tell(ten + 10 * MINUTE, 'alarm', { program: 'A' }),
      tell(ten + 13 * MINUTE, 'alarm', { program: 'B' }),
      tell(ten + 16 * MINUTE, 'estop', { program: 'B' }),
      tell(ten + 19 * MINUTE, 'run', { program: 'B' }),
      tell(ten + 30 * MINUTE, 'alarm'),
      tell(ten + 34 * MINUTE, 'run'),
    ]);
    const id = gateway.devices['MC-22'] ?? '';
    const day = new Date(ten + 8 * HOUR).toISOString().slice(0, 10);
    const sums = await inScope(test.app.services.database.pool, { site: gateway.site.id }, (trx) =>
      shiftSums(trx, { siteId: gateway.site.id, equipmentIds: [id], from: day, to: day }),
    );
    expect(
      sums.map(({ sums: { failures, failureSeconds } }) => [failures, failureSeconds]),
    ).toEqual([
      [1, 9 * 60],
      [0, 0],
    ]);
  });
});
