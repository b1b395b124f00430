import { enabling } from '../kernel/enabling.ts';
import { defineEntity } from '../kernel/entity.ts';
import { disabledFigure } from '../kernel/figure.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { shown } from '../kinds/shown.ts';
import { text } from '../kinds/text.ts';

/** A dictionary: a named list of values that fields of kind dictionary take. */
export const dictType = defineEntity({
  name: 'system/dictType',
  plural: 'dict-types',
  guardedBy: 'system:dict',
  label: { zh: '字典类型', en: 'Dictionary type' },
  scope: 'company',
  title: 'dictName',
  code: 'dictType',
  sort: { by: 'dictType', order: 'asc' },
  unique: [['dictType']],
  state: 'status',
  fields: {
    dictName: text('字典名称', 'Dictionary name', {
      required: true,
      max: 50,
      list: true,
      filter: true,
      sort: true,
    }),
    dictNameEn: text('英文名称', 'English name', { max: 50, list: true, filter: true, sort: true }),
    dictType: text('字典类型', 'Dictionary type', {
      required: true,
      max: 50,
      pattern: /^[a-z][A-Za-z0-9_]{1,49}$/,
      allowed: {
        zh: '字母、数字、_，以小写字母开头',
        en: 'letters, digits, _, beginning with a small letter',
      },
      list: true,
      filter: true,
      sort: true,
    }),
    system: flag('系统内置', 'System', { computed: true, list: true, filter: true }),
    itemCount: shown('项数', 'Items', { list: true }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      computed: true,
      list: true,
      filter: true,
    }),
    remark: text('备注', 'Remark', { max: 500, lines: 2, list: true, filter: true }),
  },
  figures: {
    system: { label: { zh: '系统内置', en: 'System' }, filters: { system: 'true' } },
    own: { label: { zh: '可维护', en: 'Maintained here' }, filters: { system: 'false' } },
    disabled: disabledFigure,
  },
  actions: enabling('edit'),
});
