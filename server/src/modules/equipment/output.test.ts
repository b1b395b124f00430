import type { LiveFacts, OutputHistory } from '@millwright/contract/equipment/live-equipment';
import { type KeyFigures, keyFigures } from '@millwright/contract/equipment/time-model';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope, type Trx } from '../../kernel/database/transaction.ts';
import { type Headers, type TestApp, testApp } from '../../kernel/testing.ts';
import { makeGateway, message, post, type TestGateway } from '../device/testing.ts';
import { lineOees } from './line-oee.ts';
import { lineOutputs } from './line-output.ts';
import { insertInto, makeLine } from './output.testing.ts';
import { shiftSums } from './shift-sums.ts';

let test: TestApp;
let gateway: TestGateway;
let me: Headers;
let line: string;

const TOOLS = '/api/equipment/machine-tools';
/** 02:00 in the night shift that began on 14 March. */
const NIGHT = Date.parse('2026-03-15T02:00:00+08:00');

beforeAll(async () => {
  test = await testApp();
  gateway = await makeGateway(test, ['OU-1', 'OU-2', 'OU-3'], { isHistory: true });
  me = await test.as('equipment_engineer', gateway.site);
  line = await makeLine(test, gateway);
});
afterAll(() => test.close());

const insert = (text: string, ...values: unknown[]): Promise<string> =>
  insertInto(test, gateway, text, ...values);

const said = (
  type: 'state' | 'count',
  time: string,
  data: Record<string, unknown>,
  deviceNumber = 'OU-1',
) => message(gateway, { type, deviceNumber, sendTime: new Date(time).toISOString(), data });
const night = (time: string) => `2026-03-${time < '12' ? '15' : '14'}T${time}:00+08:00`;
const within = <T>(work: (trx: Trx) => Promise<T>): Promise<T> =>
  inScope(test.database.app, { site: gateway.site.id }, work);

/** At the end of the night shift. */
const oeesOf = (lineId: string | null) =>
  within((trx) =>
    lineOees(trx, { siteId: gateway.site.id, lineId, now: Date.parse(night('08:00')) - 1 }),
  );

async function figuresOf(number: string): Promise<KeyFigures> {
  const day = '2026-03-14';
  const asked = {
    siteId: gateway.site.id,
    equipmentIds: [gateway.devices[number] ?? ''],
    from: day,
    to: day,
  };
  const sums = await within((trx) => shiftSums(trx, asked));
  const own = sums.find(({ window }) => window.from === Date.parse(night('20:00')));
  if (!own) throw new Error('No night shift');
  return keyFigures(own.sums);
}

const percent = (share: number | null) => Math.round((share ?? 0) * 1000) / 10;

it('gives the worked example out of messages: A 85.7, P 91.7, Q 97.6, OEE 76.7 %', async () => {
  const states = [
    ['20:00', 'idle'],
    ['20:30', 'run'],
    ['00:00', 'idle'],
    ['00:30', 'run'],
    ['04:00', 'idle'],
    ['04:30', 'run'],
    ['06:30', 'alarm'],
    ['08:00', 'idle'],
  ].map(([time = '', status]) => said('state', night(time), { status }));
  const counts = [
    said('count', night('20:30'), { stationNumber: 'S-1', counter: 1000 }),
    said('count', night('23:30'), { stationNumber: 'S-1', counter: 1080, ng: 5 }),
    said('count', night('06:20'), { stationNumber: 'S-1', counter: 1200 }),
  ];
  expect((await post(test, gateway, [...states, ...counts])).rejected).toEqual([]);
  await insert(
    `insert into equipment_downtime (site_id, equipment_id, equipment_number, start_time, end_time, category)
     values ($1, $2, 'OU-1', $3, $4, 'planned')`,
    gateway.devices['OU-1'],
    night('20:00'),
    night('20:30'),
  );
  const figures = await figuresOf('OU-1');
  expect(figures).toMatchObject({ shiftTime: 660 * 60, plannedTime: 630 * 60, counted: 1 });
  expect(percent(figures.actionRate)).toBe(81.8);
  expect(percent(figures.availability)).toBe(85.7);
  expect(percent(figures.performance)).toBe(91.7);
  expect(percent(figures.quality)).toBe(97.6);
  expect(percent(figures.oee)).toBe(76.7);
  await test.database.owner.query('update base_equipment set standard_beat = 290 where id = $1', [
    gateway.devices['OU-1'],
  ]);
  const own = await figuresOf('OU-1');
  expect(own.performance).toBeCloseTo((205 * 290) / (540 * 60));
  expect(own.isBeatTooLong).toBe(true);
});

it('gives a line the times of its bottleneck, the machine with the longest beat, and its own pieces', async () => {
  const bare = await insert(`insert into base_line (site_id, code, name) values ($1, 'L8', '八')`);
  const [seventh, eighth] = await oeesOf(null);
  // NG of a line with an NG station is what that station told, not what the discharge station did.
  expect(seventh).toMatchObject({
    code: 'L7',
    shiftName: '夜班',
    bottleneck: '设备OU-1',
    hasDischarge: true,
    runTime: 540 * 60,
    output: { good: 200, ng: 0 },
  });
  const own = await figuresOf('OU-1');
  expect(seventh?.figures?.availability).toBeCloseTo(own.availability ?? 0, 5);
  expect(seventh?.figures?.performance).toBeCloseTo((200 * 290) / (540 * 60));
  expect(seventh?.figures?.quality).toBe(1);
  expect(eighth).toMatchObject({ code: 'L8', bottleneck: null, figures: null, shiftName: null });
  const slower = 'update base_equipment set standard_beat = $2 where id = $1';
  await test.database.owner.query(slower, [gateway.devices['OU-3'], 291]);
  const [other] = await oeesOf(line);
  expect(other).toMatchObject({
    bottleneck: '设备OU-3',
    output: { good: 200, ng: 0 },
    figures: { performance: null, oee: null },
  });
  const ends = 'update base_line set has_output = $2 where id = $1';
  await test.database.owner.query(ends, [line, false]);
  const [alone] = await oeesOf(line);
  expect(alone).toMatchObject({ bottleneck: '设备OU-3', output: null, figures: { oee: null } });
  await test.database.owner.query(slower, [gateway.devices['OU-3'], null]);
  // Without a discharge station the pieces of the bottleneck itself are the best that is known.
  const [uncounted] = await oeesOf(line);
  expect(uncounted).toMatchObject({ hasDischarge: false, output: { good: 200, ng: 5 } });
  expect(uncounted?.figures?.oee).toBeCloseTo(own.oee ?? 0, 5);
  await test.database.owner.query(ends, [line, true]);
  await test.database.owner.query('delete from base_line where id = $1', [bare]);
});

it('gives no P where a piece has no standard beat, and nothing where none was counted', async () => {
  await post(test, gateway, [
    said('state', night('20:00'), { status: 'run' }, 'OU-2'),
    said('state', night('20:00'), { status: 'run' }, 'OU-3'),
    said('count', night('21:00'), { stationNumber: 'S-2', good: 30, ng: 2 }, 'OU-2'),
  ]);
  await test.database.owner.query('update base_route_steps set standard_beat = null');
  const unpaced = await figuresOf('OU-2');
  expect(unpaced).toMatchObject({ performance: null, oee: null, quality: 30 / 32 });
  await test.database.owner.query('update base_route_steps set standard_beat = 145');
  expect((await figuresOf('OU-2')).performance).not.toBeNull();
  expect(await figuresOf('OU-3')).toMatchObject({ performance: null, quality: null, counted: 0 });
});

it('sums a line over its discharge and NG stations, merged ones as one, by the hour against its beat', async () => {
  await post(test, gateway, [
    said('count', night('21:10'), { stationNumber: 'S-3', good: 500 }, 'OU-3'),
    said('count', night('21:20'), { stationNumber: 'S-NG', good: 3, ng: 1 }, 'OU-3'),
  ]);
  const [output] = await within((trx) =>
    lineOutputs(trx, { siteId: gateway.site.id, lineId: line, now: NIGHT }),
  );
  expect(output).toMatchObject({
    code: 'L7',
    orderName: '一号订单',
    shiftName: '夜班',
    hasDischarge: true,
    isCounted: true,
    // Told at 23:30 and 06:20 by one discharge station, at 21:00 by the one merged with it.
    good: 80 + 120 + 30,
    ng: 4,
    standardBeat: 120,
    // Five and a half hours have been worked by 02:00, eleven will be.
    standard: (5.5 * 3600) / 120,
    standardOfShift: (11 * 3600) / 120,
  });
  const [oee] = await oeesOf(line);
  // The page of OEE tells the same pieces, and holds them against the beat of the bottleneck.
  expect(oee).toMatchObject({ bottleneck: '设备OU-1', output: { good: 230, ng: 4 } });
  expect(oee?.figures?.quality).toBeCloseTo(230 / 234);
  expect(oee?.figures?.performance).toBeCloseTo((234 * 290) / (540 * 60));
  expect(output?.hours.map(({ good, ng, standard }) => [good, ng, standard])).toEqual([
    [null, null, 30],
    [30, 4, 30],
    [null, null, 30],
    [80, 0, 30],
    [null, null, 15],
    [null, null, 30],
    [null, null, 30],
    [null, null, 30],
    [null, null, 15],
    [null, null, 30],
    [120, 0, 30],
    [null, null, 30],
  ]);
  await test.database.owner.query(
    `update base_station set ng_station_flag = false where work_report_station_no = 'S-NG'`,
  );
  const [without] = await within((trx) =>
    lineOutputs(trx, { siteId: gateway.site.id, lineId: null, now: NIGHT }),
  );
  // Without an NG station, what the discharge stations tell stands for it.
  expect(without).toMatchObject({ good: 230, ng: 5 + 2 });
});

it('shows the pieces of the shift that runs on the wall, in the table and in the drawer', async () => {
  const now = Date.now();
  const at = (seconds: number) => new Date(now - seconds * 1000).toISOString();
  await post(test, gateway, [
    said('state', at(2400), { status: 'run' }, 'OU-2'),
    said('count', at(2), { stationNumber: 'S-2', counter: 10 }, 'OU-2'),
    said('count', at(1), { stationNumber: 'S-2', counter: 17, ng: 1 }, 'OU-2'),
  ]);
  const { data } = await test.call<{
    list: { id: string; number: string; output: number | null; live: LiveFacts }[];
  }>('GET', TOOLS, undefined, me);
  const row = data.list.find(({ number }) => number === 'OU-2');
  expect(row).toMatchObject({ output: 8, live: { shift: { output: { good: 7, ng: 1 } } } });
  expect(data.list.find(({ number }) => number === 'OU-3')).toMatchObject({
    output: null,
    live: { shift: { output: null } },
  });
  const tab = await test.call<OutputHistory>('GET', `${TOOLS}/${row?.id}/outputs`, undefined, me);
  expect(tab.data.products).toEqual([{ productName: '锻造轮', good: 7, ng: 1 }]);
  expect(tab.data.shifts).toMatchObject([
    { shiftDate: row?.live.shift?.shiftDate, name: row?.live.shift?.name, good: 7, ng: 1 },
  ]);
  expect(tab.data.shifts[0]?.performance).toBeGreaterThan(0);
  const counted = tab.data.hours.filter(({ good }) => good !== null);
  expect(counted.reduce((sum, { good, ng }) => sum + (good ?? 0) + (ng ?? 0), 0)).toBe(8);
  expect(tab.data.hours).toHaveLength(12);
  const silent = await test.call<OutputHistory>(
    'GET',
    `${TOOLS}/${gateway.devices['OU-1']}/outputs`,
    undefined,
    me,
  );
  expect(silent.data).toMatchObject({ shifts: [], products: [], standardBeat: 290 });
});
