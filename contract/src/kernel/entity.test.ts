import { describe, expect, expectTypeOf, it } from 'vitest';
import { line } from '../base/line.ts';
import { day } from '../kinds/day.ts';
import { instant } from '../kinds/instant.ts';
import { order } from '../production/order.ts';
import { checkDraft, checkFields } from './check.ts';
import type { Draft, Row } from './entity.ts';
import { say } from './text.ts';

describe('a declaration', () => {
  it('gives its derived names', () => {
    expect(order.table).toBe('production_order');
    expect(order.tag).toBe('production:order');
    expect(order.path).toBe('/api/production/orders');
  });

  it('gives row and draft types', () => {
    expectTypeOf<Row<typeof order>['quantity']>().toEqualTypeOf<number>();
    expectTypeOf<Row<typeof order>['customer']>().toEqualTypeOf<string | null>();
    expectTypeOf<Draft<typeof order>['orderName']>().toEqualTypeOf<string>();
    expectTypeOf<Draft<typeof order>>().not.toHaveProperty('goodQty');
    type Shift = Row<typeof line>['shifts'][number];
    expectTypeOf<Shift['startTime']>().toEqualTypeOf<string>();
    expectTypeOf<Shift['validFrom']>().toEqualTypeOf<string | null>();
  });
});

describe('a draft', () => {
  const good = {
    orderName: '18寸锻造轮-星驰',
    productId: '7',
    quantity: 2400,
    planStartTime: '2026-11-01T00:00:00Z',
    planEndTime: '2026-11-20T00:00:00Z',
    dueDate: '2026-11-22',
  };

  it('is completed with defaults', () => {
    const { draft, problems } = checkDraft(order, good, 'create');
    expect(problems).toEqual([]);
    expect(draft).toMatchObject({ orderType: 'mass', priority: '3', state: 'draft', goodQty: 0 });
  });

  it('is refused with all problems at once, each with its path and key', () => {
    const bad = {
      ...good,
      orderName: ' ',
      quantity: 0,
      overPercent: '2.123',
      dueDate: '2026-13-40',
      colour: 'red',
      orderCode: 'a b',
    };
    const { problems } = checkDraft(order, bad, 'create');
    expect(problems.map(({ field, key }) => [field, key])).toEqual(
      expect.arrayContaining([
        ['orderName', 'field.required'],
        ['quantity', 'field.min'],
        ['overPercent', 'field.places'],
        ['dueDate', 'field.type'],
        ['colour', 'field.unknown'],
        ['orderCode', 'field.pattern'],
      ]),
    );
    expect(problems).toHaveLength(6);
  });

  it('names missing fields', () => {
    const { problems } = checkDraft(order, {}, 'create');
    expect(problems.every(({ key }) => key === 'field.required')).toBe(true);
    expect(problems).toHaveLength(6);
  });

  it('drops what the server owns', () => {
    const { draft } = checkDraft(
      order,
      { ...good, id: '1', state: 'closed', goodQty: 5, revision: 3 },
      'create',
    );
    expect(draft).toMatchObject({ state: 'draft', goodQty: 0 });
    expect(draft).not.toHaveProperty('id');
  });

  it('judges rules over several fields', () => {
    const { problems } = checkDraft(order, { ...good, dueDate: '2026-10-01' }, 'create');
    expect(problems.map(({ key }) => key)).toEqual(['field.period']);
  });

  it('names the field that lies in the future', () => {
    const fields = {
      boughtOn: day('购买日期', 'Bought on'),
      readAt: instant('抄表时间', 'Read at'),
    };
    const { problems } = checkFields(fields, {
      boughtOn: '2998-01-01',
      readAt: '2998-01-01T00:00:00Z',
    });
    const told = problems.map(({ text, args = {} }) => [
      say(text, args, 'zh_CN'),
      say(text, args, 'en_US'),
    ]);
    expect(told).toEqual([
      ['购买日期不能晚于当前时间', 'Bought on cannot be in the future'],
      ['抄表时间不能晚于当前时间', 'Read at cannot be in the future'],
    ]);
  });

  it('names child rows by line', () => {
    const { problems } = checkDraft(
      line,
      {
        code: 'L1',
        name: 'x',
        shifts: [{ name: '早班', startTime: '08:00', endTime: '20:61' }, { startTime: '8' }],
      },
      'create',
    );
    expect(problems.map(({ field }) => field)).toEqual([
      'shifts.0.endTime',
      'shifts.1.name',
      'shifts.1.startTime',
      'shifts.1.endTime',
    ]);
    expect(problems[0]?.label.zh).toBe('班次 第1行 结束');
  });
});
