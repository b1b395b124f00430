import { safeText } from '@millwright/contract/kernel/cell-text';
import writeXlsxFile, { type CellObject, type SheetData } from 'write-excel-file/browser';
import { EXCEL_TYPE, fileName, saveBlob } from '../kernel/download.ts';
import { t } from '../kernel/language.tsx';
import { wallOf } from '../kinds/site-time.ts';
import { chartText } from '../locales/chart.ts';
import {
  type ChartColumn,
  type ChartData,
  type ChartValue,
  headOf,
  nameOf,
  roundedTo,
} from './chart-data.ts';

/** Saves the rows of a chart as a workbook: numbers as numbers, times as times of the site, texts as texts. */
export async function saveSheet(data: ChartData): Promise<void> {
  const { columns, rows } = data;
  const sheet: SheetData = [
    columns.map((column) => heading(headOf(column))),
    ...rows.map((row) => columns.map((column, at) => cellOf(column, row[at] ?? null))),
  ];
  const file = await writeXlsxFile([
    {
      data: sheet,
      sheet: sheetName(data.title),
      columns: columns.map((column) => ({ width: widthOf(column) })),
      stickyRowsCount: 1,
    },
    { data: aboutRows(data), sheet: t(chartText.about), columns: [{ width: 14 }, { width: 80 }] },
  ]).toBlob();
  saveBlob(new Blob([file], { type: EXCEL_TYPE }), fileName(nameOf(data), 'xlsx', new Date()));
}

function cellOf(column: ChartColumn, value: ChartValue): CellObject | null {
  if (value === null || value === '') return null;
  if (typeof value === 'number') {
    const digits = column.digits ?? 0;
    const format = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`;
    return { type: Number, value: roundedTo(digits, value), format };
  }
  if (!column.isInstant) return { type: String, value: safeText(value) };
  // Workbooks know no zones: the clock of the site stands in the place of UTC.
  const wall = new Date(`${wallOf(value).replace(' ', 'T')}Z`);
  return { type: Date, value: wall, format: 'yyyy-mm-dd hh:mm:ss' };
}

/** What the rows do not say: whose they are and of which time. */
function aboutRows(data: ChartData): SheetData {
  return (
    [
      [chartText.chart, nameOf(data)],
      [chartText.note, data.note],
      [chartText.period, data.period],
    ] as const
  ).flatMap(([label, words]) =>
    words ? [[heading(t(label)), { type: String, value: safeText(words) }]] : [],
  );
}

function heading(words: string): CellObject {
  return { type: String, value: safeText(words), fontWeight: 'bold' };
}

/** Characters; a Chinese one is as wide as two. */
function widthOf(column: ChartColumn): number {
  const words = headOf(column).replace(/[^\u0020-\u007e]/g, '  ').length;
  return Math.max(words + 2, column.isInstant ? 20 : column.digits === undefined ? 24 : 12);
}

/** At most 31 characters, none of `[]:*?/\`. */
function sheetName(title: string): string {
  return title
    .replace(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim();
}
