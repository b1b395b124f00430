import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { decimal } from '../kinds/decimal.ts';
import { instant } from '../kinds/instant.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';
import { limitProblems } from './check-item.ts';

/** Standard, limits and offset of a check item from a moment on; a test is judged by those of its own time. */
export const checkLimit = defineEntity({
  name: 'base/checkLimit',
  label: { zh: '公差版本', en: 'Limit version' },
  scope: 'site',
  guardedBy: 'base:checkItem',
  title: 'effectiveTime',
  sort: { by: 'effectiveTime', order: 'desc' },
  unique: [['checkItemId', 'effectiveTime']],
  fields: {
    checkItemId: ref('base/checkItem', '检测项目', 'Check item', {
      required: true,
      fixed: true,
      cascade: true,
      list: true,
      filter: true,
    }),
    effectiveTime: instant('生效时间', 'Effective from', {
      required: true,
      future: true,
      list: true,
      filter: true,
      sort: true,
    }),
    standard: decimal('标准值', 'Standard', { list: true }),
    upperLimit: decimal('上限', 'Upper limit', { list: true }),
    lowerLimit: decimal('下限', 'Lower limit', { list: true }),
    offset: decimal('补偿值', 'Offset', { required: true, default: '0', list: true }),
    reason: text('原因', 'Reason', {
      max: 200,
      list: true,
      help: { zh: '补偿值有变化时必填', en: 'Needed when the offset changes' },
    }),
  },
  // Whether a limit is needed depends on the item, which the server reads.
  rules: (draft) => limitProblems({ ...draft, valueType: 'text' }),
});

export const checkLimitRefusals = defineRefusals({
  'checkLimit.edit.past': [
    409,
    '已生效的公差版本不能修改或删除',
    'Limits that are in effect already cannot be changed or deleted',
  ],
  'checkLimit.add.past': [422, '生效时间不能早于当前时间', 'Limits cannot take effect in the past'],
});
