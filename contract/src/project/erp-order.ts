import { problem } from '../kernel/check.ts';
import { defineEntity } from '../kernel/entity.ts';
import { refusals } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { day } from '../kinds/day.ts';
import { integer } from '../kinds/integer.ts';
import { text } from '../kinds/text.ts';

/* Values that travel in addresses of the project side hold nothing that an address gives a meaning. */
const inAddress = {
  max: 40,
  pattern: /^[^/\\?#%]+$/,
  allowed: { zh: '除 / \\ ? # % 外的字符', en: 'characters other than / \\ ? # %' },
} as const;
const searched = { list: true, filter: true } as const;

/** One line of an order of the ERP, a machine to be built; it comes by import and becomes a project. */
export const erpOrder = defineEntity({
  name: 'project/erpOrder',
  label: { zh: 'ERP订单', en: 'ERP order' },
  scope: 'site',
  title: 'orderName',
  code: 'orderCode',
  titleInBrackets: true,
  sort: { by: 'createTime', order: 'desc' },
  unique: [['orderCode', 'shortName', 'machine']],
  state: 'status',
  period: 'deliveryDate',
  future: true,
  fields: {
    orderCode: text('订单号', 'Order no.', {
      ...searched,
      required: true,
      max: 40,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_-]{1,39}$/,
      allowed: { zh: '字母、数字、- _', en: 'letters, digits, - _' },
      sort: true,
    }),
    orderName: text('订单名称', 'Order name', { ...searched, required: true, max: 100 }),
    shortName: text('客户简称', 'Customer', { ...searched, ...inAddress, required: true }),
    anotherName: text('别名', 'Alias', inAddress),
    customerName: text('客户全称', 'Customer full name', { filter: true, max: 100 }),
    machine: text('机台', 'Machine', { ...searched, ...inAddress, required: true }),
    machineQty: integer('台数', 'Quantity', {
      required: true,
      min: 1,
      max: 99,
      default: 1,
      list: true,
      sum: true,
    }),
    contractDate: day('签约日期', 'Contract date', { list: true }),
    deliveryDate: day('合同交期', 'Delivery date', {
      required: true,
      future: true,
      list: true,
      filter: true,
      sort: true,
    }),
    status: choice(
      '状态',
      'Status',
      {
        pending: { zh: '待启动', en: 'To start' },
        notForProjects: { zh: '不立项', en: 'Not for projects' },
      },
      { required: true, default: 'pending', computed: true, list: true, filter: true },
    ),
  },
  rules: ({ contractDate, deliveryDate }) =>
    contractDate && deliveryDate && contractDate > deliveryDate
      ? [
          problem('deliveryDate', labels.delivery, refusals['field.period'], {
            start: labels.contract,
            end: labels.delivery,
          }),
        ]
      : [],
  actions: {
    notForProjects: {
      label: { zh: '不立项', en: 'Not for projects' },
      from: ['pending'],
      to: 'notForProjects',
      batch: true,
      icon: 'stop',
      confirm: {
        zh: '「{name}」标记为不立项后不能恢复，确定吗？',
        en: 'No project can be started for "{name}" afterwards. Go on?',
      },
    },
  },
});

const labels = {
  contract: { zh: '签约日期', en: 'Contract date' },
  delivery: { zh: '合同交期', en: 'Delivery date' },
};
