import { alarmLog } from '@millwright/contract/log/alarm';
import { communicationLog } from '@millwright/contract/log/communication';
import { dncLog } from '@millwright/contract/log/dnc';
import { equipmentStateLog } from '@millwright/contract/log/equipment-state';
import { operateLog } from '@millwright/contract/log/operate';
import type { Timeline } from '@millwright/contract/log/timeline';
import { afterAll, describe, expect, it } from 'vitest';
import { openLogs, type Values } from './logs.testing.ts';

const { test, site, ago, write, get } = await openLogs();
afterAll(() => test.close());

describe('the timeline of the logs', () => {
  it('says of a timeline which log holds more than is listed, and by what the rest is found', async () => {
    const at = ago(3000);
    const row = { at, deviceNumber: 'R88' };
    const asked = () => get<Timeline>(`/api/log/timeline?deviceNumber=R88&time=${at}`);
    await write(dncLog, [row]);
    await write(
      communicationLog,
      Array.from({ length: 100 }, () => row),
    );
    expect((await asked()).data.cut).toEqual([]);
    await write(communicationLog, [row]);
    const { data } = await asked();
    expect(data.list).toHaveLength(101);
    expect(data.cut).toEqual([
      { log: 'log/communication', by: [{ field: 'deviceNumber', value: 'R88' }] },
    ]);
    expect(Date.parse(data.to) - Date.parse(data.from)).toBe(600_000);
  });

  it('joins what all logs say around a row, as far as the reader may read them', async () => {
    const at = ago(600);
    const [alarm = ''] = await write(alarmLog, [
      { at, encoding: 'A1', deviceNumber: 'R09', orderCode: 'O-9' },
    ]);
    await write(communicationLog, [
      { at, messageId: 'm9', deviceNumber: 'R09' },
      { at: ago(1000), messageId: 'late', deviceNumber: 'R09' },
    ]);
    await write(dncLog, [{ at, programNo: 'P9', orderCode: 'O-9' }]);
    await write(operateLog, [{ at, requestId: 'q-9', operator: '王 wang' }]);
    await write(equipmentStateLog, [{ at, deviceNumber: 'R09', changedField: ['emergencyStop'] }]);
    const url = `/api/log/timeline?log=log/alarm&id=${alarm}`;
    const { data } = await get<{ list: { log: string; said: Values }[] }>(url);
    expect(data.list.map(({ log }) => log).sort()).toEqual([
      'log/alarm',
      'log/communication',
      'log/dnc',
      'log/equipmentState',
    ]);
    const asked = async (query: string) => {
      const answer = await get<{ list: { log: string; said: Values }[] }>(
        `/api/log/timeline?${query}`,
      );
      return answer.code === 0 ? answer.data.list.map(({ log }) => log).sort() : answer.code;
    };
    const device = ['log/alarm', 'log/communication', 'log/equipmentState'];
    expect(await asked(`deviceNumber=R09&time=${at}`)).toEqual(device);
    expect(await asked(`orderCode=O-9&time=${at}`)).toEqual(['log/alarm', 'log/dnc']);
    expect(await asked('requestId=q-9')).toEqual(['log/operate']);
    expect(await asked('requestId=nobody')).toBe(404);
    for (const wrong of ['deviceNumber=R09', `time=${at}`, 'orderCode=O-9&time=x'])
      expect(await asked(wrong)).toBe(400);
    expect(data.list.find(({ log }) => log === 'log/equipmentState')?.said).toMatchObject({
      changedField: ['emergencyStop'],
    });
    const narrow = await test.as(['log:alarm:list', 'log:alarm:query'], site);
    expect((await get<{ list: unknown[] }>(url, narrow)).data.list).toHaveLength(1);
    expect((await get(url, await test.as(['log:dnc:list'], site))).code).toBe(403);
    expect((await get('/api/log/timeline?log=nothing&id=1')).code).toBe(400);
  });
});
