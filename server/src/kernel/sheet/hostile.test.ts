import { describe, expect, it } from 'vitest';
import { readWorkbook } from './read-workbook.ts';
import { SheetRefusal, sheetRefusals } from './refusal.ts';
import { allRows, bookOf, bookParts, refusalOf, values, zipOf } from './sheet-testing.ts';
import type { SheetLimits } from './limits.ts';

async function readAll(file: Buffer, limits: Partial<SheetLimits> = {}): Promise<unknown> {
  const book = await readWorkbook(file, limits);
  return values(await allRows(book.rows(0)));
}

const row = (number: number, cells = '<c><v>1</v></c>') => `<row r="${number}">${cells}</row>`;

describe('hostile files are refused with a sentence', () => {
  it('a bomb: much from little', async () => {
    const file = await bookOf(
      `<row r="1"><c t="inlineStr"><is><t>${' '.repeat(1_000)}</t></is></c></row>${'<!--x-->'.repeat(5e6)}`,
    );
    expect(file.length).toBeLessThan(100_000);
    expect(await refusalOf(readAll(file))).toBe('sheet.bomb');
  });

  it('a bomb beside the sheets that are read', async () => {
    const over = { 'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(800_000)}</sst>` };
    expect(
      await refusalOf(readAll(await bookOf(row(1), { over }), { unpackedBytes: 10e6 })),
    ).toMatch(/bomb/);
  });

  it('a bomb that says how large it is, before anything is unpacked', async () => {
    const file = await bookOf(row(1));
    const size = file.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 24;
    file.writeUInt32LE(0xfffffff0, size);
    expect(await refusalOf(readAll(file))).toBe('sheet.bomb');
  });

  it('a header that lies about the unpacked size', async () => {
    const file = await bookOf(`<row r="1"><c><v>1</v></c></row>${'<!--x-->'.repeat(3e6)}`);
    const size = file.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 24;
    file.writeUInt32LE(100, size);
    expect(await refusalOf(readAll(file, { unpackedBytes: 10e6 }))).toBe('sheet.bomb');
  });

  it('many parts that are too much together', async () => {
    const parts = bookParts(row(1));
    const rels = parts['xl/_rels/workbook.xml.rels'] ?? '';
    let [sheets, relations] = ['', ''];
    for (let id = 10; id < 60; id++) {
      sheets += `<sheet name="s${id}" sheetId="${id}" r:id="rId${id}"/>`;
      relations += `<Relationship Id="rId${id}" Type="x/worksheet" Target="worksheets/s${id}.xml"/>`;
      parts[`xl/worksheets/s${id}.xml`] = `<worksheet><sheetData/>${' '.repeat(1e6)}</worksheet>`;
    }
    parts['xl/_rels/workbook.xml.rels'] = rels.replace(
      '</Relationships>',
      `${relations}</Relationships>`,
    );
    parts['xl/workbook.xml'] = (parts['xl/workbook.xml'] ?? '').replace(
      '</sheets>',
      `${sheets}</sheets>`,
    );
    expect(await refusalOf(readAll(await zipOf(parts), { unpackedBytes: 20e6 }))).toBe(
      'sheet.bomb',
    );
  });

  it('document types and own entities', async () => {
    const bomb = '<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>';
    const sheet = `${bomb}<worksheet><sheetData><row r="1"><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`;
    expect(
      await refusalOf(readAll(await bookOf('', { over: { 'xl/worksheets/sheet1.xml': sheet } }))),
    ).toBe('sheet.broken');
    const unknown = row(1, '<c t="str"><v>&b;</v></c>');
    expect(await refusalOf(readAll(await bookOf(unknown)))).toBe('sheet.broken');
  });

  it('more than 20,000 rows below the heading', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => row(index + 1)).join('');
    expect(await refusalOf(readAll(await bookOf(rows(20_001))))).toBe('accepted');
    expect(await refusalOf(readAll(await bookOf(rows(20_002))))).toBe('sheet.tooManyRows');
    const csv = Buffer.from('h\n'.repeat(20_002));
    expect(await refusalOf(readAll(csv))).toBe('sheet.tooManyRows');
  });

  it('300 columns, yet blank ones do not count', async () => {
    const cells = (count: number) => '<c><v>1</v></c>'.repeat(count);
    expect(
      await refusalOf(readAll(await bookOf(row(1, cells(256) + '<c s="1"/>'.repeat(100))))),
    ).toBe('accepted');
    expect(await refusalOf(readAll(await bookOf(row(1, cells(300)))))).toBe('sheet.tooManyColumns');
    expect(await refusalOf(readAll(Buffer.from(`${'a,'.repeat(300)}a\n`)))).toBe(
      'sheet.tooManyColumns',
    );
  });

  it('places that do not exist', async () => {
    for (const data of [
      row(0),
      row(1_048_577),
      row(2) + row(1),
      row(1) + row(1),
      '<row r="x"/>',
      row(1, '<c r="XFE1"><v>1</v></c>'),
      row(1, '<c r="1"><v>1</v></c>'),
      row(1, '<c r="AAAA1"><v>1</v></c>'),
      row(1, '<c t="s"><v>99</v></c>'),
    ]) {
      expect(await refusalOf(readAll(await bookOf(data)))).toBe('sheet.broken');
    }
  });

  it('merged areas without end', async () => {
    const merges = (count: number) =>
      `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(count)}</mergeCells>`;
    expect(await refusalOf(readAll(await bookOf(row(1), { after: merges(1) })))).toBe('accepted');
    expect(await refusalOf(readAll(await bookOf(row(1), { after: merges(300) })))).toBe(
      'sheet.broken',
    );
    expect(await refusalOf(readAll(await bookOf(row(1), { after: merges(6_000) })))).toBe(
      'sheet.broken',
    );
    expect(
      await refusalOf(
        readAll(
          await bookOf(row(1), { after: '<mergeCells><mergeCell ref="Z9:A1"/></mergeCells>' }),
        ),
      ),
    ).toBe('sheet.broken');
  });

  it('texts without end', async () => {
    const noise = Array.from({ length: 300_000 }, () =>
      Math.random().toString(36).slice(2, 12),
    ).join('');
    const cell = `<c t="inlineStr"><is><t>${noise}</t></is></c>`;
    expect(await refusalOf(readAll(await bookOf(row(1, cell))))).toBe('sheet.tooLarge');
    const over = { 'xl/sharedStrings.xml': `<sst>${'<si><t/></si>'.repeat(50_000)}</sst>` };
    expect(await refusalOf(readAll(await bookOf(row(1), { over }), { characters: 100_000 }))).toBe(
      'sheet.tooLarge',
    );
    expect(await refusalOf(readAll(Buffer.alloc(10 * 1024 * 1024 + 1, 0x61)))).toBe(
      'sheet.tooLarge',
    );
  });

  it('names that leave the folder, and names that stand twice', async () => {
    const evil = await zipOf({ ...bookParts(row(1)), 'xl/aaaaaaaaaaaa': 'x' });
    const renamed = Buffer.from(
      evil.toString('latin1').replaceAll('xl/aaaaaaaaaaaa', '../../etc/passw'),
      'latin1',
    );
    expect(await refusalOf(readAll(renamed))).toBe('sheet.broken');
    const twice = Buffer.from(
      evil.toString('latin1').replaceAll('xl/aaaaaaaaaaaa', 'XL/WORKBOOK.XML'),
      'latin1',
    );
    expect(await refusalOf(readAll(twice))).toBe('sheet.broken');
  });

  it('protected, foreign and empty files', async () => {
    const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    expect(await refusalOf(readAll(compound))).toBe('sheet.kind');
    expect(
      await refusalOf(
        readAll(Buffer.concat([compound, Buffer.from('EncryptedPackage', 'utf16le')])),
      ),
    ).toBe('sheet.encrypted');
    expect(await refusalOf(readAll(Buffer.from('%PDF-1.7\n')))).toBe('sheet.kind');
    expect(await refusalOf(readAll(Buffer.from('<html><table><tr><td>1')))).toBe('sheet.kind');
    expect(await refusalOf(readAll(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])))).toBe(
      'sheet.kind',
    );
    expect(await refusalOf(readAll(await zipOf({ 'word/document.xml': '<a/>' })))).toBe(
      'sheet.kind',
    );
    expect(await refusalOf(readAll(Buffer.alloc(0)))).toBe('sheet.empty');
    expect(await refusalOf(readAll(Buffer.from('\n , \n\n'.replaceAll(' ', ''))))).toBe(
      'sheet.empty',
    );
    expect(await refusalOf(readAll(await bookOf(row(1, '<c s="1"/>'))))).toBe('sheet.empty');
    const type = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
    const over = {
      '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${type}"/></Types>`,
    };
    expect(await refusalOf(readAll(await bookOf(row(1), { over })))).toBe('sheet.kind');
  });

  it('a zip entry marked as encrypted', async () => {
    const file = await bookOf(row(1));
    const at = file.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46 + 8;
    file.writeUInt16LE(file.readUInt16LE(at) | 1, at);
    expect(await refusalOf(readAll(file))).toBe('sheet.encrypted');
  });

  it('files cut off or damaged anywhere', async () => {
    const file = await bookOf(
      Array.from({ length: 50 }, (_, index) =>
        row(index + 1, `<c><v>${Math.random()}</v></c>`),
      ).join(''),
    );
    for (let length = 4; length < file.length - 1; length += 97) {
      expect(await refusalOf(readAll(file.subarray(0, length)))).toBe('sheet.broken');
    }
    let harmless = 0;
    for (let at = 40; at < file.length; at += 7) {
      const damaged = Buffer.from(file);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      // A wrong byte in a time stamp does no harm; in a content it is found by the checksum.
      if ((await refusalOf(readAll(damaged))) === 'accepted') harmless += 1;
    }
    expect(harmless).toBeLessThan(file.length / 14);
  });

  it('malformed XML and missing parts', async () => {
    expect(await refusalOf(readAll(await bookOf('<row r="1"><c></row>')))).toBe('sheet.broken');
    const { 'xl/worksheets/sheet1.xml': _, ...without } = bookParts('');
    expect(await refusalOf(readAll(await zipOf(without)))).toBe('sheet.broken');
  });

  it('every refusal has both languages', () => {
    for (const { text } of Object.values(sheetRefusals)) {
      expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(text.en).toMatch(/^[\x20-\x7e]+$/);
    }
    expect(new SheetRefusal('sheet.empty').code).toBe(400);
  });
});
