import { z } from 'zod';
import { enabling } from '../kernel/enabling.ts';
import { defineEntity } from '../kernel/entity.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { json } from '../kinds/json.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

const marks = () =>
  z.record(z.string().max(40), z.union([z.string().max(200), z.boolean(), z.number()]));

/** One value of a dictionary with its label in both languages. */
export const dictItem = defineEntity({
  name: 'system/dictItem',
  plural: 'dict-items',
  guardedBy: 'system:dict',
  label: { zh: '字典项', en: 'Dictionary item' },
  scope: 'company',
  title: 'itemText',
  code: 'itemValue',
  sort: { by: 'orderNum', order: 'asc' },
  unique: [['dictId', 'itemValue']],
  state: 'status',
  fields: {
    dictId: ref('system/dictType', '字典', 'Dictionary', {
      required: true,
      fixed: true,
      filter: true,
      cascade: true,
    }),
    itemText: text('标签', 'Label', { required: true, max: 80, list: true, filter: true }),
    itemTextEn: text('英文标签', 'English label', { max: 80, list: true, filter: true }),
    itemValue: text('值', 'Value', {
      required: true,
      max: 80,
      list: true,
      filter: true,
      sort: true,
    }),
    orderNum: integer('排序', 'Order', { required: true, default: 0, list: true, sort: true }),
    color: choice(
      '颜色',
      'Colour',
      {
        ok: { zh: '绿色', en: 'Green' },
        warn: { zh: '橙色', en: 'Orange' },
        bad: { zh: '红色', en: 'Red' },
        info: { zh: '蓝色', en: 'Blue' },
      },
      { list: true },
    ),
    isDefault: flag('默认', 'Default', { list: true }),
    ext: json('附加属性', 'Extra', marks),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      computed: true,
      list: true,
      filter: true,
    }),
    remark: text('备注', 'Remark', { max: 500, lines: 2, list: true, filter: true }),
  },
  actions: enabling('edit'),
});
