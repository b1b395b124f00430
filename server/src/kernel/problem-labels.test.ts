import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Headers, type TestApp, testApp, type TestSite } from './testing.ts';

let test: TestApp;
let site: TestSite;
let planner: Headers;
beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  planner = await test.as('planner', site);
});
afterAll(() => test.close());

interface Told {
  readonly errors: { readonly field: string; readonly label: string }[];
  readonly args: { readonly field: string };
}

/** A refused call in both languages: what people read, and the places that machines read. */
async function refused(method: 'GET' | 'POST' | 'PUT', url: string, body?: object, as = planner) {
  const [zh, en] = await Promise.all(
    ['zh-CN', 'en-US'].map((language) =>
      test.call<Told>(method, url, body, { ...as, 'accept-language': language }),
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

  it.each(['/api/production/orders', '/api/log/operate-logs'])(
    'in the period of %s',
    async (path) => {
      const reader = await test.as(['production:order:list', 'log:operate:list'], site);
      expect(await refused('GET', `${path}?params[endTime]=2026-10-01`, undefined, reader)).toEqual(
        {
          zh: '请选择开始时间',
          en: 'Please choose a start time',
          fields: ['params[beginTime]'],
        },
      );
      const reversed = 'params[beginTime]=2026-10-02&params[endTime]=2026-10-01';
      expect(await refused('GET', `${path}?${reversed}`, undefined, reader)).toEqual({
        zh: '开始时间不能晚于结束时间',
        en: 'Start cannot be after end',
        fields: ['params[beginTime]'],
      });
    },
  );

  it('in a change that must say why it is made', async () => {
    const made = await test.database.owner.query<{ id: string }>(
      `with p as (insert into base_product (site_id, category, material_code, product_name, standard_beat, status)
         values ($1, 'wheel', 'M', '轮', 60, '1') returning id)
       insert into production_order (site_id, order_code, order_name, product_id, quantity, due_date, plan_start_time, plan_end_time, state)
       select $1, 'O-1', '订单', id, 100, '2999-12-01', '2026-10-01', '2026-11-01', 'running' from p returning id`,
      [site.id],
    );
    const path = `/api/production/orders/${made.rows[0]?.id}`;
    const unexplained = { zh: '请填写原因', en: 'Please give a reason', fields: ['reason'] };
    const changed = { revision: 1, quantity: 120 };
    expect(await refused('PUT', path, changed)).toEqual(unexplained);
    expect(await refused('POST', `${path}/actions/pause`, { revision: 1 })).toEqual(unexplained);
    expect(await test.call('PUT', path, changed, planner)).toMatchObject({
      code: 422,
      data: { key: 'row.reason', errors: [{ label: '原因', key: 'row.reason' }] },
    });
  });
});

const LINE = { code: 'L77', name: '锻造线' };
