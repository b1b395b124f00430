import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { readWorkbook } from './read-workbook.ts';
import { allRows, bookOf, refusalOf, sink, values, zipOf, bookParts } from './sheet-testing.ts';
import { writeWorkbook } from './write-workbook.ts';

const folder = fileURLToPath(new URL('fixtures/', import.meta.url));

describe('workbooks of other programs', () => {
  const sizes: Record<string, [sheets: number, rows: number, columns: number]> = {
    'DateFormatTests.xlsx': [2, 4, 3],
    'InlineStrings.xlsx': [3, 7, 4],
    'NewlineInFormulas.xlsx': [3, 10, 2],
    'TwoSheetsOneHidden.xlsx': [2, 1, 1],
    'WithVariousData.xlsx': [3, 9, 3],
    'calendar-working-hours.xlsx': [10, 4, 14],
    'make-to-order.xlsx': [12, 13, 8],
    'noSharedStringTable.xlsx': [1, 1, 2],
    'operation-routing.xlsx': [9, 2, 8],
    'unicodeSheetName.xlsx': [1, 9, 1],
  };

  it('has an expectation for each of them', () => {
    const files = readdirSync(folder).filter(
      (name) => name.endsWith('.xlsx') && name !== 'xlsx-corrupted.xlsx',
    );
    expect(files.toSorted()).toEqual(Object.keys(sizes).toSorted());
  });

  it.each(Object.entries(sizes))(
    'reads %s',
    { timeout: 5_000 },
    async (name, [sheets, rowCount, columnCount]) => {
      const book = await readWorkbook(folder + name);
      expect(book.sheets).toHaveLength(sheets);
      expect(book.sheets[0]).toMatchObject({ rowCount, columnCount });
      const rows = await allRows(book.rows(0));
      expect(rows).toHaveLength(rowCount);
      expect(rows.every((row) => row.cells.length === columnCount)).toBe(true);
    },
  );

  it('refuses the damaged one with a sentence', { timeout: 5_000 }, async () => {
    expect(await refusalOf(readWorkbook(`${folder}xlsx-corrupted.xlsx`))).toBe('sheet.broken');
  });

  it('tells hidden sheets, dates and formulas', async () => {
    expect(
      (await readWorkbook(`${folder}TwoSheetsOneHidden.xlsx`)).sheets.map((sheet) => sheet.hidden),
    ).toEqual([true, false]);
    const orders = await allRows((await readWorkbook(`${folder}make-to-order.xlsx`)).rows(0));
    expect(orders[1]?.cells[5]).toEqual({
      value: new Date('2020-03-06T00:00:00Z'),
      text: '2020-03-06',
    });
    const sums = await allRows((await readWorkbook(`${folder}InlineStrings.xlsx`)).rows(0));
    expect(sums[1]?.cells[3]).toEqual({ value: 12, text: '12', formula: true });
  });
});

describe('cells', () => {
  const cellsOf = async (row: string, date1904 = false) => {
    const rows = await allRows(
      (await readWorkbook(await bookOf(`<row r="1">${row}</row>`, { date1904 }))).rows(0),
    );
    return rows[0]?.cells ?? [];
  };

  it('reads every type', async () => {
    const cells = await cellsOf(
      '<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="inlineStr"><is><t>a_x000D_b &amp;</t></is></c><c t="b"><v>1</v></c>' +
        '<c t="e"><v>#N/A</v></c><c t="str"><f>A1</f><v>x</v></c><c><f>1/0</f></c><c><v>1.1000000000000001</v></c>' +
        '<c t="d"><v>2025-11-06T14:03:00</v></c><c t="n"><v>abc</v></c><c t="inlineStr"><is><t>\'=1</t></is></c>',
    );
    expect(cells).toEqual([
      { value: '甲', text: '甲' },
      { value: 'rich text', text: 'rich text' },
      { value: 'a\rb &', text: 'a\rb &' },
      { value: true, text: 'TRUE' },
      { value: '#N/A', text: '#N/A', error: true },
      { value: 'x', text: 'x', formula: true },
      { value: '', text: '', formula: true },
      { value: 1.1, text: '1.1' },
      { value: new Date('2025-11-06T14:03:00Z'), text: '2025-11-06 14:03:00' },
      { value: 'abc', text: 'abc' },
      { value: '=1', text: '=1' },
    ]);
  });

  it('knows dates by their number format in both systems', async () => {
    const row =
      '<c s="1"><v>45967</v></c><c s="2"><v>45967.5</v></c><c s="3"><v>123</v></c><c s="4"><v>1.5</v></c><c s="1"><v>0.75</v></c><c s="1"><v>1</v></c><c s="1"><v>-1</v></c>';
    expect((await cellsOf(row)).map((cell) => cell?.text)).toEqual([
      '2025-11-06',
      '2025-11-06 12:00:00',
      '00123',
      '1.5',
      '18:00:00',
      '1900-01-01',
      '-1',
    ]);
    expect((await cellsOf('<c s="1"><v>44505</v></c>', true))[0]?.value).toEqual(
      new Date('2025-11-06T00:00:00Z'),
    );
  });

  it('gives every place of a merged area the value of its first', async () => {
    const data =
      '<row r="1"><c r="A1"><v>1</v></c><c r="C1"><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row><row r="3"/><row r="4"><c r="C4"><v>4</v></c></row>';
    const book = await readWorkbook(
      await bookOf(data, {
        after: '<mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B4:C9"/></mergeCells>',
      }),
    );
    const rows = await allRows(book.rows(0));
    expect(rows.map((row) => row.number)).toEqual([1, 2, 4]);
    expect(values(rows)).toEqual([
      [1, null, 2],
      [1, 3, null],
      [null, null, null],
    ]);
    expect(rows[1]?.cells[0]?.merged).toBe(true);
  });

  it('takes a part of prefixed names and one in UTF-16', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const sheet = `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>`;
    const parts = bookParts('', { over: { 'xl/worksheets/sheet1.xml': sheet } });
    expect(values(await allRows((await readWorkbook(await zipOf(parts))).rows(0)))).toEqual([[7]]);
    const wide = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${sheet}`, 'utf16le');
    const file = await zipOf({ ...parts, 'xl/worksheets/sheet1.xml': wide });
    expect(values(await allRows((await readWorkbook(file)).rows(0)))).toEqual([[7]]);
  });
});

describe('csv', () => {
  const read = async (text: string | Buffer) => {
    const book = await readWorkbook(Buffer.from(text));
    return values(await allRows(book.rows(0)));
  };

  it.each([
    ['comma', 'a,b\n1,2\n'],
    ['semicolon', 'a;b\r\n1;2'],
    ['tab', 'a\tb\r1\t2\r'],
    ['named', 'sep=;\r\na;b\r\n1;2\r\n'],
    ['quoted', '"a","b"\n"1","2"'],
  ])('finds the delimiter: %s', async (_, text) => {
    expect(await read(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
  });

  it('keeps delimiters, line ends and quotation marks inside quotes, and row numbers', async () => {
    const book = await readWorkbook(Buffer.from('a,b\n\n"x, ""y""\nz",2\n,,\n"p"q,"r";s\n'));
    const rows = await allRows(book.rows(0));
    expect(rows.map((row) => row.number)).toEqual([1, 3, 5]);
    expect(values(rows)).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
      ['pq', 'r;s'],
    ]);
  });

  it('reads UTF-8 with and without mark, UTF-16 and GB18030', async () => {
    const expected = [
      ['名称', '数量'],
      ['轮毂', '5'],
    ];
    const text = '名称,数量\n轮毂,5\n';
    expect(await read(text)).toEqual(expected);
    expect(await read(`\ufeff${text}`)).toEqual(expected);
    expect(await read(Buffer.from(`\ufeff${text.replaceAll(',', '\t')}`, 'utf16le'))).toEqual(
      expected,
    );
    expect(await read(Buffer.from('c3fbb3c62ccafdc1bf0ac2d6ecb12c350a', 'hex'))).toEqual(expected);
  });

  it('refuses an open quotation mark and an unknown encoding', async () => {
    expect(await refusalOf(read('a,b\n"x,2\n'))).toBe('sheet.broken');
    expect(await refusalOf(read(Buffer.from([0x61, 0xff, 0xff, 0x0a])))).toBe('sheet.broken');
  });
});

it('reads 20,000 rows of 20 columns', { timeout: 30_000 }, async () => {
  const columns = Array.from({ length: 20 }, (_, index) => ({
    header: `h${index}`,
    format: 'text' as const,
  }));
  const rows = Array.from({ length: 20_000 }, (_, row) =>
    columns.map((_, index): Cell => (index % 2 ? row * index : `MO-${row}-${index}`)),
  );
  const { out, bytes } = sink();
  await writeWorkbook(out, [{ name: 's', columns, rows }]);
  const start = performance.now();
  const book = await readWorkbook(bytes());
  let count = 0;
  for await (const row of book.rows(0)) count += row.cells.length;
  console.info(`20,000 × 20 read: ${((performance.now() - start) / 1000).toFixed(2)} s`);
  expect(count).toBe(20_001 * 20);
});
