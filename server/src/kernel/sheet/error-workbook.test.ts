import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Cell } from './cell.ts';
import { ERROR_COLUMN, errorWorkbook } from './error-workbook.ts';
import { readWorkbook } from './read-workbook.ts';
import { allRows, bookOf, bookParts, partOf, sink, values, zipOf } from './sheet-testing.ts';
import { writeWorkbook } from './write-workbook.ts';

const folder = fileURLToPath(new URL('fixtures/', import.meta.url));

async function firstSheet(file: Buffer) {
  return allRows((await readWorkbook(file)).rows(0));
}

describe('errorWorkbook', () => {
  it('adds one red column and leaves the rest of the file as it was', async () => {
    const data =
      '<row r="1" spans="1:2" ht="30"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45967</v></c></row>' +
      '<row r="3"/><row r="4"><c r="A4"><f>B1+1</f><v>9</v></c></row>';
    const after =
      '<dataValidations count="1"><dataValidation type="list" sqref="A2"><formula1>"a,b"</formula1></dataValidation></dataValidations>';
    const file = await errorWorkbook(await bookOf(data, { after }), [
      { row: 1, message: 'heading' },
      { row: 2, message: 'blank' },
      { row: 3, column: '数量', message: '须大于 0' },
      { row: 3, message: '=1 & <b>' },
      { row: 9, message: 'far' },
    ]);
    const sheet = await partOf(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain(
      '<row r="1" ht="30"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>45967</v></c><c r="C1" s="5"',
    );
    expect(sheet).toContain('<c r="A4"><f>B1+1</f><v>9</v></c></row>');
    expect(sheet).toContain(after);
    expect(sheet).toContain(
      '<cols><col min="3" max="3" width="60" customWidth="1"/></cols><sheetData>',
    );
    const rows = await firstSheet(file);
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4, 9]);
    expect(rows.map((row) => row.cells[2]?.text)).toEqual([
      'heading',
      'blank',
      '数量: 须大于 0\n=1 & <b>',
      undefined,
      'far',
    ]);
    expect(await partOf(file, 'xl/styles.xml')).toMatch(
      /<cellXfs count="6">.*fontId="1" fillId="1".*<\/cellXfs>/,
    );
  });

  it('writes over the column of an earlier error file', async () => {
    const once = await errorWorkbook(
      await bookOf('<row r="1"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'),
      [{ row: 2, message: 'old' }],
    );
    const twice = await errorWorkbook(once, [{ row: 1, message: 'x' }], { locale: 'en' });
    expect(values(await firstSheet(twice))).toEqual([
      [1, 'x'],
      [2, null],
    ]);
    const named = await errorWorkbook(once, [{ row: 2, message: 'new' }], { locale: 'en' });
    expect(values(await firstSheet(named))).toEqual([
      [1, ERROR_COLUMN.en],
      [2, 'new'],
    ]);
  });

  it.each(
    readdirSync(folder).filter((name) => name.endsWith('.xlsx') && name !== 'xlsx-corrupted.xlsx'),
  )('keeps every value of %s', async (name) => {
    const own = readFileSync(folder + name);
    const before = values(await firstSheet(own));
    const width = before[0]?.length ?? 0;
    const rows = await firstSheet(await errorWorkbook(own, [{ row: 2, message: '错' }]));
    const kept = values(
      rows.filter((row) => row.cells.slice(0, width).some((cell) => cell !== null)),
    );
    expect(kept.map((row) => row.slice(0, width))).toEqual(before);
    expect(rows.find((row) => row.number === 2)?.cells.at(-1)?.text).toBe('错');
  });

  it('marks a large sheet, whatever the pieces in which it comes', async () => {
    const columns = [
      { header: 'a', format: 'text' as const },
      { header: 'b', format: 'integer' as const },
    ];
    const source = Array.from({ length: 5_000 }, (_, row): Cell[] => [
      `行 ${row} <&> ${'字'.repeat(row % 30)}`,
      row,
    ]);
    const { out, bytes } = sink();
    await writeWorkbook(out, [{ name: 's', columns, rows: source }]);
    const errors = source.flatMap((_, row) =>
      row % 3 === 0 ? [{ row: row + 2, message: `e${row}` }] : [],
    );
    const rows = values(await firstSheet(await errorWorkbook(bytes(), errors)));
    expect(rows.slice(1)).toEqual(
      source.map((cells, row) => cells.concat(row % 3 === 0 ? `e${row}` : null)),
    );
  });

  it('writes the values anew when the file has no styles to add to', async () => {
    const { 'xl/styles.xml': _, ...parts } = bookParts(
      '<row r="1"><c><v>1</v></c></row><row r="3"><c t="b"><v>1</v></c></row>',
    );
    parts['xl/_rels/workbook.xml.rels'] = (parts['xl/_rels/workbook.xml.rels'] ?? '').replace(
      /<Relationship Id="rId2"[^>]*>/,
      '',
    );
    const rows = await firstSheet(
      await errorWorkbook(await zipOf(parts), [{ row: 3, message: 'no' }]),
    );
    expect(rows.map((row) => row.number)).toEqual([1, 3]);
    expect(values(rows)[1]).toEqual([true, 'no']);
  });

  it('adds the column to a csv file and keeps its delimiter', async () => {
    const own = Buffer.from('a;b\n-5;=x\n"p;q";2\n');
    const file = await errorWorkbook(own, [{ row: 2, column: 'a', message: 'small' }]);
    expect(file.toString()).toBe(`\ufeffa;b;导入错误\r\n-5;'=x;a: small\r\n"p;q";2;\r\n`);
    const again = await errorWorkbook(file, [{ row: 3, message: 'z' }]);
    expect(again.toString()).toBe(`\ufeffa;b;导入错误\r\n-5;'=x;\r\n"p;q";2;z\r\n`);
  });
});
