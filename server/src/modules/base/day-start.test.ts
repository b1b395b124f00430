import { afterAll, beforeAll, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';
import { openShiftCalendar } from '../device/shift-calendar.ts';
import { dayBefore } from './dated-rows.ts';
import { localDay } from '@millwright/contract/kernel/local-day';

let test: TestApp;
let site: TestSite;
let admin: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  admin = await test.signIn('admin');
});
afterAll(() => test.close());

interface SiteRow {
  id: string;
  revision: number;
  dayStart: string | null;
  pastDayStarts: { dayStart: string | null; validTo: string }[];
}

const dayAfter = (day: string) =>
  dayBefore(new Date(Date.parse(day) + 2 * 86_400_000).toISOString());

it('a changed start of the production day leaves the days that have begun alone', async () => {
  const get = async () =>
    (await test.call<SiteRow>('GET', `/api/user/depart/${site.id}`, undefined, admin)).data;
  const change = async (dayStart: string | null) => {
    const { revision } = await get();
    const body = { id: site.id, revision, dayStart };
    return (await test.call<SiteRow>('PUT', '/api/user/depart', body, admin)).data;
  };
  const daysOf = (moments: readonly string[]) =>
    inScope(test.database.app, { site: site.id }, async (trx) => {
      const calendar = await openShiftCalendar(trx, site.id, []);
      return moments.map(
        (moment) => calendar.placeOf('0', Date.parse(`${moment}:00+08:00`)).shiftDate,
      );
    });
  await test.database.owner.query(
    `update base_site set day_start = '08:00', time_zone = 'Asia/Shanghai' where id = $1`,
    [site.id],
  );
  const today = localDay(new Date(), 'Asia/Shanghai');
  expect((await change('08:00')).pastDayStarts).toEqual([]);
  expect((await change('06:00')).pastDayStarts).toMatchObject([
    { dayStart: '08:00', validTo: today },
  ]);
  const again = await change('05:30');
  expect(again).toMatchObject({ dayStart: '05:30', pastDayStarts: [{ dayStart: '08:00' }] });
  expect(again.pastDayStarts).toHaveLength(1);
  // A message of last week that arrives now, the morning of today, and the one that the change is made for.
  const lastWeek = '2025-11-05';
  const tomorrow = dayAfter(today);
  expect(
    await daysOf([
      `${lastWeek}T07:00`,
      `${lastWeek}T08:00`,
      `${today}T07:59`,
      `${tomorrow}T05:29`,
      `${tomorrow}T05:30`,
    ]),
  ).toEqual([dayBefore(lastWeek), lastWeek, dayBefore(today), today, tomorrow]);
});

it('without a start of its own a site begins its day with the first shift that holds then', async () => {
  const other = await test.makeSite();
  const { rows } = await test.database.owner.query<{ id: string }>(
    `with line as (insert into base_line (site_id, code, name) values ($1, 'L1', 'L1') returning id),
      shifts as (insert into base_line_shifts (site_id, parent_id, position, name, start_time, end_time, weekdays, valid_from, valid_to)
        select $1, line.id, n, 'A', start, '16:00', '{1,2,3,4,5}', since, till from line,
        (values (0, '08:00', null, date '2025-11-05'), (1, '06:00', date '2025-11-06', null)) v(n, start, since, till)),
      device as (insert into base_equipment (site_id, number, nickname, equipment_kind)
        values ($1, 'M1', 'M1', 'machineTool') returning id)
    insert into base_line_devices (site_id, parent_id, position, name, equipment_id)
    select $1, line.id, 0, 'M1', device.id from line, device returning equipment_id as id`,
    [other.id],
  );
  const id = rows[0]?.id ?? '';
  // Two Sundays without a shift, before and after the first shift began earlier.
  const days = await inScope(test.database.app, { site: other.id }, async (trx) => {
    const calendar = await openShiftCalendar(trx, other.id, [id]);
    return ['2025-11-02', '2025-11-09'].map(
      (day) => calendar.placeOf(id, Date.parse(`${day}T07:00:00+08:00`)).shiftDate,
    );
  });
  expect(days).toEqual(['2025-11-01', '2025-11-09']);
});

it('the time zone of a site stays once its production days hold something', async () => {
  const made = await test.makeSite();
  const change = async (more: object) => {
    const url = `/api/user/depart/${made.id}`;
    const { revision } = (await test.call<SiteRow>('GET', url, undefined, admin)).data;
    const body = { id: made.id, revision, ...more };
    return test.call<ChangedSite>('PUT', '/api/user/depart', body, admin);
  };
  expect((await change({ timeZone: 'Europe/Berlin' })).data.timeZone).toBe('Europe/Berlin');
  await test.database.owner.query(
    `insert into log_equipment_day (site_id, day, device_number, changes, known_seconds, alarm_seconds,
       connection_seconds, device_seconds, emergency_stop_seconds) values ($1, '2025-11-05', 'M1', 1, 1, 0, 0, 0, 0)`,
    [made.id],
  );
  const refused = await change({ timeZone: 'Asia/Shanghai' });
  expect([refused.code, refused.data.errors]).toMatchObject([
    422,
    [{ field: 'timeZone', key: 'site.zoneFixed' }],
  ]);
  const kept = await change({ timeZone: 'Europe/Berlin', leader: '王敏' });
  expect([kept.code, kept.data.timeZone]).toEqual([0, 'Europe/Berlin']);
});

interface ChangedSite {
  timeZone: string;
  errors?: { field: string; key: string }[];
}
