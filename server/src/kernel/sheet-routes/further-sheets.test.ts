import { furtherSheetNames } from '@millwright/contract/further-sheets';
import { callsOf } from '@millwright/contract/kernel/calls';
import { entities, offers } from '@millwright/contract/registry';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { allRows, values } from '../sheet/sheet-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { bookWith, importCalls } from './sheet-call-testing.ts';

const PRODUCTS = '/api/base/products';
const LINES = '/api/base/lines';
const TAGS = ['base:product', 'base:line', 'base:equipment'].flatMap((tag) =>
  ['list', 'import', 'export', 'add', 'edit', 'query'].map((operation) => `${tag}:${operation}`),
);
const HEAD = ['产品类别', '物料编码', '产品名称', '标准节拍', '简称'];
const PARTS = ['产品物料编码', '物料编码', '简码', '用量', '成品率'];

let test: TestApp;
let site: TestSite;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(TAGS, site);
});
afterAll(() => test.close());

async function exported(url: string, as = headers) {
  const { rawPayload } = await test.app.inject({
    method: 'GET',
    url,
    headers: { ...as, 'accept-language': 'zh-CN' },
  });
  const workbook = await readWorkbook(rawPayload);
  const found = await Promise.all(
    workbook.sheets.map(
      async ({ name }, index) => [name, values(await allRows(workbook.rows(index)))] as const,
    ),
  );
  return { file: rawPayload, sheets: new Map(found) };
}

async function partsOf(code: string) {
  const { rows } = await test.database.owner.query<Record<string, unknown>>(
    `select p.material_code as code, c.short_code as short, c.quantity::float as quantity, c.id from base_product_components c
     join base_product p on p.id = c.code where c.parent_id = (select id from base_product where material_code = $1 and site_id = $2) order by c.position`,
    [code, site.id],
  );
  return rows;
}

it('names to people the very sheets that a template has behind its first', async () => {
  const admin = await test.signIn('admin');
  const named = entities.filter((entity) => furtherSheetNames(entity).length > 0);
  expect(named.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['base/line', 'base/product', 'system/dictType']),
  );
  for (const entity of entities.filter((one) => offers(one, 'import'))) {
    const { sheets } = await exported(callsOf(entity).importTemplate.path, admin);
    const names = [...sheets.keys()];
    expect(names.slice(1, names.indexOf('示例')), entity.name).toEqual(
      furtherSheetNames(entity).map(({ zh }) => zh),
    );
  }
});

it('imports products with their components, also those that the same file brings', async () => {
  const file = await bookWith({
    产品: [
      HEAD,
      ['wheel', 'F-1', '轮', 10, 'f1'],
      ['forging', 'F-2', '锻件', 10, 'f2'],
      ['block', 'F-3', '铝块', 10, null],
    ],
    组成物料: [PARTS, ['F-1', 'F-2', null, 1, 98.5], ['f-2', 'F-3', '块', '2.5', null]],
  });
  const { run } = importCalls(test, PRODUCTS, headers);
  expect((await run('check', { file })).data).toMatchObject({ total: 3, failed: 0, errors: [] });
  expect(await partsOf('F-1')).toEqual([]);
  expect((await run('insert', { file })).data).toMatchObject({ ok: 3, failed: 0 });
  expect(await partsOf('F-1')).toMatchObject([{ code: 'F-2', short: 'f2', quantity: 1 }]);
  expect(await partsOf('F-2')).toMatchObject([{ code: 'F-3', short: '块', quantity: 2.5 }]);
});

it('exports what can be sent back unchanged, and finds the one component that changed', async () => {
  const { file, sheets } = await exported(`${PRODUCTS}/export?params[keyword]=F-`);
  expect([...sheets.keys()].slice(0, 3)).toEqual(['产品', '筛选条件', '组成物料']);
  expect(sheets.get('组成物料')?.[0]).toEqual([
    '产品物料编码',
    '物料编码',
    '简码',
    '用量',
    '成品率(%)',
  ]);
  expect(sheets.get('组成物料')?.[1]?.[0]).toBe('F-1');
  const { run } = importCalls(test, PRODUCTS, headers);
  expect((await run('upsert', { file })).data.rows.map(({ verdict }) => verdict)).toEqual([
    'unchanged',
    'unchanged',
    'unchanged',
  ]);
  const [before] = await partsOf('F-1');
  const changed = await bookWith({
    产品: [HEAD, ['wheel', 'F-1', '轮', 10, 'f1'], ['forging', 'F-2', '锻件', 10, 'f2']],
    组成物料: [PARTS, ['F-1', 'F-2', null, 3, null]],
  });
  expect((await run('upsert', { file: changed })).data.rows.map(({ verdict }) => verdict)).toEqual([
    'changed',
    'unchanged',
  ]);
  expect(await partsOf('F-1')).toMatchObject([{ id: before?.id, quantity: 3, short: 'f2' }]);
  expect(await partsOf('F-2')).toHaveLength(1);
});

it('tells errors of further sheets with sheet, row and column, keeps the good families and marks the sheets of the error file', async () => {
  const file = await bookWith({
    产品: [
      HEAD,
      ['wheel', 'G-1', '一', 10, null],
      ['wheel', 'G-2', '二', 10, null],
      ['wheel', 'G-3', '三', 10, null],
    ],
    组成物料: [
      PARTS,
      ['G-1', 'F-2', null, -1, null],
      ['G-1', 'nowhere', null, 1, null],
      ['G-2', 'F-2', null, 1, null],
      ['G-9', 'F-2', null, 1, null],
      ['G-3', 'G-3', null, 1, null],
    ],
  });
  const { run } = importCalls(test, PRODUCTS, headers);
  const { data } = await run('insert', { file }, { onError: 'skip' });
  expect(
    data.errors.flatMap(({ at, key, row }) => (at ? [[row, at.row, at.column, key]] : [])),
  ).toEqual([
    [2, 2, 'D', 'field.above'],
    [2, 3, 'B', 'ref.missing'],
    [0, 5, 'A', 'import.orphan'],
  ]);
  expect(data.errors.filter(({ row }) => row === 4).map(({ key }) => key)).toContain(
    'product.edit.componentLoop',
  );
  expect(data.rows.map(({ row, verdict }) => [row, verdict])).toEqual([
    [2, 'error'],
    [3, 'new'],
    [4, 'error'],
    [0, 'error'],
  ]);
  expect(await partsOf('G-2')).toHaveLength(1);
  const { rows } = await test.database.owner.query(
    `select material_code from base_product where material_code like 'G-%' and site_id = $1`,
    [site.id],
  );
  expect(rows).toEqual([{ material_code: 'G-2' }]);
  const marked = await readWorkbook(
    (await test.app.inject({ method: 'GET', url: data.errorFile ?? '' })).rawPayload,
  );
  expect(values(await allRows(marked.rows(1)))[4]?.at(-1)).toContain('G-9');
  const named = await test.database.owner.query(
    `select count(*)::int as n from log_operate where changes->>'title' = '三'`,
  );
  expect(named.rows).toEqual([{ n: 0 }]);
});

it('imports routes as draft versions of their products, in the same file or later', async () => {
  await test.database.owner.query(
    `insert into base_procedure (site_id, procedure_code, procedure_name, procedure_type, status) values ($1, 'OP10', '锯切', 'machining', '1'), ($1, 'OP20', '锻造', 'machining', '1')`,
    [site.id],
  );
  const steps = ['物料编码', '顺序', '工序', '标准节拍', '关键', '需报工'];
  const file = await bookWith({
    产品: [HEAD, ['wheel', 'T-1', '轮', 10, null]],
    工艺路线: [steps, ['T-1', 10, 'OP10', 12.5, '是', '是'], ['T-1', 20, 'OP20', 30, '否', '否']],
  });
  const { run } = importCalls(test, PRODUCTS, headers);
  expect((await run('insert', { file })).data).toMatchObject({ ok: 1, errors: [] });
  const { rows } = await test.database.owner.query(
    `select r.version, r.state, s.sequence, s.standard_beat::float as beat, s.is_key, s.need_report from base_route_steps s join base_route r on r.id = s.parent_id
     where r.route_code = 'T-1 V1' and r.site_id = $1 order by s.position`,
    [site.id],
  );
  expect(rows).toEqual([
    { version: 1, state: 'draft', sequence: 10, beat: 12.5, is_key: true, need_report: true },
    { version: 1, state: 'draft', sequence: 20, beat: 30, is_key: false, need_report: false },
  ]);
  const { file: same, sheets } = await exported(`${PRODUCTS}/export?params[keyword]=T-1`);
  expect(sheets.get('工艺路线')?.[1]?.slice(0, 3)).toEqual(['T-1', 10, 'OP10 锯切']);
  expect((await run('upsert', { file: same })).data.rows.map(({ verdict }) => verdict)).toEqual([
    'unchanged',
  ]);
  const other = await bookWith({
    产品: [HEAD, ['wheel', 'T-1', '轮', 10, null]],
    工艺路线: [steps, ['T-1', 10, 'OP10', 99, '是', '是']],
  });
  expect((await run('upsert', { file: other })).data.errors.map(({ key }) => key)).toEqual([
    'route.add.draftOpen',
  ]);
});

it('imports lines with shifts and devices, and says when a sheet names no line', async () => {
  await test.database.owner.query(
    `insert into base_equipment (site_id, number, nickname, equipment_kind, standard_action_rate, status) values ($1, 'D-1', '设备一', '1', 85, '1')`,
    [site.id],
  );
  const head = ['产线编号', '产线名称'];
  const { run } = importCalls(test, LINES, headers);
  const file = await bookWith({
    产线: [head, ['L-1', '一线']],
    班次: [
      ['产线编号', '班次名称', '开始', '结束', '休息', '星期'],
      ['L-1', '早班', '08:00', '20:00', '12:00-12:30', '周一、周二'],
      ['L-1', '夜班', '20:00', '08:00', null, null],
    ],
    绑定设备: [
      ['产线编号', '设备编号', '瓶颈'],
      ['L-1', 'D-1', '是'],
    ],
  });
  expect((await run('insert', { file })).data).toMatchObject({ ok: 1, errors: [] });
  const { sheets, file: same } = await exported(`${LINES}/export`);
  expect(sheets.get('班次')?.slice(1)).toEqual([
    ['L-1', '早班', '08:00', '20:00', '12:00-12:30', '周一、周二', null, null],
    ['L-1', '夜班', '20:00', '08:00', null, null, null, null],
  ]);
  expect((await run('upsert', { file: same })).data.rows.map(({ verdict }) => verdict)).toEqual([
    'unchanged',
  ]);
  const overlap = await bookWith({
    产线: [head, ['L-1', '一线']],
    班次: [
      ['产线编号', '班次名称', '开始', '结束'],
      ['L-1', '早班', '08:00', '20:00'],
      ['L-1', '夜班', '19:00', '08:00'],
    ],
  });
  expect(
    (await run('check', { file: overlap })).data.errors.map(({ key, at }) => [key, at?.row]),
  ).toContainEqual(['line.edit.shiftOverlap', 3]);
  const wordy = await bookWith({
    产线: [head, ['L-1', '一线']],
    班次: [
      ['产线编号', '班次名称', '开始', '结束'],
      ['L-1', '早'.repeat(31), '08:00', '20:00'],
    ],
  });
  expect((await run('check', { file: wordy })).data.errors.map(({ message }) => message)).toContain(
    '工作表「班次」第 2 行：班次名称最多30个字符',
  );
  const lost = await bookWith({
    产线: [head, ['L-1', '一线']],
    班次: [
      ['班次名称', '开始', '结束'],
      ['早班', '08:00', '20:00'],
    ],
  });
  expect(await run('check', { file: lost })).toMatchObject({
    code: 400,
    data: { key: 'import.noParent' },
  });
});
