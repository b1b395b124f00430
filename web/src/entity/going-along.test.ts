import { checkItem } from '@millwright/contract/base/check-item';
import { line } from '@millwright/contract/base/line';
import { product } from '@millwright/contract/base/product';
import { station } from '@millwright/contract/base/station';
import { dictType } from '@millwright/contract/system/dict-type';
import { user } from '@millwright/contract/system/user';
import { expect, it } from 'vitest';
import { belongingTo } from './going-along.ts';

it('knows what is deleted together with a row', () => {
  const names = [line, product, checkItem, dictType, station, user].map((entity) =>
    belongingTo(entity).map((one) => `${one.entity.name}.${one.field}`),
  );
  expect(names).toEqual([
    ['base/lineDay.lineId'],
    ['base/route.productId'],
    ['base/checkLimit.checkItemId'],
    ['system/dictItem.dictId'],
    [],
    [],
  ]);
});
