import type { LineStanding } from '@millwright/contract/equipment/live-equipment';
import type { OutputFeed } from '@millwright/contract/system/kanban-feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inScope } from '../../kernel/database/transaction.ts';
import { testApp, type TestApp } from '../../kernel/testing.ts';
import { message, post } from '../device/testing.ts';
import { makeBoard } from '../kanban/testing.ts';
import { HOUR, MINUTE, openPlant } from './downtime.testing.ts';
import { lineStanding } from './line-standing.ts';

describe('how a line stands', () => {
  let test: TestApp;
  let plant: Awaited<ReturnType<typeof openPlant>>;
  beforeAll(async () => {
    test = await testApp();
    plant = await openPlant(test, ['P-1', 'P-2', 'P-3']);
    await query(`update base_equipment set standard_beat = 60 where number = 'P-2'`);
  });
  afterAll(() => test.close());

  const query = (text: string, values: unknown[] = []) => test.database.owner.query(text, values);
  const now = Math.floor(Date.now() / MINUTE) * MINUTE;
  const at = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
  const standing = (since: number | null = 8 * HOUR): Promise<LineStanding | null> =>
    inScope(test.database.app, { site: plant.gateway.site.id }, (trx) =>
      lineStanding(
        trx,
        plant.gateway.site.id,
        {
          code: 'L1',
          hours:
            since === null
              ? []
              : [
                  {
                    hour: new Date(now - since).toISOString(),
                    good: null,
                    ng: null,
                    standard: null,
                  },
                ],
        },
        now,
      ),
    );
  const stop = (number: string, from: number, to: number | null, more = '') =>
    query(
      `insert into equipment_downtime (site_id, equipment_id, equipment_number, start_time, end_time, minutes, state, reason_id, alarm_encoding)
       select site_id, id, number, $2, $3, $4, case when $3::timestamptz is null then 'open' else 'unclassified' end,
         (select id from base_reason_code where code = $5), nullif($5, '')
       from base_equipment where number = $1`,
      [number, at(from), to === null ? null : at(to), from - (to ?? 0), more],
    );

  it('tells the state of the machine that sets the pace, and nothing where nothing happened', async () => {
    expect(await standing()).toEqual({ status: null, event: null });
    await query(
      `insert into device_live (equipment_id, site_id, status, start_time) select id, site_id,
        case number when 'P-2' then null else 'alarm' end, now() from base_equipment where number like 'P-_'`,
    );
    // The pace maker never told anything.
    expect((await standing())?.status).toBe('alarm');
    await query(`update device_live set status = 'run' where equipment_id = $1`, [
      plant.gateway.devices['P-2'],
    ]);
    expect(await standing()).toEqual({ status: 'run', event: null });
  });

  it('tells the last stop of the shift with its reason, of the pace maker before another machine, which it names', async () => {
    await query(
      `insert into base_reason_code (site_id, kind, code, name_zh, name_en, category)
       values ($1, 'downtime', 'COOL', '模具冷却水压低', 'Die coolant pressure low', 'breakdown')`,
      [plant.gateway.site.id],
    );
    await stop('P-1', 120, 110);
    expect((await standing())?.event).toMatchObject({ machine: '设备P-1', textZh: null });
    await stop('P-2', 240, 193, 'COOL');
    expect((await standing())?.event).toEqual({
      kind: 'stop',
      machine: null,
      startTime: at(240),
      isOver: true,
      seconds: 47 * 60,
      textZh: '模具冷却水压低',
      textEn: 'Die coolant pressure low',
    });
    // Of an earlier shift, or outside of shifts.
    expect((await standing(HOUR))?.event).toBeNull();
    expect((await standing(null))?.event).toBeNull();
  });

  it('puts what stands before what is over, and the pace maker before the others', async () => {
    const alarm = message(plant.gateway, {
      type: 'alarm',
      deviceNumber: 'P-1',
      sendTime: at(5),
      data: { encoding: 'SV0401', text: 'VRDY OFF', active: 1 },
    });
    expect((await post(test, plant.gateway, [alarm])).rejected).toEqual([]);
    expect((await standing(HOUR))?.event).toMatchObject({
      kind: 'alarm',
      machine: '设备P-1',
      isOver: false,
      seconds: 5 * 60,
      textZh: 'VRDY OFF',
      textEn: 'VRDY OFF',
    });
    await stop('P-1', 4, null, 'SV0401');
    expect((await standing(HOUR))?.event).toMatchObject({ kind: 'stop', textEn: 'VRDY OFF' });
    await stop('P-2', 10 * 60, null);
    expect((await standing(null))?.event).toMatchObject({ machine: null, seconds: 36_000 });
    await query(`update base_equipment set is_show = false where number = 'P-2'`);
    expect(await standing()).toMatchObject({ status: 'alarm', event: { machine: '设备P-1' } });
    await query(`update base_equipment set is_show = true where number = 'P-2'`);
  });

  it('stands on the board of a line, not of a site with several', async () => {
    const { site } = plant.gateway;
    const ask = async (lineId: string | null) => {
      const board = await makeBoard(test, {
        site,
        lineId,
        pages: [{ page: 'output', seconds: 20 }],
      });
      const url = `/api/kanban/${board.code}/pages/output`;
      return (await test.call<OutputFeed>('GET', url, undefined, board.headers)).data.standing;
    };
    expect(await ask(plant.lineId)).toMatchObject({ status: 'run', event: { seconds: 36_000 } });
    expect(await ask(null)).toMatchObject({ status: 'run' });
    await query(`insert into base_line (site_id, code, name) values ($1, 'L2', '二线')`, [site.id]);
    expect(await ask(null)).toBeNull();
    const { rows } = await query(`select id from base_line where code = 'L2'`);
    expect(await ask(String(rows[0]?.id))).toBeNull();
  });
});
