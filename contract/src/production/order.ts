import { defineEntity } from '../kernel/entity.ts';
import { refusals } from '../kernel/errors.ts';
import type { Problem } from '../kernel/errors.ts';
import { problem } from '../kernel/check.ts';
import { localDay } from '../kernel/local-day.ts';
import { choice } from '../kinds/choice.ts';
import { day } from '../kinds/day.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { files } from '../kinds/file.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { refs } from '../kinds/refs.ts';
import { text } from '../kinds/text.ts';

const counted = {
  computed: true,
  list: true,
  sort: true,
  sum: true,
  required: true,
  default: 0,
} as const;

/** A production order: what is to be made, how many, until when. One entity, two pages. */
export const order = defineEntity({
  name: 'production/order',
  label: { zh: '生产订单', en: 'Production order' },
  scope: 'site',
  title: 'orderName',
  code: 'orderCode',
  titleInBrackets: true,
  sort: { by: 'createTime', order: 'desc' },
  unique: [['orderCode']],
  state: 'state',
  editable: ['draft', 'released', 'running'],
  removable: ['draft'],
  period: 'dueDate',
  future: true,
  sections: {
    what: { zh: '订单', en: 'Order' },
    when: { zh: '计划', en: 'Schedule' },
    result: { zh: '进度', en: 'Progress' },
  },
  fields: {
    orderCode: text('订单编号', 'Order code', {
      max: 40,
      pattern: /^[A-Za-z0-9/_-]+$/,
      allowed: { zh: '字母、数字、- _ /', en: 'letters, digits, - _ /' },
      list: true,
      filter: true,
      sort: true,
      scan: true,
      section: 'what',
      help: { zh: '留空则自动编号', en: 'Leave empty for the next number' },
      helpOnce: true,
    }),
    orderName: text('订单名称', 'Order name', {
      required: true,
      max: 100,
      list: true,
      filter: true,
      section: 'what',
    }),
    orderNo: text('ERP单号', 'ERP number', {
      max: 40,
      list: true,
      filter: true,
      companyOnly: true,
      section: 'what',
    }),
    customer: dictionary('customer', '客户', 'Customer', {
      list: true,
      filter: true,
      section: 'what',
    }),
    orderType: dictionary('order_type', '订单类型', 'Type', {
      required: true,
      default: 'mass',
      list: true,
      filter: true,
      section: 'what',
    }),
    productId: ref('base/product', '产品', 'Product', {
      required: true,
      list: true,
      filter: true,
      section: 'what',
      where: { status: '1', category: ['wheel', 'machined', 'heatTreated', 'forging'] },
    }),
    materialCode: text('物料编码', 'Material code', { computed: true, max: 40, list: true }),
    routeId: ref('base/route', '工艺路线', 'Route', { computed: true }),
    quantity: integer('订单数量', 'Quantity', {
      required: true,
      min: 1,
      max: 1_000_000,
      list: true,
      sort: true,
      sum: true,
      section: 'what',
      unit: { zh: '件', en: 'pcs' },
    }),
    overPercent: decimal('超产允许%', 'Over-production %', {
      digits: 5,
      places: 2,
      min: 0,
      max: 30,
      default: '2',
      section: 'what',
    }),
    priority: dictionary('priority', '优先级', 'Priority', {
      required: true,
      default: '3',
      list: true,
      filter: true,
      sort: true,
      section: 'when',
    }),
    lineIds: refs('base/line', '产线', 'Lines', {
      default: [],
      list: true,
      filter: true,
      section: 'when',
      where: { status: '1' },
    }),
    planStartTime: instant('计划开始', 'Planned start', {
      required: true,
      future: true,
      list: true,
      filter: true,
      sort: true,
      section: 'when',
    }),
    planEndTime: instant('计划结束', 'Planned end', {
      required: true,
      future: true,
      list: true,
      filter: true,
      sort: true,
      section: 'when',
    }),
    dueDate: day('交期', 'Due date', {
      required: true,
      future: true,
      list: true,
      filter: true,
      sort: true,
      section: 'when',
    }),
    actualStartTime: instant('实际开始', 'Actual start', {
      computed: true,
      list: true,
      sort: true,
    }),
    actualEndTime: instant('实际结束', 'Actual end', { computed: true, list: true, sort: true }),
    state: dictionary('order_state', '状态', 'State', {
      required: true,
      default: 'draft',
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    plannedQty: integer('已排', 'Planned', counted),
    outputQty: integer('产出', 'Output', counted),
    goodQty: integer('合格', 'Good', counted),
    ngQty: integer('不良', 'NG', counted),
    scrapQty: integer('报废', 'Scrap', counted),
    reworkQty: integer('返工', 'Rework', counted),
    wipQty: integer('在制', 'In process', counted),
    packedQty: integer('已装箱', 'Packed', counted),
    shippedQty: integer('已发货', 'Shipped', counted),
    progress: decimal('进度%', 'Progress %', {
      digits: 5,
      places: 2,
      computed: true,
      required: true,
      default: '0',
      list: true,
      sort: true,
    }),
    forecastTime: instant('预计完成', 'Forecast', {
      computed: true,
      future: true,
      list: true,
      sort: true,
    }),
    risk: choice(
      '交期风险',
      'Delivery risk',
      {
        onTime: { zh: '正常', en: 'On time' },
        risk: { zh: '风险', en: 'At risk' },
        late: { zh: '延误', en: 'Late' },
      },
      { computed: true, list: true, filter: true },
    ),
    source: choice(
      '来源',
      'Source',
      {
        manual: { zh: '手工', en: 'Manual' },
        import: { zh: '导入', en: 'Import' },
        erp: { zh: 'ERP', en: 'ERP' },
      },
      { computed: true, required: true, default: 'manual', list: true, filter: true },
    ),
    attachments: files('附件', 'Attachments', { default: [], section: 'what' }),
  },
  rules: ({ planStartTime, planEndTime, dueDate }, timeZone) => {
    const problems: Problem[] = [];
    const [start, end] = [Date.parse(planStartTime ?? ''), Date.parse(planEndTime ?? '')];
    if (start > end) {
      problems.push(
        problem('planEndTime', labels.planEnd, refusals['field.period'], {
          start: labels.planStart,
          end: labels.planEnd,
        }),
      );
    }
    if (!Number.isNaN(start) && dueDate && localDay(new Date(start), timeZone) > dueDate) {
      problems.push(
        problem('dueDate', labels.due, refusals['field.period'], {
          start: labels.planStart,
          end: labels.due,
        }),
      );
    }
    return problems;
  },
  actions: {
    release: {
      label: { zh: '下达', en: 'Release' },
      from: ['draft'],
      to: 'released',
      batch: true,
      icon: 'send',
    },
    start: {
      label: { zh: '开工', en: 'Start' },
      from: ['released'],
      to: 'running',
      hidden: true,
      tag: 'edit',
    },
    pause: {
      label: { zh: '暂停', en: 'Pause' },
      from: ['running'],
      to: 'paused',
      reason: true,
      icon: 'pause',
    },
    resume: {
      label: { zh: '恢复', en: 'Resume' },
      from: ['paused'],
      to: 'running',
      reason: true,
      icon: 'play',
    },
    complete: {
      label: { zh: '完工', en: 'Complete' },
      from: ['running', 'paused'],
      to: 'completed',
      icon: 'check',
    },
    close: { label: { zh: '结案', en: 'Close' }, from: ['completed'], to: 'closed', icon: 'lock' },
    cancel: {
      label: { zh: '取消', en: 'Cancel' },
      from: ['draft', 'released'],
      to: 'cancelled',
      danger: true,
      icon: 'stop',
      confirm: { zh: '确定取消订单「{name}」吗？', en: 'Cancel the order "{name}"?' },
    },
    reopen: {
      label: { zh: '反结案', en: 'Reopen' },
      from: ['closed'],
      to: 'completed',
      reason: true,
      icon: 'rollback',
    },
    copy: { label: { zh: '复制', en: 'Copy' }, icon: 'copy' },
    split: {
      label: { zh: '拆分', en: 'Split' },
      from: ['draft', 'released'],
      icon: 'split',
      fields: {
        quantity: integer('拆出数量', 'Quantity to split off', { required: true, min: 1 }),
      },
    },
  },
});

const labels = {
  planStart: { zh: '计划开始', en: 'Planned start' },
  planEnd: { zh: '计划结束', en: 'Planned end' },
  due: { zh: '交期', en: 'Due date' },
};
