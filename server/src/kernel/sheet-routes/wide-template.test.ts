import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkbook } from '../sheet/read-workbook.ts';
import { allRows, values } from '../sheet/sheet-testing.ts';
import { type Headers, testApp, type TestApp, type TestSite } from '../testing.ts';
import { bookWith, importCalls } from './sheet-call-testing.ts';

const LINES = '/api/base/lines';
const TAGS = ['list', 'import', 'add', 'edit', 'query'].map(
  (operation) => `base:line:${operation}`,
);

let test: TestApp;
let site: TestSite;
let other: TestSite;
let wide: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  other = await test.makeSite();
  wide = await test.as(TAGS);
});
afterAll(() => test.close());

async function templateOf(headers: Headers, language = 'zh-CN', path = LINES) {
  const { rawPayload } = await test.app.inject({
    method: 'GET',
    url: `${path}/import/template`,
    headers: { ...headers, 'accept-language': language },
  });
  const workbook = await readWorkbook(rawPayload);
  const found = await Promise.all(
    workbook.sheets.map(
      async ({ name }, index) => [name, values(await allRows(workbook.rows(index)))] as const,
    ),
  );
  return new Map(found);
}

it('asks company-wide people for the site of each main row, among sites alone, and nobody else', async () => {
  const sheets = await templateOf(wide);
  expect(sheets.get('产线')?.[0]?.[0]).toBe('厂区 *');
  expect(sheets.get('班次')?.[0]).not.toContainEqual(expect.stringContaining('厂区'));
  const choices = (sheets.get('_choices') ?? []).flat().join('\n');
  expect(choices).toContain(site.name);
  const { rows } = await test.database.owner.query<{ name: string }>(
    `select depart_name as name from base_site where depart_type <> 'site'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter(({ name }) => choices.split('\n').includes(name))).toEqual([]);

  const own = await templateOf(await test.as(TAGS, site));
  expect(own.get('产线')?.[0]).not.toContainEqual(expect.stringContaining('厂区'));
});

it('says its examples in the language of the template', async () => {
  const [head = [], example = []] = (await templateOf(wide, 'en-US')).get('Example') ?? [];
  const name = head.indexOf('Name *');
  expect(name).toBeGreaterThan(0);
  expect(example[name]).toBe('Name');
});

it('takes the references of its example from the site of the example', async () => {
  const [first, second] = [site, other].toSorted((a, b) => (a.code < b.code ? -1 : 1));
  for (const [code, { id: siteId, name }] of Object.entries({ Z1: first, A1: second } as Record<
    string,
    TestSite
  >))
    expect(await test.call('POST', LINES, { code, name, siteId }, wide)).toMatchObject({ code: 0 });
  const stations = await test.as(['base:station:import']);
  const sheets = await templateOf(stations, 'zh-CN', '/api/base/stations');
  const [head = [], example = []] = sheets.get('示例') ?? [];
  expect(example[0]).toContain(first?.name);
  expect(example[head.indexOf('产线 *')]).toBe(`Z1 ${first?.name}`);
});

const SHIFTS = ['产线编号', '班次名称', '开始', '结束'];

it('finds the site of a child row by its main row', async () => {
  const { run } = importCalls(test, LINES, wide);
  const file = await bookWith({
    产线: [
      ['厂区', '产线编号', '产线名称'],
      [site.code, 'W-1', '一线'],
    ],
    班次: [SHIFTS, ['w-1', '早班', '08:00', '20:00']],
  });
  expect((await run('insert', { file })).data).toMatchObject({ ok: 1, failed: 0, errors: [] });
  const { rows } = await test.database.owner.query(
    `select s.name, s.site_id::text as site from base_line_shifts s join base_line l on l.id = s.parent_id where l.code = 'W-1'`,
  );
  expect(rows).toEqual([{ name: '早班', site: site.id }]);
});

it('asks for the site of a child row whose code two sites have, and names one without a main row', async () => {
  const { run } = importCalls(test, LINES, wide);
  const main = [
    ['厂区', '产线编号', '产线名称'],
    [site.code, 'W-2', '二线'],
    [other.code, 'W-2', '二线'],
  ];
  const both = await bookWith({ 产线: main, 班次: [SHIFTS, ['W-2', '早班', '08:00', '20:00']] });
  const keys = async (file: Buffer) =>
    (await run('check', { file })).data.errors.map(({ key }) => key);
  expect(await keys(both)).toContain('site.required');
  const named = await bookWith({
    产线: main,
    班次: [
      [...SHIFTS, '厂区'],
      ['W-2', '早班', '08:00', '20:00', other.code],
    ],
  });
  expect(await keys(named)).toEqual([]);
  const lost = await bookWith({ 产线: main, 班次: [SHIFTS, ['W-9', '早班', '08:00', '20:00']] });
  expect(await keys(lost)).toEqual(['import.orphan']);
});
