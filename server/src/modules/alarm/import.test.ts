import { readFileSync } from 'node:fs';
import { alarmConfig } from '@millwright/contract/alarm/config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importCalls, sheetOf } from '../../kernel/sheet-routes/sheet-call-testing.ts';
import { type Headers, type TestApp, testApp, type TestSite } from '../../kernel/testing.ts';

const PATH = '/api/alarm/configs';
const TAGS = ['list', 'query', 'add', 'edit', 'import'].map((name) => `alarm:config:${name}`);

let test: TestApp;
let site: TestSite;
let headers: Headers;

beforeAll(async () => {
  test = await testApp();
  site = await test.makeSite();
  headers = await test.as(TAGS, site);
});
afterAll(() => test.close());

const manual = (name: string) => ({
  file: readFileSync(new URL(`fixtures/${name}`, import.meta.url)),
  name,
});

/** Kind and control of the machines stand in no column of a manual. */
const machine = (kind: string, control: string) => [
  { field: 'equipmentKind', value: kind },
  { field: 'controlType', value: control },
];

async function stored(control: string) {
  const { rows } = await test.database.owner.query<Record<string, unknown>>(
    `select encoding, level, content_zh, content_en, cause_zh, cause_en, advice_zh, advice_en from alarm_config
     where site_id = $1 and control_type = $2 order by encoding`,
    [site.id, control],
  );
  return rows;
}

const proposed = (mapping: readonly { field: string; column: string | null }[]) =>
  Object.fromEntries(mapping.flatMap(({ field, column }) => (column ? [[field, column]] : [])));

it('takes the list of a lathe: semicolons, one language, one unknown level told by its cell', async () => {
  const { read, run } = importCalls(test, PATH, headers);
  const sent = manual('lathe-manual.csv');
  const reading = await read(sent);
  const guessed = proposed(reading.data.mapping);
  expect(guessed).toEqual({
    encoding: 'A',
    contentEn: 'B',
    level: 'C',
    causeEn: 'D',
    adviceEn: 'E',
  });
  const lines = [
    ...Object.entries(guessed).map(([field, column]) => ({ field, column })),
    { field: 'contentZh', column: 'B' },
    ...machine('machineTool', 'DMG CTX'),
  ];
  const fields = { mapping: JSON.stringify(lines) };
  const checked = await run('check', { ...sent, fields });
  expect(checked.data).toMatchObject({ total: 5, ok: 4, failed: 1 });
  expect(checked.data.errors).toMatchObject([{ row: 6, column: 'C', field: 'level' }]);
  expect(await stored('DMG CTX')).toEqual([]);
  const written = await run('insert', { ...sent, fields }, { onError: 'skip' });
  expect(written.data).toMatchObject({ ok: 4, failed: 1 });
  expect(await stored('DMG CTX')).toMatchObject([
    {
      encoding: '700010',
      level: '3',
      content_en: 'Hydraulic pressure too low',
      cause_en: 'Pump off; filter clogged',
      advice_en: 'Check pump and filter',
    },
    { encoding: '700011', level: '2' },
    { encoding: '700012', level: '4', content_en: 'Axis %1 : reference point lost' },
    { encoding: '700013', level: '1', content_zh: 'Door "front" open', cause_en: null },
  ]);
  // The next edition of the manual finds the mapping again.
  const next = proposed((await read(sent)).data.mapping);
  expect(next).toMatchObject({ encoding: 'A', contentZh: 'B', contentEn: 'B' });
});

it("takes a machine builder's own words for ours, whatever their case, and knows them the next time", async () => {
  const { read, run } = importCalls(test, PATH, headers);
  const file = await sheetOf([
    ['Alarm', 'Text', 'Klasse'],
    ['A1', 'Tür offen', 'Warnung'],
    ['A2', 'Spindel steht', ' STÖRUNG '],
    ['A3', 'Öl niedrig', 'Hinweis'],
    ['A4', 'Filter voll', '1'],
    ['A5', 'Kein Signal', ''],
  ]);
  const level = (words: Record<string, string>) => ({
    mapping: JSON.stringify([
      { field: 'encoding', column: 'A' },
      { field: 'contentZh', column: 'B' },
      { field: 'contentEn', column: 'B' },
      { field: 'level', column: 'C', value: '2', words },
      ...machine('machineTool', 'Grob'),
    ]),
  });
  const some = await run('check', { file, fields: level({ warnung: '2' }) });
  expect(some.data.errors.map(({ row, value, key }) => [row, value, key])).toEqual([
    [3, ' STÖRUNG ', 'field.choice'],
    [4, 'Hinweis', 'field.choice'],
  ]);
  const words = { warnung: '2', Störung: '4', Hinweis: 'no such level' };
  const wrong = await run('check', { file, fields: level(words) });
  expect(wrong.data.errors).toMatchObject([{ row: 4, column: 'C', value: 'Hinweis' }]);
  const all = { ...words, Hinweis: '1' };
  expect((await run('insert', { file, fields: level(all) })).data).toMatchObject({ ok: 5 });
  expect((await stored('Grob')).map(({ level: stands }) => stands)).toEqual([
    '2',
    '4',
    '1',
    '1',
    '2',
  ]);
  const next = (await read({ file })).data.mapping.find(({ field }) => field === 'level');
  expect(next).toEqual({ field: 'level', column: 'C', value: '2', source: 'earlier', words: all });
});

it('refuses words that no dialog would send', async () => {
  const { run } = importCalls(test, PATH, headers);
  const file = await sheetOf([['Alarm'], ['A1']]);
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`w${index}`, '1']));
  for (const words of [many, ['1'], { a: 1 }, { a: 'x'.repeat(501) }]) {
    const mapping = JSON.stringify([{ field: 'encoding', column: 'A', words }]);
    expect(await run('check', { file, fields: { mapping } })).toMatchObject({ code: 400 });
  }
});

it('takes the list of a robot in GBK', async () => {
  const { read, run } = importCalls(test, PATH, headers);
  const sent = manual('robot-manual-gbk.csv');
  const guessed = proposed((await read(sent)).data.mapping);
  expect(guessed).toEqual({
    encoding: 'A',
    contentZh: 'B',
    level: 'C',
    causeZh: 'D',
    adviceZh: 'E',
  });
  const lines = [
    ...Object.entries(guessed).map(([field, column]) => ({ field, column })),
    { field: 'contentEn', column: 'B' },
    ...machine('robot', 'KRC5'),
  ];
  const written = await run('insert', { ...sent, fields: { mapping: JSON.stringify(lines) } });
  expect(written.data).toMatchObject({ ok: 3, failed: 0 });
  expect((await stored('KRC5'))[1]).toMatchObject({
    encoding: 'RB-0102',
    level: '3',
    content_zh: '第1轴电机过热',
    cause_zh: '负载过大,或冷却风扇停转',
    advice_zh: '降低负载；检查风扇',
  });
});

it('takes the workbook of a press, and refuses texts whose placeholders differ', async () => {
  const { read, run } = importCalls(test, PATH, headers);
  const sent = manual('press-manual.xlsx');
  const reading = await read({ ...sent, fields: { sheet: 'Alarms' } });
  expect(reading.data).toMatchObject({ sheet: 'Alarms', headerRow: 3 });
  const guessed = proposed(reading.data.mapping);
  expect(guessed).toEqual({ encoding: 'A', contentZh: 'B', contentEn: 'C', level: 'D' });
  const lines = [
    ...Object.entries(guessed).map(([field, column]) => ({ field, column })),
    ...machine('press', '*'),
  ];
  const fields = { sheet: 'Alarms', headerRow: '3', mapping: JSON.stringify(lines) };
  const checked = await run('check', { ...sent, fields });
  expect(checked.data).toMatchObject({ total: 3, ok: 2, failed: 1 });
  expect(checked.data.errors).toMatchObject([
    { row: 6, column: 'C', field: 'contentEn', key: 'alarm.edit.placeholders' },
  ]);
  const written = await run('insert', { ...sent, fields }, { onError: 'skip' });
  expect(written.data).toMatchObject({ ok: 2 });
  expect(await stored('*')).toMatchObject([
    { encoding: '1001', level: '3', content_zh: '主油缸压力过高' },
    { encoding: '1002', level: '2', content_en: 'Die temperature {1} out of range' },
  ]);
});

it('finds each of its own headings again, in both languages', async () => {
  const { read } = importCalls(test, PATH, headers);
  const fields = Object.entries(alarmConfig.fields).filter(([, { computed }]) => !computed);
  for (const locale of ['zh', 'en'] as const) {
    const heads = fields.map(([, { label }]) => label[locale]);
    const file = await sheetOf([heads, heads.map(() => '1')]);
    const { data } = await read({ file });
    const found = data.mapping.filter(({ source }) => source === 'label');
    expect(new Set(found.map(({ column }) => column)).size).toBe(found.length);
    expect(found.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['causeZh', 'causeEn', 'adviceZh', 'adviceEn']),
    );
  }
});
