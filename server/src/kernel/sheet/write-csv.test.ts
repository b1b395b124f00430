import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Cell, SheetColumn } from './cell.ts';
import { readWorkbook } from './read-workbook.ts';
import { allRows, sink, values } from './sheet-testing.ts';
import { writeCsv } from './write-csv.ts';

const columns: SheetColumn[] = [
  { header: '名称', format: 'text' },
  { header: 'n', format: 'decimal', decimals: 2 },
  { header: 'd', format: 'date' },
  { header: 'ok', format: 'flag' },
];

describe('writeCsv', () => {
  it('writes UTF-8 with a mark, quotes what needs it and disarms formulas', async () => {
    const { out, bytes } = sink();
    const rows: Cell[][] = [
      ['a,"b"\nc', 1.5, new Date('2025-11-06T00:00:00Z'), true],
      ['=cmd|x', -2, '2025-11-07', false],
    ];
    expect(await writeCsv(out, { columns, rows }, { flags: ['是', '否'] })).toBe(2);
    expect(bytes().subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect(bytes().toString()).toBe(
      `\ufeff名称,n,d,ok\r\n"a,""b""\nc",1.50,2025-11-06,是\r\n'=cmd|x,-2.00,2025-11-07,否\r\n`,
    );
    const read = values(await allRows((await readWorkbook(bytes())).rows(0)));
    expect(read[1]).toEqual(['a,"b"\nc', '1.50', '2025-11-06', '是']);
    expect(read[2]?.[0]).toBe('=cmd|x');
  });

  it('stops and closes the rows when the receiver leaves', async () => {
    let closed = false;
    async function* endless(): AsyncGenerator<Cell[]> {
      try {
        for (;;) yield ['x'.repeat(1_000), 1, null, true];
      } finally {
        closed = true;
      }
    }
    const out = new PassThrough();
    const work = writeCsv(out, { columns, rows: endless() });
    setTimeout(() => out.destroy(), 50);
    await expect(work).rejects.toThrow();
    expect(closed).toBe(true);
  });
});
