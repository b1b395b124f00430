import { expect } from 'vitest';
import type { TestApp } from '../../kernel/testing.ts';
import { makeGateway, message } from '../device/testing.ts';

/** A stop as its calls answer it. */
export interface Row {
  id: string;
  revision: number;
  state: string;
  startTime: string;
  endTime: string | null;
  minutes: string;
  category: string;
  reasonId: string | null;
  alarmEncoding: string | null;
  proposedReasonId: string | null;
  proposedCategory: string | null;
  shiftDate: string;
  shiftName: string;
  classifyBy: string | null;
}

export const HOUR = 3_600_000;
export const MINUTE = 60_000;
export const DOWNTIMES = '/api/equipment/downtimes';

/** Ten in the morning of yesterday, China time: inside a shift, two hours before the break. */
export const ten =
  Math.floor((Date.now() + 8 * HOUR) / (24 * HOUR)) * 24 * HOUR - 24 * HOUR + 2 * HOUR;

/**
 * Machines of a site of their own, on a line that works round the clock but for its breaks, with those who look after
 * them and what is told of them and asked.
 */
export async function openPlant(
  test: TestApp,
  numbers: readonly string[],
  breaks = ['12:00-12:30'],
) {
  const gateway = await makeGateway(test, numbers);
  const admin = await test.as('site_admin', gateway.site);
  const me = await test.as('equipment_engineer', gateway.site);
  const shifts = [
    { name: '早班', startTime: '08:00', endTime: '20:00', breaks, weekdays: [] },
    { name: '夜班', startTime: '20:00', endTime: '08:00', breaks: [], weekdays: [] },
  ];
  const devices = Object.values(gateway.devices).map((equipmentId) => ({ equipmentId }));
  const made = await test.call<{ id: string }>(
    'POST',
    '/api/base/lines',
    { code: 'L1', name: '一线', serialNumber: 1, shifts, devices },
    admin,
  );
  expect(made).toMatchObject({ code: 0 });
  const tell = (at: number, status: string, more: object = {}) =>
    message(gateway, {
      type: 'state',
      sendTime: new Date(at).toISOString(),
      data: { status, ...more },
    });
  const list = async () =>
    (await test.call<{ list: Row[] }>('GET', DOWNTIMES, undefined, me)).data.list;
  const act = (row: Row, action: string, body: object) =>
    test.call<Row>(
      'POST',
      `${DOWNTIMES}/${row.id}/actions/${action}`,
      { revision: row.revision, ...body },
      me,
    );
  return { gateway, me, admin, lineId: made.data.id, tell, list, act };
}
