import { PassThrough, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, SheetColumn } from './cell.ts';
import { readWorkbook } from './read-workbook.ts';
import { allRows, partOf, sink, values } from './sheet-testing.ts';
import { writeWorkbook, type WorkbookOptions } from './write-workbook.ts';

const columns: SheetColumn[] = [
  { header: '订单号', format: 'text', required: true },
  { header: '数量', format: 'integer' },
  { header: '单重', format: 'decimal', decimals: 2 },
  { header: '交期', format: 'date' },
  { header: '时间', format: 'datetime' },
  { header: '启用', format: 'flag' },
];

async function written(
  rows: Cell[][],
  cols = columns,
  options: WorkbookOptions = {},
): Promise<Buffer> {
  const { out, bytes } = sink();
  await writeWorkbook(out, [{ name: '订单', columns: cols, rows }], options);
  return bytes();
}

describe('writeWorkbook', () => {
  it('writes real numbers, dates and truth values that are read back', async () => {
    const instant = new Date('2025-11-06T14:03:05Z');
    const file = await written([
      ['MO-1', 5, 1.25, new Date('2025-11-06T00:00:00Z'), instant, true],
      ['MO-2', '12345678901', '2.50', '2025-11-07', '2025-11-07 08:00:00', false],
      [null, null, null, null, null, null],
      ['', Number.NaN, 0, null, null, null],
    ]);
    const book = await readWorkbook(file);
    expect(book.sheets).toEqual([{ name: '订单', hidden: false, rowCount: 4, columnCount: 6 }]);
    const rows = await allRows(book.rows(0));
    expect(values(rows)).toEqual([
      ['订单号 *', '数量', '单重', '交期', '时间', '启用'],
      ['MO-1', 5, 1.25, new Date('2025-11-06T00:00:00Z'), instant, true],
      [
        'MO-2',
        12345678901,
        2.5,
        new Date('2025-11-07T00:00:00Z'),
        new Date('2025-11-07T08:00:00Z'),
        false,
      ],
      [null, null, 0, null, null, null],
    ]);
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 5]);
  });

  it('keeps the heading in view, bold, and gives widths', async () => {
    const file = await written([]);
    const sheet = await partOf(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain(
      '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    );
    expect(sheet).toMatch(/<col min="4" max="4" width="12" style="4" customWidth="1"\/>/);
    expect(sheet).toMatch(/<c r="A1" s="1" t="inlineStr">/);
    expect(await partOf(file, 'xl/styles.xml')).toContain('formatCode="yyyy-mm-dd"');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
    'writes %j as text behind an apostrophe',
    async (text) => {
      const file = await written([[text, text, { error: text }]]);
      const sheet = await partOf(file, 'xl/worksheets/sheet1.xml');
      expect(sheet).not.toContain('<f>');
      expect(sheet).toContain(`<c r="A2" s="2" t="inlineStr"><is><t>'`);
      expect(sheet).toContain(`<c r="C2" s="6" t="inlineStr"><is><t>'`);
      const [, row] = values(await allRows((await readWorkbook(file)).rows(0)));
      expect(row?.[0]).toBe(text);
    },
  );

  it('gives back any text', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .filter((value) => value !== '' && value[0] !== "'");
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
        const file = await written(
          texts.map((value) => [value]),
          [{ header: 'h', format: 'text' }],
        );
        const rows = values(await allRows((await readWorkbook(file)).rows(0))).slice(1);
        expect(rows).toEqual(texts.map((value) => [value.toWellFormed()]));
      }),
      { numRuns: 40 },
    );
  });

  it('cuts a text at 32,767 characters, never through a character', async () => {
    const file = await written([['a'.repeat(40_000), null], ['a'.repeat(32_766) + '😀']]);
    const [, long, pair] = values(await allRows((await readWorkbook(file)).rows(0)));
    expect(String(long?.[0])).toHaveLength(32_767);
    expect(String(pair?.[0])).toBe('a'.repeat(32_766));
  });

  it('offers drop-downs from a hidden sheet and notes', async () => {
    const values = ['计划', '进行中, 待检', 'x'.repeat(300)];
    const file = await written(
      [],
      [{ header: '状态', format: 'text', dropDown: values, note: '请选择 / choose <one>' }],
    );
    const sheet = await partOf(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('type="list"');
    expect(sheet).toContain('<formula1>_choices!$A$2:$A$4</formula1>');
    expect(sheet).toContain('prompt="请选择 / choose &lt;one&gt;"');
    const book = await readWorkbook(file);
    expect(book.sheets[1]).toEqual({ name: '_choices', hidden: true, rowCount: 4, columnCount: 1 });
    const rows = await allRows(book.rows(1));
    expect(rows.slice(1).map((row) => row.cells[0]?.value)).toEqual(values);
  });

  it('puts pictures into their places', async () => {
    const picture = Buffer.from('89504e470d0a1a0a', 'hex');
    const load = async () => picture;
    const file = await written(
      [
        ['a', { image: 'png', load }],
        ['b', null],
        ['c', { image: 'png', load: async () => null }],
      ],
      [
        { header: 'n', format: 'text' },
        { header: 'p', format: 'image' },
      ],
    );
    expect(await partOf(file, 'xl/worksheets/sheet1.xml')).toContain('<drawing r:id="rId1"/>');
    const drawing = await partOf(file, 'xl/drawings/drawing1.xml');
    expect(drawing.match(/<xdr:pic>/g)).toHaveLength(1);
    expect(drawing).toContain('<xdr:row>1</xdr:row>');
    expect(file.includes(picture)).toBe(true);
  });

  it('makes lawful sheet names, each once', async () => {
    const { out, bytes } = sink();
    const names = ['a/b:c', 'A b c', '', 'x'.repeat(40), 'History'];
    await writeWorkbook(
      out,
      names.map((name) => ({
        name,
        columns: [{ header: 'h', format: 'text' as const }],
        rows: [],
      })),
    );
    const book = await readWorkbook(bytes());
    expect(book.sheets.map((sheet) => sheet.name)).toEqual([
      'a b c',
      'A b c (2)',
      'Sheet3',
      'x'.repeat(31),
      'Sheet5',
    ]);
  });

  it('goes on in a further sheet when one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => [`r${index}`]);
    const book = await readWorkbook(
      await written(rows, [{ header: 'h', format: 'text' }], { maxSheetRows: 4 }),
    );
    expect(book.sheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ['订单', 4],
      ['订单 (2)', 4],
      ['订单 (3)', 2],
    ]);
    const exact = await readWorkbook(
      await written(rows.slice(0, 3), [{ header: 'h', format: 'text' }], { maxSheetRows: 4 }),
    );
    expect(exact.sheets).toHaveLength(1);
  });

  it('asks for rows only as fast as the receiver takes them, and closes them when it leaves', async () => {
    let given = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Cell[]> {
      try {
        for (;;) yield [`row ${given++} ${Math.random()}`];
      } finally {
        closed = true;
      }
    }
    const out = new PassThrough({ highWaterMark: 1_024 });
    const work = writeWorkbook(out, [
      { name: 's', columns: [{ header: 'h', format: 'text' }], rows: endless() },
    ]);
    work.catch(() => undefined);
    // Fills the buffers on the way, then waits for a reader who never comes.
    await expect.poll(() => standsStill(() => given), { timeout: 20_000 }).toBe(true);
    expect(given).toBeGreaterThan(0);
    out.destroy();
    await expect(work).rejects.toThrow();
    expect(closed).toBe(true);
  });

  it('rejects with the error of a failing row and breaks the output off', async () => {
    async function* failing(): AsyncGenerator<Cell[]> {
      yield ['a'];
      throw new Error('cursor lost');
    }
    const { out } = sink();
    await expect(
      writeWorkbook(out, [
        { name: 's', columns: [{ header: 'h', format: 'text' }], rows: failing() },
      ]),
    ).rejects.toThrow('cursor lost');
    expect(out.destroyed).toBe(true);
    expect(out.writableFinished).toBe(false);
  });

  it('writes 100,000 rows of 20 columns in constant memory', { timeout: 60_000 }, async () => {
    function* rows(): Generator<Cell[]> {
      for (let row = 0; row < 100_000; row++)
        yield wide.map((_, index) => (index % 2 ? row * index : `MO-${row}-${index}`));
    }
    const wide = Array.from({ length: 20 }, (_, index): SheetColumn => ({
      header: `h${index}`,
      format: index % 2 ? 'integer' : 'text',
    }));
    const idle = process.memoryUsage.rss();
    let [peak, bytes] = [0, 0];
    const out = new Writable({
      write(chunk: Buffer, _, done) {
        bytes += chunk.length;
        peak = Math.max(peak, process.memoryUsage.rss() - idle);
        done();
      },
    });
    const start = performance.now();
    expect(await writeWorkbook(out, [{ name: 's', columns: wide, rows: rows() }])).toBe(100_000);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.info(
      `100,000 × 20: ${seconds} s, ${(bytes / 1e6).toFixed(1)} MB, ${(peak / 1e6).toFixed(0)} MB above idle`,
    );
    expect(peak).toBeLessThan(150e6);
  });
});

/** Whether a count stays the same for a while. */
async function standsStill(count: () => number): Promise<boolean> {
  const before = count();
  await pause(300);
  return before > 0 && count() === before;
}
