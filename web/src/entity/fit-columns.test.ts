import { expect, it } from 'vitest';
import { choice } from '@millwright/contract/kinds/choice';
import { dictionary } from '@millwright/contract/kinds/dictionary';
import { instant } from '@millwright/contract/kinds/instant';
import { text } from '@millwright/contract/kinds/text';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { EntityRow } from './entity-row.ts';
import { fitted } from './fit-columns.ts';
import type { Column } from './list-columns.ts';

const column = (
  prop: string,
  width: number,
  field: unknown,
  more: Partial<Column> = {},
): Column => ({
  prop,
  label: '名称',
  type: 'field',
  width,
  sortable: false,
  field: field as AnyField,
  ...more,
});
const words = text('名称', 'Name');
const columns = [
  column('code', 140, words),
  column('name', 200, words),
  column('state', 100, dictionary('enable_status', '状态', 'State')),
  column('at', 150, instant('时间', 'Time')),
  column('remark', 200, words, { byHand: true }),
];

const widths = (room: number, rows: EntityRow[] = []) =>
  fitted(columns, room, rows).map((one) => one.width);
const row = (name: string) => ({ id: name, name }) as unknown as EntityRow;

it('leaves columns alone that have room', () => {
  expect(widths(790)).toEqual([140, 200, 100, 150, 200]);
  expect(widths(2000)).toEqual([140, 200, 100, 150, 200]);
});

it('gives room that is left to words that are cut', () => {
  const long = '一二三四五六七八九十一二三四五六七八九十';
  expect(widths(2000, [row(long)])).toEqual([140, 278, 100, 150, 200]);
  expect(widths(800, [row(long)])).toEqual([140, 210, 100, 150, 200]);
  expect(widths(2000, [row(long.repeat(3))])[1]).toBe(480);
});

it('takes room first from columns that are wider than their words', () => {
  expect(widths(700, [row('短'), row('三个字')])[1]).toBeLessThan(130);
  expect(widths(700, [row('短'), row('三个字')])[2]).toBeGreaterThanOrEqual(98);
  expect(widths(784, [row('一二三四五六七八九十一二三四五六七八九十')])[1]).toBeGreaterThan(190);
});

it('never narrows the first column, moments, widths set by hand, nor any head', () => {
  expect(widths(748)).toEqual([140, 160, 98, 150, 200]);
  // Where one scrolls anyway, no word is cut.
  expect(widths(300)).toEqual([140, 200, 100, 150, 200]);
  const long = column('long', 120, words, { label: '很长很长很长的表头' });
  expect(fitted([...columns.slice(0, 1), long], 150)[1]?.width).toBe(120);
});

const tone = choice('结果', 'Result', {
  ok: { zh: '合格', en: 'OK' },
  ng: { zh: '不合格', en: 'NG' },
});

it('knows what a state says: it gives its spare room to words that are cut', () => {
  const pair = [columns[0], column('name', 80, words), column('tone', 120, tone)] as Column[];
  const shown = [{ id: '1', name: '一二三四五六七八', tone: 'ok' } as unknown as EntityRow];
  expect(fitted(pair, 340, shown).map(({ width }) => width)).toEqual([140, 122, 78]);
});

it('reckons a cell of the page by its words, one that only drawing would tell by its declared width', () => {
  const render = () => null;
  const own = column('own', 200, undefined, { render });
  const told = { ...own, formatter: () => '两字' };
  const shown = [row('x')];
  expect(fitted([columns[0] as Column, own], 300, shown)[1]?.width).toBe(200);
  expect(fitted([columns[0] as Column, told], 300, shown)[1]?.width).toBeLessThan(161);
});

it('lets a column grow as far as it declares where one scrolls anyway, others by little', () => {
  const last = (text: string, growth?: number) =>
    fitted([...columns, column('place', 100, words, growth ? { growth } : {})], 400, [
      { id: '1', place: text } as unknown as EntityRow,
    ]).at(-1)?.width;
  expect(last('一二三四五六七八九', 1.5)).toBe(135);
  expect(last('一二三四五六七八九十一二', 1.5)).toBe(150);
  expect(last('一二三四五六七')).toBe(109);
  expect(last('一二三四五六七八九')).toBe(110);
});

it('keeps a column whole that declares its growth, where others give way to stand in sight', () => {
  const place = column('place', 100, words, { growth: 1.5 });
  const shown = [
    { id: '1', name: '一二三四五六七八九十一二三四五', place: '一二三四五六七八' },
  ] as unknown as EntityRow[];
  const fit = fitted([...columns.slice(0, 2), place], 430, shown).map(({ width }) => width);
  expect(fit).toEqual([140, 168, 122]);
  // It gives back what it outgrew before one scrolls.
  const narrow = fitted([...columns.slice(0, 2), place], 410, shown).map(({ width }) => width);
  expect(narrow).toEqual([140, 160, 110]);
});
