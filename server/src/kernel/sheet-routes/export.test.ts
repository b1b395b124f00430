import { alarmConfig } from '@millwright/contract/alarm/config';
import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { dictType } from '@millwright/contract/system/dict-type';
import { role } from '@millwright/contract/system/role';
import { user } from '@millwright/contract/system/user';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { allRows, values } from '../sheet/sheet-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';

const PRODUCTS = '/api/base/products';
const ORDERS = '/api/production/orders';
const TAGS = [
  'base:product:list',
  'base:product:export',
  'base:product:import',
  'production:order:list',
  'production:order:export',
  'base:line:list',
  'base:line:export',
];

let test: TestApp;
let site: TestSite;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(TAGS, site);
  await addProducts(site, 25, 'P');
});
afterAll(() => test.close());

async function addProducts(at: TestSite, count: number, prefix: string): Promise<void> {
  await test.database.owner.query(
    `insert into base_product (site_id, category, material_code, product_name, standard_beat, status, create_time)
     select $1, 'wheel', $3 || '-' || lpad(n::text, 6, '0'), case when n = 1 then '=HYPERLINK("http://x","y")' else '轮' || n end, n + 0.5, '1', '2025-11-06 06:32:00Z'
     from generate_series(1, $2::int) n`,
    [at.id, count, prefix],
  );
}

async function exported(url: string, as = headers, language = 'zh-CN') {
  const response = await test.app.inject({
    method: 'GET',
    url,
    headers: { ...as, 'accept-language': language },
  });
  return { ...response, headers: response.headers, file: response.rawPayload };
}

async function rowsOf(file: Buffer, sheet = 0) {
  const workbook = await readWorkbook(file, { rows: 1_000_000 });
  return values(await allRows(workbook.rows(sheet)));
}

it('S258 S259 names the download with title and time and calls it ms-excel', async () => {
  const { headers: sent, file } = await exported(`${PRODUCTS}/export`);
  expect(sent['content-type']).toBe('application/vnd.ms-excel');
  expect(decodeURIComponent(String(sent['content-disposition']))).toMatch(
    /filename\*=UTF-8''产品_\d{14}\.xlsx$/,
  );
  expect(await rowsOf(file)).toHaveLength(26);
});

it('gives the columns shown, in their order, with labels, real numbers and local times', async () => {
  const { file } = await exported(
    `${PRODUCTS}/export?columns=materialCode,category,standardBeat,createTime,image&sort=materialCode&order=ASC&params[keyword]=P-00000`,
  );
  const [head, first] = await rowsOf(file);
  expect(head).toEqual(['物料编码', '产品类别', '标准节拍(秒)', '创建时间']);
  const { rows } = await test.database.owner.query(
    `select item_text from system_dict_item i join system_dict_type d on d.id = i.dict_id where dict_type = 'product_category' and item_value = 'wheel'`,
  );
  expect(first).toEqual(['P-000001', rows[0].item_text, 1.5, new Date('2025-11-06T14:32:00Z')]);
});

it('speaks the language of the caller and tells filters, person and number of rows on a second sheet', async () => {
  const { file } = await exported(
    `${PRODUCTS}/export?params[status]=1&params[keyword]=P-00000`,
    headers,
    'en-US',
  );
  const [head] = await rowsOf(file);
  expect(head).toContain('Material code');
  const told = await rowsOf(file, 1);
  expect(told.map(([name]) => name)).toEqual([
    'Item',
    'Exported by',
    'Exported at',
    'Rows',
    'Status',
    'Keyword',
  ]);
  expect(told[3]?.[1]).toBe('9');
});

it('writes texts that look like formulas as texts', async () => {
  const { file } = await exported(
    `${PRODUCTS}/export?columns=productName&params[keyword]=P-000001`,
  );
  expect(file.includes('<f>')).toBe(false);
  const csv = await exported(
    `${PRODUCTS}/export?format=csv&columns=productName&params[keyword]=P-000001`,
  );
  expect(csv.body).toContain(`"'=HYPERLINK(""http://x"",""y"")"`);
  expect(csv.headers['content-type']).toContain('text/csv');
});

it('shows the site to company-wide people only, and keeps their columns from others', async () => {
  const wide = await exported(
    `${PRODUCTS}/export?format=csv&params[keyword]=P-000002`,
    await test.as(TAGS),
  );
  expect(wide.body).toContain('部门');
  expect(wide.body).toContain(site.name);
  const own = await exported(`${ORDERS}/export?format=csv&columns=orderCode,orderNo,departName`);
  expect(own.body.trim()).toBe('订单编号');
  const all = await exported(
    `${ORDERS}/export?format=csv&columns=orderCode,orderNo,departName`,
    await test.as(TAGS),
  );
  expect(all.body.trim()).toBe('订单编号,ERP单号,部门');
});

it('exports orders as the list has them when nobody sorts: unfinished ones first', async () => {
  const at = await test.makeSite();
  const person = await test.as(TAGS, at);
  await addProducts(at, 1, 'R');
  await test.database.owner.query(
    `insert into production_order (site_id, order_code, order_name, product_id, quantity, plan_start_time, plan_end_time, due_date, state)
     select $1, code, code, (select id from base_product where site_id = $1), 10, '2029-12-01Z', '2029-12-20Z', '2030-01-01', state
     from (values ('SO-DONE', 'completed'), ('SO-RUN', 'running'), ('SO-DRAFT', 'draft')) o(code, state)`,
    [at.id],
  );
  const listed = await test.call<{ list: { orderCode: string }[] }>(
    'GET',
    ORDERS,
    undefined,
    person,
  );
  const codes = listed.data.list.map(({ orderCode }) => orderCode);
  expect(codes[0]).toBe('SO-RUN');
  for (const columns of ['orderCode', 'orderCode,risk']) {
    const { body } = await exported(`${ORDERS}/export?format=csv&columns=${columns}`, person);
    expect(
      body
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]?.trim()),
    ).toEqual(codes);
  }
});

it.each<[AnyEntity, string, () => string]>([
  [user, 'siteCode', () => site.code],
  [role, 'userCount', () => '1'],
  [role, 'summary', () => '生产管理'],
  [dictType, 'itemCount', () => '2'],
  [alarmConfig, 'count30', () => '0'],
])('exports what the list counts or gathers besides: %#', async (entity, column, wanted) => {
  const admin = await test.as(['*:*:*'], site);
  await test.database.owner.query(
    `insert into alarm_config (site_id, equipment_kind, control_type, encoding, level, content_zh, content_en)
     values ($1, 'robot', 'x', $2, '1', '报警', 'Alarm')`,
    [site.id, `E-${column}`],
  );
  const answer = await exported(
    `${callsOf(entity).export.path}?format=csv&columns=${column}`,
    admin,
  );
  expect(answer.statusCode).toBe(200);
  const [head, ...cells] = answer.body.trim().split('\r\n');
  expect(head).toContain(entity.fields[column]?.label.zh);
  expect(cells.join('\n')).toContain(wanted());
});

it('exports the rows of the own site alone', async () => {
  const other = await test.makeSite();
  await addProducts(other, 3, 'Q');
  const { body } = await exported(`${PRODUCTS}/export?format=csv`, await test.as(TAGS, other));
  expect(body).toContain('Q-000003');
  expect(body).not.toContain('P-0000');
});

it('refuses what the list refuses, with an envelope', async () => {
  for (const wrong of [
    'sort=nonsense',
    'params[nonsense]=1',
    'columns=nonsense',
    'format=exe',
    'nonsense=1',
  ]) {
    const answer = await test.call('GET', `${PRODUCTS}/export?${wrong}`, undefined, headers);
    expect([wrong, answer.code]).toEqual([wrong, 400]);
  }
  const nobody = await test.as(['base:product:list'], site);
  expect((await test.call('GET', `${PRODUCTS}/export`, undefined, nobody)).code).toBe(403);
});

it('leaves a row in the operate log with filter and number of rows', async () => {
  await exported(`${PRODUCTS}/export?params[keyword]=P-00001`);
  const { rows } = await test.database.owner.query(
    `select business_type, changes from log_operate where changes->>'operation' = 'export' order by at desc, id desc limit 1`,
  );
  expect(rows[0]).toMatchObject({
    business_type: '5',
    changes: {
      fields: [
        { field: 'rows', after: 10 },
        { field: 'filter', after: { keyword: 'P-00001' } },
      ],
    },
  });
});

it('goes on where the cursor stops: every row once, whatever the number', async () => {
  const big = await test.makeSite();
  await addProducts(big, 3003, 'B');
  const { body } = await exported(
    `${PRODUCTS}/export?format=csv&columns=materialCode`,
    await test.as(TAGS, big),
  );
  const codes = body.trim().split('\r\n').slice(1);
  expect(codes).toHaveLength(3003);
  expect(new Set(codes).size).toBe(3003);
});

it('gives a template whose first sheet can be filled in and sent back', async () => {
  const { headers: sent, file } = await exported(`${PRODUCTS}/import/template`);
  expect(sent['content-type']).toBe('application/vnd.ms-excel');
  const workbook = await readWorkbook(file);
  expect(workbook.sheets.map(({ name }) => name)).toEqual([
    '产品',
    '组成物料',
    '工艺路线',
    '示例',
    '填写说明',
    '_choices',
  ]);
  const [head] = await rowsOf(file);
  expect(head).toEqual(
    expect.arrayContaining(['产品类别 *', '物料编码 *', '标准节拍(秒) *', '备注']),
  );
  const example = await rowsOf(file, 3);
  expect(example).toHaveLength(2);
  const notes = await rowsOf(file, 4);
  expect(notes[0]).toEqual(['列', 'Column', '必填', '类型', '说明', 'Note']);
});
