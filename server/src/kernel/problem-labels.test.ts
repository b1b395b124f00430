import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp } from './testing.ts';

let test: TestApp;
let planner: Headers;
beforeAll(async () => {
  test = await testApp();
  planner = await test.signIn(await test.makeUser('planner', await test.makeSite()));
});
afterAll(() => test.close());

interface Told {
  readonly errors: { readonly field: string; readonly label: string }[];
  readonly args: { readonly field: string };
}

/** A refused call in both languages: what people read, and the places that machines read. */
async function refused(method: 'GET' | 'POST' | 'PUT', url: string, body?: object) {
  const [zh, en] = await Promise.all(
    ['zh-CN', 'en-US'].map((language) =>
      test.call<Told>(method, url, body, { ...planner, 'accept-language': language }),
    ),
  );
  return {
    zh: zh?.msg,
    en: en?.msg,
    fields: en?.data.errors?.map(({ field }) => field) ?? [en?.data.args.field],
  };
}

describe('a refusal names what is wrong by its label, and by its place for machines', () => {
  it('in child rows with the row', async () => {
    const shift = { name: '早班', startTime: '08:00', endTime: '8 pm' };
    expect(await refused('POST', '/api/base/lines', { ...LINE, shifts: [shift] })).toEqual({
      zh: '班次 第1行 结束格式不正确',
      en: 'Shifts row 1 End has the wrong format',
      fields: ['shifts.0.endTime'],
    });
    const devices = [{ name: 'A' }, { equipmentId: '1', colour: 'red' }];
    expect(await refused('POST', '/api/base/lines', { ...LINE, devices })).toEqual({
      zh: '绑定设备 第1行 设备编号不能为空; 不认识的字段「绑定设备 第2行 colour」',
      en: 'Bound devices row 1 Number cannot be empty; Unknown field "Bound devices row 2 colour"',
      fields: ['devices.0.equipmentId', 'devices.1.colour'],
    });
  });

  it('in references of child rows', async () => {
    const devices = [{ equipmentId: '999999999' }];
    const { errors } = (
      await test.call<Told>(
        'POST',
        '/api/base/lines',
        { ...LINE, devices },
        { ...planner, 'accept-language': 'en-US' },
      )
    ).data;
    expect(errors).toMatchObject([
      { field: 'devices.0.equipmentId', label: 'Bound devices row 1 Number' },
    ]);
  });

  it('in what people set for themselves', async () => {
    const own = { lockAfterMinutes: 999, homePath: 'nowhere' };
    expect(await refused('PUT', '/api/system/run/model', own)).toEqual({
      zh: '无操作后自动锁屏不能大于120; 起始页格式不正确',
      en: 'Lock automatically after cannot be above 120; Start page has the wrong format',
      fields: ['lockAfterMinutes', 'homePath'],
    });
  });

  it('in filters of lists', async () => {
    const url = `/api/production/orders?page=1&limit=10&${encodeURIComponent('params[dueDate]')}=soon`;
    expect(await refused('GET', url)).toEqual({
      zh: '参数错误：交期（params[dueDate]）',
      en: 'Invalid parameter: Due date (params[dueDate])',
      fields: ['params[dueDate]'],
    });
    expect(await refused('GET', '/api/production/orders?params[createTime]=soon')).toMatchObject({
      zh: '参数错误：创建时间（params[createTime]）',
      en: 'Invalid parameter: Created (params[createTime])',
    });
    expect(await refused('GET', '/api/base/products?params[beginTime]=soon')).toMatchObject({
      zh: '参数错误：创建时间（params[beginTime]）',
    });
  });
});

const LINE = { code: 'L77', name: '锻造线' };
