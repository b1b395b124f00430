import { site } from '@millwright/contract/base/site';
import { line } from '@millwright/contract/base/line';
import { order } from '@millwright/contract/production/order';
import { expect, it } from 'vitest';
import { problemLines } from '../kernel/refusal.ts';
import { differences, merged } from './conflict.ts';
import type { EntityRow } from './entity-row.ts';
import {
  changes,
  formFields,
  isChanged,
  mustFillNow,
  newDraft,
  problemsOf,
  startOf,
} from './form-draft.ts';

const filled = {
  orderName: '18寸锻造轮',
  orderType: 'mass',
  productId: '1',
  quantity: 10,
  priority: '3',
  planStartTime: '2025-11-01T00:00:00.000Z',
  planEndTime: '2025-11-20T00:00:00.000Z',
  dueDate: '2025-11-30',
};
const row = {
  id: '7',
  revision: 3,
  shown: {},
  actions: [],
  ...filled,
  state: 'draft',
  remark: null,
} as unknown as EntityRow;

it('S275 lists the problems of a form as label: message, one per field', () => {
  const lines = problemLines(
    problemsOf(order, { ...filled, orderName: ' ', quantity: 0 }, undefined),
  );
  expect(lines).toEqual(['订单名称：不能为空', '订单数量：不能小于1']);
});

it('judges a changed row as a whole, so that a date is compared with one that was not touched', () => {
  const problems = problemsOf(order, { ...startOf(order, row), dueDate: '2025-10-01' }, row);
  expect(problems.map((problem) => problem.field)).toEqual(['dueDate']);
  expect(problemsOf(order, startOf(order, row), row)).toEqual([]);
});

it('starts a new form with the defaults and knows when nothing was typed', () => {
  const start = startOf(order, undefined);
  expect(start).toMatchObject({ orderType: 'mass', priority: '3', overPercent: '2' });
  expect(isChanged(order, start, { ...start, orderName: '' })).toBe(false);
  expect(isChanged(order, start, { ...start, orderName: 'x' })).toBe(true);
});

it('sends what changed and nothing else; an emptied field is sent empty', () => {
  const start = startOf(order, row);
  expect(changes(order, start, { ...start, quantity: 12, remark: 'x' })).toEqual({
    quantity: 12,
    remark: 'x',
  });
  expect(changes(order, { ...start, customer: 'a' }, { ...start, customer: null })).toEqual({
    customer: null,
  });
});

it('sends child rows without what only the screen needs', () => {
  const shifts = [
    { id: '1', key: 'k', name: '早班', startTime: '08:00', endTime: '20:00', shown: { x: 'y' } },
  ];
  expect(newDraft(line, { shifts })['shifts']).toEqual([
    { id: '1', name: '早班', startTime: '08:00', endTime: '20:00' },
  ]);
});

it('S199 the form shows orderNo to company-wide people only, and never what the life cycle owns', () => {
  const names = (companyWide: boolean) => formFields(order, companyWide).map(([name]) => name);
  expect(names(true)).toContain('orderNo');
  expect(names(false)).not.toContain('orderNo');
  expect(names(true)).not.toContain('state');
});

it('finds what two people changed differently and keeps both where they did not meet', () => {
  const start = startOf(order, row);
  const yours = { ...start, quantity: 20, orderName: 'mine' };
  const theirs = { ...row, revision: 4, quantity: 30, dueDate: '2025-12-24' } as EntityRow;
  expect(differences(order, start, yours, theirs)).toEqual([
    { name: 'quantity', yours: 20, theirs: 30 },
  ]);
  expect(merged(start, yours, theirs)).toMatchObject({
    quantity: 20,
    orderName: 'mine',
    dueDate: '2025-12-24',
  });
});

it('marks what the rules ask for as the other fields stand, filled or not', () => {
  const fields = formFields(site, true);
  const marked = (values: Record<string, unknown>) => [
    ...mustFillNow(site, fields, values, undefined),
  ];
  expect(marked({ departType: 'department' })).toEqual(['parentId']);
  expect(marked({ departType: 'department', parentId: '7' })).toEqual(['parentId']);
  expect(marked({ departType: 'site' }).toSorted()).toEqual(['parentId', 'shortCode']);
  expect(marked({ departType: 'company' })).toEqual([]);
  expect(marked({ departType: 'site', shortCode: 7 })).toEqual(['shortCode']);
  expect([...mustFillNow(order, formFields(order, true), filled, row)]).toEqual([]);
});
