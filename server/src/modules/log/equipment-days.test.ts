import type { ListAnswer } from '@millwright/contract/kernel/query';
import { equipmentStateLog, type StateBand } from '@millwright/contract/log/equipment-state';
import { afterAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { writeLog } from '../../kernel/log/write.ts';
import { sumEquipmentDays } from './equipment-days.ts';
import { openLogs, type Values } from './logs.testing.ts';

const { test, site, engineer, write, get } = await openLogs();
afterAll(() => test.close());

describe('the state log of equipment', () => {
  it('gives the bands of a day and how long each state lasted', async () => {
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, device: boolean) => ({
      at: `${day}T${time}.000Z`,
      deviceNumber: 'B1',
      connection: true,
      device,
      changedField: ['device'],
    });
    await write(equipmentStateLog, [
      row('02:00:00', true),
      row('04:00:00', false),
      row('05:30:00', true),
    ]);
    const listed = await get<ListAnswer<Values>>(
      '/api/log/equipment-state-logs?params[deviceNumber]=B1',
    );
    expect(listed.data.list.map(({ duration }) => duration)).toEqual([null, 5400, 7200]);
    const { data } = await get<{
      list: { deviceNumber: string; pieces: unknown[]; seconds: Values }[];
    }>(`/api/log/equipment-state-logs/bands?day=${day}`);
    const band = data.list.find(({ deviceNumber }) => deviceNumber === 'B1');
    expect(band?.pieces).toHaveLength(3);
    // From 10:00 to 12:00 and from 13:30 to midnight of the site.
    expect(band?.seconds.device).toBe(7200 + 10.5 * 3600);
    const after = await get<{ list: StateBand[] }>(
      `/api/log/equipment-state-logs/bands?day=${new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)}`,
    );
    const [piece] = after.data.list.find(({ deviceNumber }) => deviceNumber === 'B1')?.pieces ?? [];
    expect([piece?.at, piece?.toldAt]).toEqual([`${day}T16:00:00.000Z`, `${day}T05:30:00.000Z`]);
    expect((await get('/api/log/equipment-state-logs/bands?day=x')).code).toBe(400);
  });

  it('keeps apart the bands of machines of two sites that have the same number', async () => {
    const other = await test.makeSite();
    const day = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
    const said = { deviceNumber: 'T1', alarm: true, changedField: ['alarm'] };
    const rows = [site, other].map(({ id: siteId }, place) => ({
      siteId,
      at: `${day}T0${place + 2}:00:00.000Z`,
      ...said,
    }));
    await inScope(test.database.app, { site: '*' }, (trx) =>
      writeLog(trx, equipmentStateLog, rows),
    );
    const { data } = await get<{
      list: { siteId: string; deviceNumber: string; seconds: Values }[];
    }>(`/api/log/equipment-state-logs/bands?day=${day}`, await test.as('super_admin'));
    const own = data.list.filter(({ deviceNumber }) => deviceNumber === 'T1');
    expect(own.map(({ siteId, seconds }) => [siteId, seconds.alarm])).toEqual([
      [site.id, 14 * 3600],
      [other.id, 13 * 3600],
    ]);
  });

  it('leaves a flag empty that was never told: in the list, its filter, the bands and an export', async () => {
    const day = new Date(Date.now() - 4 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, flags: Values) => ({
      at: `${day}T${time}.000Z`,
      deviceNumber: 'N1',
      changedField: Object.keys(flags),
      ...flags,
    });
    await write(equipmentStateLog, [
      row('02:00:00', { connection: true }),
      row('03:00:00', { connection: true, alarm: true }),
      row('04:00:00', { connection: true, alarm: false }),
    ]);
    const url = '/api/log/equipment-state-logs';
    const whole = `params[deviceNumber]=N1&params[at][begin]=${day}T00:00:00Z&params[at][end]=${day}T12:00:00Z`;
    const alarms = async (word: string) => {
      const { data } = await get<ListAnswer<Values>>(`${url}?${whole}&params[alarm]=${word}`);
      return [data.total, ...data.list.map(({ alarm }) => alarm)];
    };
    expect(await alarms('true,false,none')).toEqual([3, false, true, null]);
    expect(await alarms('none')).toEqual([1, null]);
    expect(await alarms('true,none')).toEqual([2, true, null]);
    expect(await alarms('false')).toEqual([1, false]);
    const byHours = `${url}?params[device]=none&params[at][begin]=${day}T02:00:00Z&params[at][end]=${day}T05:00:00Z`;
    expect((await get<ListAnswer<Values>>(byHours)).data.total).toBe(3);
    const { data } = await get<{
      list: { deviceNumber: string; pieces: { flags: string }[]; seconds: Values }[];
    }>(`${url}/bands?day=${day}`);
    const band = data.list.find(({ deviceNumber }) => deviceNumber === 'N1');
    expect(band?.pieces.map(({ flags }) => flags)).toEqual(['-1--', '11--', '01--']);
    expect(band?.seconds).toEqual({ alarm: 3600, connection: 14 * 3600 });
    const { body } = await test.app.inject({
      method: 'GET',
      url: `${url}/export?format=csv&columns=alarm,connection,device&${whole}`,
      headers: engineer,
    });
    expect(body.trim().split(/\r?\n/).slice(1)).toEqual(['否,是,', '是,是,', ',是,']);
  });

  it('keeps the sums of each day for good, late rows included', async () => {
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, alarm: boolean) => ({
      at: `${day}T${time}.000Z`,
      deviceNumber: 'S1',
      connection: true,
      alarm,
      changedField: ['alarm'],
    });
    const sums = async () => {
      await sumEquipmentDays(test.app.services);
      const { rows } = await test.database.owner.query(
        `select changes, alarm_seconds as alarm, connection_seconds as connection from log_equipment_day
         where device_number = 'S1' and day = $1 and site_id = $2`,
        [day, site.id],
      );
      return rows;
    };
    await write(equipmentStateLog, [row('02:00:00', true), row('04:00:00', false)]);
    // From ten in the morning of the site to midnight.
    expect(await sums()).toEqual([{ changes: 2, alarm: 7200, connection: 14 * 3600 }]);
    await write(equipmentStateLog, [row('03:00:00', false)]);
    expect(await sums()).toEqual([{ changes: 3, alarm: 3600, connection: 14 * 3600 }]);
  });

  it('knows what a quiet machine was told to be weeks ago: in its bands and in the sums of each day since', async () => {
    const quiet = await test.makeSite();
    const reader = await test.as('super_admin', quiet);
    const { owner } = test.database;
    const machine = async (number: string) => {
      const { rows } = await owner.query<{ id: string }>(
        `insert into base_equipment (site_id, number, nickname, equipment_kind) values ($1, $2, $2, 'machineTool') returning id`,
        [quiet.id, number],
      );
      return rows[0]?.id ?? '';
    };
    await machine('Q1');
    // Of the site's time less the hour that a day waits to be summed.
    const dayAgo = (days: number) =>
      new Date(Date.now() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
    const row = (days: number, deviceNumber: string) => ({
      siteId: quiet.id,
      at: `${dayAgo(days)}T02:00:00.000Z`,
      deviceNumber,
      connection: true,
      device: true,
      changedField: ['device'],
    });
    const writeThere = (rows: ReturnType<typeof row>[]) =>
      inScope(test.database.app, { site: quiet.id }, (trx) =>
        writeLog(trx, equipmentStateLog, rows),
      );
    // Nobody has a machine of the number GONE any more.
    await writeThere([row(40, 'Q1'), row(40, 'GONE')]);
    // Its row has served its time or bears the number that it had then.
    await owner.query(
      `insert into device_live (equipment_id, site_id, alarm, connection, flags_time) values ($1, $2, 1, 0, $3)`,
      [await machine('Q2'), quiet.id, `${dayAgo(50)}T02:00:00.000Z`],
    );
    const bandsOf = async (days: number) =>
      (
        await get<{ list: StateBand[] }>(
          `/api/log/equipment-state-logs/bands?day=${dayAgo(days)}`,
          reader,
        )
      ).data.list.map(({ deviceNumber, pieces, seconds }) => [
        deviceNumber,
        pieces.map(({ toldAt }) => toldAt),
        seconds,
      ]);
    const whole = 24 * 3600;
    const known = [
      ['Q1', [`${dayAgo(40)}T02:00:00.000Z`], { connection: whole, device: whole }],
      ['Q2', [`${dayAgo(50)}T02:00:00.000Z`], { alarm: whole }],
    ];
    expect(await bandsOf(1)).toEqual(known);
    expect(await bandsOf(39)).toEqual([
      ['GONE', [`${dayAgo(40)}T02:00:00.000Z`], { connection: whole, device: whole }],
      ...known,
    ]);
    expect((await bandsOf(45)).map(([number]) => number)).toEqual(['Q2']);
    const sums = async (deviceNumber: string) => {
      await sumEquipmentDays(test.app.services);
      const { rows } = await owner.query<{ day: string; said: string }>(
        `select day::text, concat_ws(' ', changes, known_seconds, alarm_seconds, device_seconds) as said from log_equipment_day
         where site_id = $1 and device_number = $2 order by day`,
        [quiet.id, deviceNumber],
      );
      return rows;
    };
    const days = Array.from({ length: 39 }, (_, place) => dayAgo(39 - place));
    const still = `0 ${whole} 0 ${whole}`;
    expect(await sums('Q1')).toEqual([
      { day: dayAgo(40), said: `1 ${14 * 3600} 0 ${14 * 3600}` },
      ...days.map((day) => ({ day, said: still })),
    ]);
    expect(await sums('Q2')).toEqual(
      [dayAgo(40), ...days].map((day) => ({ day, said: `0 ${whole} ${whole} 0` })),
    );
    expect(await sums('GONE')).toHaveLength(8);
    // Told late, it holds on all the days behind it, up to the next row.
    await writeThere([{ ...row(20, 'Q1'), device: false }]);
    const after = await sums('Q1');
    expect(after.filter(({ said }) => said === still)).toHaveLength(19);
    expect(after.filter(({ said }) => said === `0 ${whole} 0 0`)).toHaveLength(19);
    expect(after).toContainEqual({ day: dayAgo(20), said: `1 ${whole} 0 ${10 * 3600}` });
  });

  it('goes on at the next look where late rows reach further than one can sum', async () => {
    const { id: siteId } = await test.makeSite();
    const { owner } = test.database;
    await owner.query(
      `insert into base_equipment (site_id, number, nickname, equipment_kind) values ($1, 'F1', 'F1', 'machineTool')`,
      [siteId],
    );
    const tell = (daysAgo: number, alarm: boolean) => {
      const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
      const row = { siteId, at, deviceNumber: 'F1', alarm, changedField: ['alarm'] };
      return inScope(test.database.app, { site: siteId }, (trx) =>
        writeLog(trx, equipmentStateLog, [row]),
      );
    };
    const alarmDays = async () => {
      await sumEquipmentDays(test.app.services);
      const { rows } = await owner.query<{ n: number }>(
        'select count(*)::int as n from log_equipment_day where site_id = $1 and alarm_seconds = 86400',
        [siteId],
      );
      return rows[0]?.n ?? 0;
    };
    await tell(240, true);
    expect(await alarmDays()).toBeLessThan(200);
    const all = await alarmDays();
    expect(all).toBeGreaterThan(236);
    expect(await alarmDays()).toBe(all);
    await tell(230, false);
    expect(await alarmDays()).toBeGreaterThan(20);
    expect(await alarmDays()).toBeLessThan(11);
  });

  it('sums a day once where the hours of the site begin at half past, rows of no device aside', async () => {
    const india = await test.makeSite();
    const { owner } = test.database;
    await owner.query(`update base_site set time_zone = 'Asia/Kolkata' where id = $1`, [india.id]);
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const row = (time: string, deviceNumber: string | null) => ({
      siteId: india.id,
      at: `${day}T${time}.000Z`,
      deviceNumber,
      changedField: ['alarm'],
    });
    const writeThere = (rows: ReturnType<typeof row>[]) =>
      inScope(test.database.app, { site: india.id }, (trx) =>
        writeLog(trx, equipmentStateLog, rows),
      );
    // Half past six in the evening of London is midnight there.
    await writeThere([
      row('10:00:00', 'I1'),
      row('10:00:01', null),
      row('18:10:00', 'I1'),
      row('18:50:00', 'I1'),
    ]);
    const changes = async () => {
      await sumEquipmentDays(test.app.services);
      const { rows } = await owner.query<{ changes: number }>(
        'select changes from log_equipment_day where site_id = $1 order by day',
        [india.id],
      );
      return rows.map((one) => one.changes);
    };
    expect(await changes()).toEqual([2, 1]);
    await owner.query('update log_equipment_day set changes = 9 where site_id = $1', [india.id]);
    expect(await changes()).toEqual([9, 9]);
    await writeThere([row('18:55:00', 'I1')]);
    expect(await changes()).toEqual([2, 2]);
  });
});
