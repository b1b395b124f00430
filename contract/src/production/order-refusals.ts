import { defineRefusals } from '../kernel/errors.ts';

/** Why something cannot be done to an order. */
export const orderRefusals = defineRefusals({
  'order.release.noRoute': [
    409,
    '产品「{p}」未配置工艺路线，不能下达',
    'Product "{p}" has no route, the order cannot be released',
  ],
  'order.release.noStation': [
    409,
    '产线「{l}」缺少工序「{q}」的工位',
    'Line "{l}" has no station for "{q}"',
  ],
  'order.cancel.hasPieces': [
    409,
    '订单已有{n}件工件，不能取消',
    '{n} pieces exist, the order cannot be cancelled',
  ],
  'order.complete.piecesOpen': [
    409,
    '仍有{n}件在制或冻结，请填写原因',
    '{n} pieces are still in process or on hold, please give a reason',
  ],
  'order.release.productDisabled': [
    409,
    '产品「{p}」已停用，不能下达',
    'Product "{p}" is disabled, the order cannot be released',
  ],
  'order.release.noCheckItem': [
    409,
    '产品「{p}」的关键工序「{q}」没有检测项目，不能下达',
    'Product "{p}" has no check items for its key procedure "{q}"',
  ],
  'order.edit.quantityLow': [
    422,
    '数量不能小于已产出{n}',
    'Quantity cannot be below {n} already made',
  ],
  'order.edit.released': [
    409,
    '订单下达后只能修改数量、交期、优先级和备注',
    'Of a released order only quantity, due date, priority and remark can be changed',
  ],
  'order.split.quantity': [422, '拆出数量须小于{n}', 'The quantity to split off must be below {n}'],
  'order.produce.overLimit': [409, '超出允许超产数量{n}', 'Over-production limit {n} exceeded'],
});
