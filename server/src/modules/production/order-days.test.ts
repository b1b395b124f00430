import { localDay } from '@millwright/contract/kernel/local-day';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Context } from '../../kernel/context.ts';
import { refreshOutlook } from './order-outlook.ts';
import { openOrderBench, type OrderBench } from './order.testing.ts';

let made: OrderBench;

beforeAll(async () => {
  made = await openOrderBench();
});
afterAll(() => made.bench.close());

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) =>
  localDay(new Date(Date.now() + days * DAY_MS), 'Asia/Shanghai');
const inside = (work: (context: Context) => Promise<unknown>) => made.bench.inside(made.nb, work);

/** Hours of all stations: the second procedure of the route tells what is finished. */
async function tellHours(orderId: string, goodByDay: Readonly<Record<string, number>>) {
  await inside(async (context) => {
    for (const [day, good] of Object.entries(goodByDay))
      await sql`insert into prod_hour (equipment_id, line_id, station_id, order_id, hour, shift_date, site_id, good)
        select 1, s.line_id, s.id, ${orderId}, ${day}::date + interval '1 hour', ${day}, s.site_id,
          case s.work_report_station_no when 'S2' then ${good}::int when 'S1' then 900 else 0 end
        from base_station s where s.site_id = ${made.nb.siteId}`.execute(context.sql);
  });
}

async function forecastDays(id: string): Promise<number> {
  await inside((context) => refreshOutlook(context, [id]));
  return (Date.parse(String((await made.get(id)).forecastTime)) - Date.now()) / DAY_MS;
}

it('forecasts by the good pieces of the last five working days at the last step that tells any', async () => {
  const id = await made.running({ quantity: 1000 });
  await made.count(id, 'output_qty = 600, good_qty = 500');
  const past = [1, 2, 3, 4, 5].map((ago) => [dayFromNow(-ago), 100] as const);
  await tellHours(id, { ...Object.fromEntries(past), [dayFromNow(-6)]: 5000, [dayFromNow(0)]: 1 });
  expect(await forecastDays(id)).toBeCloseTo(5, 2);
  const { revision } = await made.get(id);
  const { data } = await made.put(id, { revision, quantity: 1500, reason: '客户加单' });
  expect((Date.parse(String(data.forecastTime)) - Date.now()) / DAY_MS).toBeCloseTo(10, 2);
});

it('steps over days on which the lines of the order have no shifts', async () => {
  const { bench, nb } = made;
  const shifts = [{ name: '白班', startTime: '08:00', endTime: '20:00' }];
  const line = await bench.make(nb, '/api/base/lines', { code: 'L77', name: '机加二线', shifts });
  const id = await made.running({ quantity: 1000 });
  await made.count(id, `good_qty = 500, line_ids = array[${line.id}]::bigint[]`);
  for (const days of [-2, 1, 2])
    await inside((context) =>
      sql`insert into base_line_day (site_id, line_id, day, kind)
        values (${nb.siteId}, ${line.id}, ${dayFromNow(days)}, 'holiday')`.execute(context.sql),
    );
  const past = [1, 3, 4, 5, 6].map((ago) => [dayFromNow(-ago), 250] as const);
  await tellHours(id, { ...Object.fromEntries(past), [dayFromNow(-7)]: 5000 });
  expect(await forecastDays(id)).toBeCloseTo(4, 2);
});
