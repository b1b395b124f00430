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
