import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { disabledFigure, enabledFigure } from '../kernel/figure.ts';
import { choices } from '../kinds/choices.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { refs } from '../kinds/refs.ts';
import { text } from '../kinds/text.ts';

/** Why something stopped, was rejected, scrapped, reworked or missed; two levels. */
export const reasonCode = defineEntity({
  name: 'base/reasonCode',
  label: { zh: '原因代码', en: 'Reason code' },
  scope: 'site',
  title: 'nameZh',
  code: 'code',
  sort: { by: 'sequence', order: 'asc' },
  unique: [['kind', 'code']],
  parent: 'parent',
  fields: {
    kind: dictionary('reason_kind', '原因分类', 'Kind', {
      required: true,
      list: true,
      filter: true,
    }),
    code: text('代码', 'Code', { required: true, max: 30, list: true, filter: true, sort: true }),
    nameZh: text('中文名称', 'Chinese name', { required: true, max: 60, list: true, filter: true }),
    nameEn: text('英文名称', 'English name', { required: true, max: 80, list: true, filter: true }),
    parent: ref('base/reasonCode', '上级', 'Parent', { list: true, filter: true }),
    category: dictionary('downtime_category', '停机类别', 'Downtime category', {
      list: true,
      filter: true,
    }),
    severity: dictionary('severity', '严重程度', 'Severity', { list: true, filter: true }),
    procedureIds: refs('base/procedure', '适用工序', 'Procedures', {
      default: [],
      list: true,
      filter: true,
    }),
    allowRework: flag('允许返工', 'Rework allowed', { list: true, filter: true }),
    alarmEncodings: choices('报警编码', 'Alarm encodings', null, {
      default: [],
      help: { zh: '停机时据此提示原因', en: 'Stops with these alarms propose the reason' },
    }),
    color: text('颜色', 'Colour', {
      max: 7,
      pattern: /^#[0-9A-Fa-f]{6}$/,
      allowed: { zh: '#RRGGBB 形式的颜色', en: 'a colour such as #C0392B' },
    }),
    sequence: integer('顺序', 'Sequence', { required: true, default: 0, list: true, sort: true }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
    }),
  },
  figures: {
    enabled: enabledFigure,
    serious: {
      label: { zh: '致命与严重缺陷', en: 'Serious defects' },
      filters: { kind: 'defect', severity: '1,2', status: '1' },
    },
    rework: {
      label: { zh: '允许返工', en: 'Rework allowed' },
      filters: { allowRework: 'true', status: '1' },
    },
    disabled: disabledFigure,
  },
});

export const reasonCodeRefusals = defineRefusals({
  'reasonCode.edit.levels': [
    422,
    '原因代码只有两级，且上下级分类须相同',
    'Reason codes have two levels, both of one kind',
  ],
});
