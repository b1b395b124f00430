import { afterAll, beforeAll, expect, it } from 'vitest';
import { openInLibreOffice } from '../sheet/libreoffice.testing.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../testing.ts';
import { importCalls } from './sheet-call-testing.ts';

const ORDERS = '/api/production/orders';
const TAGS = ['list', 'query', 'add', 'edit', 'import', 'export'].flatMap((name) => [
  `production:order:${name}`,
  `base:product:${name}`,
]);
const COLUMNS = 'orderCode,orderName,quantity,overPercent,planStartTime,dueDate,state';

let test: TestApp;
let site: TestSite;
let me: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  me = await test.as(TAGS, site);
});
afterAll(() => test.close());

it('LibreOffice shows exports and the template as they were meant, and what it saves comes back unchanged', async () => {
  const productId = await make('/api/base/products', PRODUCT);
  for (const [orderCode, orderName, quantity] of MADE)
    await make(ORDERS, { ...DRAFT, productId, orderCode, orderName, quantity });
  const list = `${ORDERS}/export?columns=${COLUMNS}&sort=quantity&order=ASC`;
  const { sheets, saved } = await openInLibreOffice({
    zh: await fileOf(list, 'zh-CN'),
    en: await fileOf(list, 'en-US'),
    template: await fileOf(`${ORDERS}/import/template`, 'zh-CN'),
  });

  const rows = (state: string) =>
    MADE.map(([code, name, quantity]) =>
      [
        `"${code}"`,
        `"${name.replace(/^=/, "'=").replaceAll('"', '""')}"`,
        `${quantity},2.5,2026-11-01 08:00:00,2026-11-22,"${state}"`,
      ].join(','),
    );
  expect(linesOf(sheets, 'zh-生产订单')).toEqual([
    '"订单编号","订单名称","订单数量(件)","超产允许%","计划开始","交期","状态"',
    ...rows('草稿'),
  ]);
  expect(linesOf(sheets, 'en-Production order')).toEqual([
    '"Order code","Order name","Quantity (pcs)","Over-production %","Planned start","Due date","State"',
    ...rows('Draft'),
  ]);
  expect(linesOf(sheets, 'template-生产订单')).toEqual([TEMPLATE]);
  expect(linesOf(sheets, 'template-示例')).toEqual([
    TEMPLATE,
    ',"订单名称",,"量产","0012 轮",1,1,"紧急",,2026-01-15 08:00:00,2026-01-15 08:00:00,2026-01-15,',
  ]);

  const { data } = await importCalls(test, ORDERS, me).run('check', {
    file: saved.get('zh') ?? Buffer.of(),
  });
  expect(data.errors).toEqual([]);
  expect(data.rows.map(({ verdict }) => verdict)).toEqual(MADE.map(() => 'unchanged'));
}, 120_000);

const PRODUCT = {
  category: 'wheel',
  materialCode: '0012',
  productName: '轮',
  standardBeat: '145',
};
const DRAFT = {
  overPercent: '2.5',
  planStartTime: '2026-11-01T00:00:00Z',
  planEndTime: '2026-11-20T00:00:00Z',
  dueDate: '2026-11-22',
};
/** Codes that a spreadsheet takes for a day, a number and a power of ten when it is let; a name like a formula. */
const MADE = [
  ['2026-01-02', '18寸锻造轮-星驰', 1],
  ['000123', '0012', 2400],
  ['1E5', '=1+1, "A"', 1_000_000],
] as const;
const TEMPLATE =
  '"订单编号","订单名称 *","客户","订单类型","产品 *","订单数量(件) *","超产允许%","优先级","产线","计划开始 *","计划结束 *","交期 *","备注"';

async function make(path: string, draft: object): Promise<string> {
  const made = await test.call<{ id: string }>('POST', path, draft, me);
  expect(made, made.msg).toMatchObject({ code: 0 });
  return made.data.id;
}

async function fileOf(url: string, language: string): Promise<Buffer> {
  const headers = { ...me, 'accept-language': language };
  const answer = await test.app.inject({ method: 'GET', url, headers });
  expect(answer.headers['content-type']).toBe('application/vnd.ms-excel');
  return answer.rawPayload;
}

function linesOf(sheets: ReadonlyMap<string, string>, name: string): string[] {
  return (sheets.get(name) ?? '')
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\n');
}
