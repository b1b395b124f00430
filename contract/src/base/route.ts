import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { decimal } from '../kinds/decimal.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { refs } from '../kinds/refs.ts';
import { rows } from '../kinds/rows.ts';
import { text } from '../kinds/text.ts';

/**
 * One version of the route of a product. A draft may be edited; once effective it never changes again, so a
 * released order that points at it keeps what it was released with.
 */
export const route = defineEntity({
  name: 'base/route',
  label: { zh: '工艺路线', en: 'Route' },
  scope: 'site',
  guardedBy: 'base:product',
  title: 'routeCode',
  sort: { by: 'createTime', order: 'desc' },
  unique: [['productId', 'version']],
  state: 'state',
  editable: ['draft'],
  removable: ['draft'],
  fields: {
    productId: ref('base/product', '产品', 'Product', {
      required: true,
      fixed: true,
      cascade: true,
      list: true,
      filter: true,
    }),
    routeCode: text('路线编号', 'Route code', {
      required: true,
      computed: true,
      max: 60,
      list: true,
      filter: true,
    }),
    version: integer('版本', 'Version', { required: true, computed: true, list: true }),
    state: choice(
      '状态',
      'State',
      {
        draft: { zh: '草稿', en: 'Draft' },
        effective: { zh: '生效', en: 'Effective' },
        replaced: { zh: '已替换', en: 'Replaced' },
      },
      { required: true, computed: true, default: 'draft', list: true, filter: true },
    ),
    effectiveTime: instant('生效时间', 'Effective since', { computed: true, list: true }),
    steps: rows(
      '工步',
      'Steps',
      {
        // Told by the place of the row in the form.
        sequence: integer('顺序', 'Sequence', { required: true, default: 0, form: false }),
        procedureId: ref('base/procedure', '工序', 'Procedure', {
          required: true,
          where: { status: '1' },
        }),
        stationGroup: text('工位组', 'Station group', { max: 60 }),
        standardBeat: decimal('标准节拍', 'Standard beat', {
          digits: 8,
          places: 2,
          above: 0,
          unit: { zh: '秒', en: 's' },
        }),
        isKey: flag('关键', 'Key'),
        needReport: flag('需报工', 'Reported', { default: true }),
        checkItemIds: refs('base/checkItem', '检测项目', 'Check items', { default: [] }),
      },
      { min: 1, max: 60, unique: ['sequence'] },
    ),
  },
  actions: {
    effect: {
      label: { zh: '生效', en: 'Make effective' },
      from: ['draft'],
      to: 'effective',
      tag: 'edit',
      icon: 'check',
      confirm: {
        zh: '路线「{name}」生效后不能再修改，并替换当前版本。确定吗？',
        en: 'Route "{name}" can no longer be changed once effective and replaces the current one. Go on?',
      },
    },
  },
});

export const routeRefusals = defineRefusals({
  'route.effect.noSteps': [
    409,
    '工艺路线没有工步，不能生效',
    'The route has no steps and cannot become effective',
  ],
  'route.add.draftOpen': [
    409,
    '产品「{p}」已有草稿版本{n}，请先处理',
    'Product "{p}" already has draft version {n}',
  ],
});
