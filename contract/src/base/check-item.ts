import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import type { Problem } from '../kernel/errors.ts';
import { defineRefusals, refusals } from '../kernel/errors.ts';
import { disabledFigure, enabledFigure } from '../kernel/figure.ts';
import { choice } from '../kinds/choice.ts';
import { choices } from '../kinds/choices.ts';
import { compareDecimals, decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { image } from '../kinds/file.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

const counted = { computed: true, list: true, sort: true } as const;

/** What is measured or judged on a piece at a procedure: standard, limits, offset, what is shown and charted. */
export const checkItem = defineEntity({
  name: 'base/checkItem',
  label: { zh: '检测项目', en: 'Check item' },
  scope: 'site',
  title: 'itemName',
  code: 'itemCode',
  sort: { by: 'sequence', order: 'asc' },
  unique: [['productId', 'procedureId', 'itemCode']],
  sections: {
    item: { zh: '项目', en: 'Item' },
    limit: { zh: '标准与公差', en: 'Standard and limits' },
    show: { zh: '显示与判定', en: 'Display and judgement' },
    chart: { zh: '图表与补偿', en: 'Chart and compensation' },
  },
  fields: {
    itemCode: text('项目编码', 'Item code', {
      required: true,
      max: 40,
      list: true,
      filter: true,
      sort: true,
      section: 'item',
    }),
    itemName: text('项目名称', 'Name', {
      required: true,
      max: 60,
      list: true,
      filter: true,
      section: 'item',
    }),
    itemNameEn: text('英文名称', 'English name', {
      max: 60,
      list: true,
      filter: true,
      section: 'item',
    }),
    productId: ref('base/product', '产品', 'Product', {
      list: true,
      filter: true,
      section: 'item',
      help: { zh: '留空适用于所有产品', en: 'Leave empty for all products' },
    }),
    procedureId: ref('base/procedure', '工序', 'Procedure', {
      required: true,
      list: true,
      filter: true,
      section: 'item',
    }),
    equipmentKind: dictionary('equipment_kind', '设备类别', 'Kind', {
      list: true,
      filter: true,
      section: 'item',
    }),
    category: dictionary('check_category', '类别', 'Category', {
      required: true,
      list: true,
      filter: true,
      section: 'item',
    }),
    sequence: integer('顺序', 'Sequence', {
      required: true,
      default: 0,
      list: true,
      section: 'item',
    }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
      section: 'item',
    }),
    valueType: dictionary('value_type', '值类型', 'Value type', {
      required: true,
      default: 'number',
      list: true,
      section: 'limit',
    }),
    unit: text('单位', 'Unit', { max: 20, list: true, section: 'limit' }),
    decimals: integer('小数位', 'Decimals', {
      required: true,
      default: 3,
      max: 6,
      list: true,
      section: 'limit',
    }),
    standard: decimal('标准值', 'Standard', { list: true, section: 'limit' }),
    upperLimit: decimal('上限', 'Upper limit', { list: true, section: 'limit' }),
    lowerLimit: decimal('下限', 'Lower limit', { list: true, section: 'limit' }),
    offset: decimal('补偿值', 'Offset', {
      required: true,
      default: '0',
      list: true,
      section: 'limit',
      help: {
        zh: '加到测量原值上；修改须填写原因',
        en: 'Added to the raw value; a change needs a reason',
      },
    }),
    choices: choices('选项', 'Choices', null, { default: [], maxItems: 50, section: 'limit' }),
    okChoices: choices('合格选项', 'OK choices', null, {
      default: [],
      maxItems: 50,
      section: 'limit',
    }),
    listed: flag('列表显示', 'Listed', { list: true, filter: true, section: 'show' }),
    onSignage: flag('看板显示', 'On signage', { list: true, filter: true, section: 'show' }),
    isKey: flag('关键项', 'Key', {
      list: true,
      filter: true,
      section: 'show',
      help: { zh: '不合格时冻结工件', en: 'NG holds the piece' },
    }),
    specialSign: text('特殊特性', 'Special characteristic', {
      max: 4,
      list: true,
      filter: true,
      section: 'show',
    }),
    allowedNgRate: decimal('允许不良%', 'Allowed NG %', {
      digits: 5,
      places: 2,
      min: 0,
      max: 100,
      default: '0',
      section: 'show',
    }),
    method: text('方法', 'Method', { max: 100, section: 'show' }),
    gaugeType: text('检具', 'Gauge', { max: 60, section: 'show' }),
    picture: image('示意图', 'Picture', { section: 'show' }),
    chartType: choice(
      '图类型',
      'Chart',
      {
        imr: { zh: '单值-移动极差', en: 'I-MR' },
        xbarR: { zh: '均值-极差', en: 'X̄-R' },
        xbarS: { zh: '均值-标准差', en: 'X̄-S' },
        p: { zh: '不良率 p', en: 'p' },
        np: { zh: '不良数 np', en: 'np' },
        c: { zh: '缺陷数 c', en: 'c' },
        u: { zh: '单位缺陷数 u', en: 'u' },
      },
      { section: 'chart' },
    ),
    subgroupSize: integer('子组', 'Subgroup', { min: 1, max: 10, default: 1, section: 'chart' }),
    rules: choices(
      '判异准则',
      'Rules',
      {
        1: { zh: '1 一点超出3σ', en: '1 One point beyond 3σ' },
        2: { zh: '2 连续9点同侧', en: '2 Nine in a row on one side' },
        3: { zh: '3 连续6点递增或递减', en: '3 Six in a row rising or falling' },
        4: { zh: '4 连续14点交替', en: '4 Fourteen alternating' },
        5: { zh: '5 3点中2点超出2σ', en: '5 Two of three beyond 2σ' },
        6: { zh: '6 5点中4点超出1σ', en: '6 Four of five beyond 1σ' },
        7: { zh: '7 连续15点在1σ内', en: '7 Fifteen within 1σ' },
        8: { zh: '8 连续8点在1σ外', en: '8 Eight beyond 1σ on both sides' },
      },
      { default: ['1', '2', '3', '5'], section: 'chart' },
    ),
    toolGroupNo: text('关联刀具组', 'Linked tool group', { max: 40, section: 'chart' }),
    toolNo: text('关联刀具', 'Linked tool', { max: 40, section: 'chart' }),
    axis: choice(
      '轴',
      'Axis',
      {
        X: { zh: 'X', en: 'X' },
        Y: { zh: 'Y', en: 'Y' },
        Z: { zh: 'Z', en: 'Z' },
        C: { zh: 'C', en: 'C' },
        R: { zh: '半径', en: 'Radius' },
      },
      { section: 'chart' },
    ),
    factor: decimal('系数', 'Factor', { digits: 10, places: 4, section: 'chart' }),
    total: integer('样本数', 'Samples', counted),
    average: decimal('平均', 'Average', counted),
    max: decimal('最大', 'Max', counted),
    min: decimal('最小', 'Min', counted),
    result: dictionary('inspect_result', '结果', 'Result', counted),
  },
  figures: {
    enabled: enabledFigure,
    keys: {
      label: { zh: '关键项', en: 'Key items' },
      filters: { isKey: 'true', status: '1' },
      note: { zh: '不合格时冻结工件', en: 'NG holds the piece' },
    },
    onSignage: {
      label: { zh: '看板显示', en: 'On signage' },
      filters: { onSignage: 'true', status: '1' },
    },
    disabled: disabledFigure,
  },
  rules: (draft) => [...limitProblems(draft), ...choiceProblems(draft)],
});

export const checkItemRefusals = defineRefusals({
  'checkItem.edit.limitMissing': [422, '上限和下限至少填写一个', 'Give an upper or a lower limit'],
  'checkItem.edit.choices': [
    422,
    '请填写选项，合格选项须在选项之中',
    'Give choices; the OK choices must be among them',
  ],
});

/** Limits of an item as they travel: decimals as their digits. */
export interface Limits {
  readonly upperLimit?: string | null;
  readonly lowerLimit?: string | null;
}

/** Problems of limits: the lower one may not exceed the upper one, a number needs one of them. */
export function limitProblems(item: Limits & { readonly valueType?: string | null }): Problem[] {
  const upper = item.upperLimit ?? null;
  const lower = item.lowerLimit ?? null;
  if (compareDecimals(lower, upper) > 0) {
    return [problem('upperLimit', LABELS.upper, refusals['field.limits'])];
  }
  if ((item.valueType ?? 'number') === 'number' && upper === null && lower === null) {
    return [problem('upperLimit', LABELS.upper, checkItemRefusals['checkItem.edit.limitMissing'])];
  }
  return [];
}

function choiceProblems(item: {
  valueType?: string;
  choices?: readonly string[];
  okChoices?: readonly string[];
}): Problem[] {
  if (item.valueType !== 'choice') return [];
  const all = item.choices ?? [];
  const fits = all.length > 0 && (item.okChoices ?? []).every((choice) => all.includes(choice));
  return fits
    ? []
    : [problem('choices', LABELS.choices, checkItemRefusals['checkItem.edit.choices'])];
}

const LABELS = { upper: { zh: '上限', en: 'Upper limit' }, choices: { zh: '选项', en: 'Choices' } };
