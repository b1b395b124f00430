import { describe, expect, it } from 'vitest';
import { checkItem } from '../base/check-item.ts';
import { gateway } from '../base/gateway.ts';
import { order } from '../production/order.ts';
import { user } from '../system/user.ts';
import type { AnyEntity } from './entity.ts';
import { checkDraft, checkFields } from './check.ts';

const ORDER = {
  orderName: '18寸锻造轮',
  productId: '1',
  quantity: 10,
  planStartTime: '2025-11-06T00:00:00Z',
  planEndTime: '2025-11-08T00:00:00Z',
  dueDate: '2025-11-10',
};

describe('a draft', () => {
  it('with a value of the wrong kind is told so, not that the value is missing', () => {
    for (const quantity of [1.5, '12', true, [], {}])
      expect(problems(order, { ...ORDER, quantity })).toEqual(['quantity field.type']);
    for (const quantity of [null, undefined, ''])
      expect(problems(order, { ...ORDER, quantity })).toEqual(['quantity field.required']);
  });

  it('is told each problem once, with the limit that holds', () => {
    expect(problems(order, { ...ORDER, planStartTime: 'tomorrow' })).toEqual([
      'planStartTime field.type',
    ]);
    const [found, ...more] = checkDraft(order, { ...ORDER, quantity: 1e20 }, 'create').problems;
    expect(found?.args).toMatchObject({ n: 1_000_000 });
    expect(more).toEqual([]);
  });

  it('is told the rules it breaks together with its wrong fields', () => {
    const late = { ...ORDER, orderName: '', planEndTime: '2025-11-01T00:00:00Z' };
    expect(problems(order, late)).toEqual(['orderName field.required', 'planEndTime field.period']);
    const open = { ...ORDER, planEndTime: null, dueDate: '2025-11-01' };
    expect(problems(order, open)).toEqual(['planEndTime field.required', 'dueDate field.period']);
    const account = { username: 'a.b', realName: 'A', homeSite: '1', role: [], email: 'x' };
    expect(problems(user, account)).toEqual(['email field.pattern', 'role field.required']);
    expect(problems(order, { planEndTime: 'never', orderName: '' }, 'update', ORDER)).toEqual([
      'orderName field.required',
      'planEndTime field.type',
    ]);
  });

  it('is told no rule that would have to guess at a wrong field', () => {
    const item = { itemCode: 'A', itemName: 'A', procedureId: '1', category: 'dimension' };
    expect(problems(checkItem, { ...item, lowerLimit: 'x' })).toEqual(['lowerLimit field.type']);
    expect(problems(checkItem, item)).toEqual(['upperLimit checkItem.edit.limitMissing']);
  });

  it('names the option that a list does not have', () => {
    const [found] = checkDraft(checkItem, { chartType: 'pie' }, 'update').problems;
    expect(found).toMatchObject({ key: 'field.choice', args: { value: 'pie' } });
    const { quantity } = order.actions.split.fields;
    expect(checkFields({ quantity }, { quantity: 'many' }).problems).toMatchObject([
      { field: 'quantity', key: 'field.type' },
    ]);
  });
});

function problems(
  entity: AnyEntity,
  draft: object,
  mode: 'create' | 'update' = 'create',
  current = {},
): string[] {
  return checkDraft(entity, draft, mode, current).problems.map(
    ({ field, key }) => `${field} ${key}`,
  );
}

it('says where in a structure something is wrong, and takes no name from the language', () => {
  const mapping = { devices: [{ deviceNumber: 'NB-MC-01', items: { execution: { to: 'x' } } }] };
  const [found] = checkDraft(gateway, { mapping }, 'update').problems;
  expect(found).toMatchObject({
    field: 'mapping.devices.0.items.execution.to',
    label: {
      zh: '数据映射 devices.0.items.execution.to',
      en: 'Mapping devices.0.items.execution.to',
    },
  });
  const [stranger] = checkDraft(order, { constructor: 1 }, 'update').problems;
  expect(stranger).toMatchObject({ label: { zh: 'constructor', en: 'constructor' } });
});
