import { order } from '@millwright/contract/production/order';
import { line } from '@millwright/contract/base/line';
import { expect, it } from 'vitest';
import { columnsOf } from './list-columns.ts';
import { filtersOf, fitting } from './list-filters.ts';
import { arranged } from './use-columns.ts';
import { defineEntity } from '@millwright/contract/kernel/entity';
import { choice } from '@millwright/contract/kinds/choice';
import { decimal } from '@millwright/contract/kinds/decimal';
import { text } from '@millwright/contract/kinds/text';
import type { AnyField } from '@millwright/contract/kernel/field';

const props = (companyWide: boolean) => columnsOf(order, companyWide).map((column) => column.prop);
const site = choice('部门', 'Department', {
  11: { zh: '宁波', en: 'Ningbo' },
}) as unknown as AnyField;

it('S109 a column has its property, label, type, width, formatter, cell, sorting and fixed place', () => {
  const own = {
    prop: 'difference',
    label: '较交期',
    width: 80,
    formatter: () => 'x',
    fixed: 'start',
  } as const;
  const found = columnsOf(order, false, { difference: () => 'cell' }, [own]).find(
    (column) => column.prop === 'difference',
  );
  expect(found).toMatchObject({
    prop: 'difference',
    label: '较交期',
    type: 'own',
    width: 80,
    sortable: false,
    fixed: 'start',
  });
  expect(found?.formatter?.({} as never)).toBe('x');
  expect(found?.render?.({} as never)).toBe('cell');
  expect(columnsOf(order, false).find((column) => column.prop === 'dueDate')).toMatchObject({
    type: 'field',
    sortable: true,
  });
});

it('S21 S23 S198 only company-wide people have the department column, not even as a choice', () => {
  expect(props(true)).toContain('departName');
  expect(props(false)).not.toContain('departName');
  expect(
    columnsOf(order, false, {}, [{ prop: 'departName', width: 90 }]).map((column) => column.prop),
  ).not.toContain('departName');
});

it('S199 only company-wide people have the column orderNo, whatever a page asks for', () => {
  expect(props(true)).toContain('orderNo');
  expect(props(false)).not.toContain('orderNo');
  expect(
    columnsOf(order, false, {}, [{ prop: 'orderNo', width: 90 }]).map((column) => column.prop),
  ).not.toContain('orderNo');
});

it('S22 S200 only company-wide people have the department filter', () => {
  const names = (companyWide: boolean) =>
    filtersOf(order, site, companyWide).map((filter) => filter.name);
  expect(names(true).slice(0, 2)).toEqual(['keyword', 'siteId']);
  expect(names(false)).not.toContain('siteId');
  expect(names(false)).not.toContain('orderNo');
});

it('S292 a search for days is 240 px wide', () => {
  expect(
    filtersOf(order, undefined, false).find((filter) => filter.name === 'dueDate')?.width,
  ).toBe(240);
});

it('gives a condition the room of its label, not less than its kind wants', () => {
  const furnace = defineEntity({
    name: 'test/furnace',
    label: { zh: '炉', en: 'Furnace' },
    scope: 'site',
    title: 'name',
    sort: { by: 'name', order: 'asc' },
    fields: {
      name: text('名称', 'Name', { filter: true }),
      zone: text('区', 'Zone', { filter: true }),
      maker: text('加热炉制造厂家的中文全称及简称', 'Maker', { filter: true }),
      power: decimal('最大额定加热功率', 'Power', { filter: true }),
    },
  });
  const widths = new Map(
    filtersOf(furnace, undefined, false).map(({ name, width }) => [name, width]),
  );
  expect(widths.get('zone')).toBe(160);
  expect(widths.get('maker')).toBe(15 * 13 + 142);
  expect(widths.get('power')).toBe(8 * 13 + 166);
});

it('puts the conditions that a page names first, single texts last', () => {
  const names = filtersOf(order, undefined, false, ['state', 'customer']).map(
    (filter) => filter.name,
  );
  expect(names.slice(0, 3)).toEqual(['keyword', 'state', 'customer']);
  expect(names.slice(-2)).toEqual(['orderCode', 'orderName']);
});

it('offers when a row was made to the pages that name it', () => {
  const names = (first: string[]) =>
    filtersOf(order, undefined, false, first).map((filter) => filter.name);
  expect(names(['state', 'createTime']).slice(1, 3)).toEqual(['state', 'createTime']);
  expect(names(['state'])).not.toContain('createTime');
});

it('shows as many conditions as fit and always one', () => {
  const filters = filtersOf(order, undefined, false, ['customer', 'lineIds', 'state', 'dueDate']);
  expect(fitting(filters, 1106, 230)).toBe(5);
  expect(fitting(filters, 100, 230)).toBe(1);
  expect(fitting(filters, 99_999, 230)).toBe(filters.length);
});

it('keeps the order, the widths and at least one column of what a person chose', () => {
  const all = columnsOf(line, false);
  const chosen = arranged(
    all,
    { shown: ['name', 'gone', 'code'], widths: { name: 222 } },
    undefined,
  );
  expect(chosen.shown.map((column) => [column.prop, column.width])).toEqual([
    ['name', 222],
    ['code', all.find((column) => column.prop === 'code')?.width],
  ]);
  expect(chosen.all).toHaveLength(all.length);
  expect(arranged(all, { shown: [] }, undefined).shown).toHaveLength(1);
  expect(arranged(all, {}, undefined).shown.some((column) => column.prop === 'createTime')).toBe(
    false,
  );
});

it('stands by itself with as many columns as there is room for, the department behind the first two', () => {
  const names = (companyWide: boolean, room: number) =>
    arranged(columnsOf(line, companyWide), {}, undefined, room).shown.map(({ prop }) => prop);
  const all = names(false, 5000);
  expect(all.length).toBeGreaterThan(6);
  const few = names(false, 560);
  expect(few.length).toBeLessThan(all.length);
  expect(few).toEqual(all.slice(0, few.length));
  expect(names(true, 5000)).toEqual(all.toSpliced(2, 0, 'departName'));
  expect(names(true, 560)[2]).toBe('departName');
  expect(names(true, 100)).toEqual([all[0], 'departName']);
  // What does not stand there can be chosen.
  expect(arranged(columnsOf(line, true), {}, undefined, 560).all.map(({ prop }) => prop)).toEqual(
    expect.arrayContaining(all),
  );
  expect(arranged(columnsOf(line, false), {}, all, 100).shown).toHaveLength(all.length);
});

it('a head is read whole, wide letters of its unit included', () => {
  const gauge = defineEntity({
    name: 'base/gauge',
    label: { zh: '量具', en: 'Gauge' },
    scope: 'site',
    title: 'unit',
    sort: { by: 'unit', order: 'asc' },
    fields: {
      unit: decimal('Resolution', 'Resolution', { list: true, unit: { zh: 'mm', en: 'mm' } }),
    },
  });
  // The words are 87 px wide in the 12 px letters of the head, which has 8 px at either side.
  expect(columnsOf(gauge, false)[0]?.width).toBeGreaterThanOrEqual(103);
});
