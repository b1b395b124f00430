import type { DowntimePareto } from '@millwright/contract/equipment/downtime';
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../kernel/testing.ts';
import { post } from '../device/testing.ts';
import { DOWNTIMES, HOUR, openPlant, ten } from './downtime.testing.ts';

const test = await testApp();
const { gateway, me, tell, list } = await openPlant(test, ['MC-30', 'MC-31']);
afterAll(() => test.close());

const say = (deviceNumber: string, at: number, status: string) => ({
  ...tell(at, status),
  deviceNumber,
});

/** A production date so many days after yesterday. */
const dayOf = (days: number) =>
  new Date(ten + 8 * HOUR + days * 24 * HOUR).toISOString().slice(0, 10);

async function ask(begin: string, end: string, number: string): Promise<DowntimePareto> {
  const span = `params[shiftDate][begin]=${begin}&params[shiftDate][end]=${end}`;
  const path = `${DOWNTIMES}/pareto?${span}&params[equipmentId]=${gateway.devices[number]}`;
  return (await test.call<DowntimePareto>('GET', path, undefined, me)).data;
}

describe('what stops cost a production date', () => {
  it('is what of a stop over several shifts lies in its own', async () => {
    // From 18:00 over the night to 13:00, with half an hour of break at noon.
    await post(test, gateway, [
      say('MC-30', ten - 41 * HOUR, 'run'),
      say('MC-30', ten - 40 * HOUR, 'idle'),
      say('MC-30', ten - 21 * HOUR, 'run'),
    ]);
    const [first, second] = [dayOf(-2), dayOf(-1)];
    expect(await ask(first, dayOf(0), 'MC-30')).toMatchObject({
      minutes: 1110,
      count: 1,
      unclassifiedMinutes: 1110,
      byCategory: [{ category: 'unclassified', minutes: 1110, count: 1 }],
      byDay: [
        { day: first, minutes: 840, unclassified: 840 },
        { day: second, minutes: 270, unclassified: 270 },
      ],
    });
    const later = await ask(second, second, 'MC-30');
    expect(later).toMatchObject({ minutes: 270, count: 1, byReason: [{ minutes: 270, count: 1 }] });
    expect(later.byHour.map(({ hour, minutes }) => [hour, minutes])).toEqual([
      [8, 60],
      [9, 60],
      [10, 60],
      [11, 60],
      [12, 30],
    ]);
    expect(await ask(dayOf(0), dayOf(0), 'MC-30')).toMatchObject({ minutes: 0, count: 0 });
    // The list goes on to show the row under the shift in which it began.
    expect(await list()).toMatchObject([{ shiftDate: first, minutes: '1110.00' }]);
  });

  it('is what was counted of a stop that began before it and lasts', async () => {
    await post(test, gateway, [
      say('MC-31', ten - 49 * HOUR, 'run'),
      say('MC-31', ten - 48 * HOUR, 'alarm'),
    ]);
    const day = dayOf(-1);
    expect(await ask(day, day, 'MC-31')).toMatchObject({ minutes: 1410, count: 1 });
    // 21.5 hours of the first day, and one of the next.
    await test.database.owner.query(
      `update equipment_downtime set minutes = 1350 where equipment_id = $1 and state = 'open'`,
      [gateway.devices['MC-31']],
    );
    expect(await ask(day, day, 'MC-31')).toMatchObject({ minutes: 60, count: 1 });
    expect(await ask(dayOf(0), dayOf(0), 'MC-31')).toMatchObject({ minutes: 0, count: 0 });
  });

  it('holds minor stops, judged and counted by their working time', async () => {
    const plant = await openPlant(test, ['MC-32']);
    const noon = ten + 2 * HOUR;
    const eight = ten - 2 * HOUR;
    const states = [
      // Half a minute in each of two production dates.
      [eight - 30_000, 'setup'],
      [eight + 30_000, 'run'],
      // 100 s before the break, and 100 s of it.
      [noon - 100_000, 'idle'],
      [noon + 100_000, 'run'],
      // Wholly inside the break.
      [noon + 600_000, 'idle'],
      [noon + 660_000, 'run'],
      // Longer than the limit: a stop of its own.
      [noon + HOUR, 'alarm'],
      [noon + HOUR + 180_000, 'run'],
    ] as const;
    await post(
      test,
      plant.gateway,
      states.map(([at, status]) => plant.tell(at, status)),
    );
    const minor = async (day: string, more = '') => {
      const path = `${DOWNTIMES}/pareto?params[shiftDate][begin]=${day}&params[shiftDate][end]=${day}${more}`;
      return (await test.call<DowntimePareto>('GET', path, undefined, plant.me)).data.minorMinutes;
    };
    const day = dayOf(0);
    expect(await minor(dayOf(-1))).toBe(0.5);
    expect(await minor(day)).toBe(2.2);
    // It has no category, so that none narrows it; line and machine do.
    expect(await minor(day, '&params[category]=planned')).toBe(await minor(day));
    expect(await minor(day, '&params[lineId]=none')).toBe(0);
    expect(await minor(day, `&params[equipmentId]=${gateway.devices['MC-30']}`)).toBe(0);
  });
});
