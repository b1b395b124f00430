import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { text } from '../kinds/text.ts';

const told = { computed: true, list: true } as const;

/** The alarm events of the shop floor with the text of the alarm configuration as it was at the time. */
export const alarmLog = defineEntity({
  name: 'log/alarm',
  plural: 'alarm-logs',
  label: { zh: '报警日志', en: 'Alarm log' },
  scope: 'log',
  title: 'encoding',
  sort: { by: 'at', order: 'desc' },
  state: 'ackState',
  log: {
    partition: 'month',
    counted: ['level', 'lineNumber', 'ackState', 'configured'],
    words: ['encoding', 'deviceNumber', 'deviceName', 'ackBy'],
    keys: ['orderCode'],
    later: ['endTime', 'duration', 'count', 'ackState', 'ackBy', 'ackTime', 'ackRemark'],
  },
  fields: {
    at: instant('开始时间', 'Start', { ...told, required: true, filter: true, sort: true }),
    encoding: text('编码', 'Encoding', { ...told, max: 40, filter: true }),
    level: dictionary('alarm_level', '级别', 'Level', { ...told, filter: true, sort: true }),
    contentZh: text('中文内容', 'Content (Chinese)', { ...told, max: 300, filter: true }),
    contentEn: text('英文内容', 'Content (English)', { ...told, max: 300, filter: true }),
    configured: flag('已配置', 'Configured', { computed: true, filter: true }),
    deviceNumber: text('设备编号', 'Device code', { ...told, max: 40, filter: true }),
    deviceName: text('设备名称', 'Device', { ...told, max: 80, filter: true }),
    lineNumber: text('产线号', 'Line number', { ...told, max: 40, filter: true }),
    orderCode: text('订单编号', 'Order code', {
      computed: true,
      max: 40,
      filter: true,
      suggests: 'orders',
    }),
    endTime: instant('结束时间', 'End', { ...told, filter: true, sort: true }),
    duration: integer('持续', 'Duration', {
      ...told,
      filter: true,
      sort: true,
      unit: { zh: '秒', en: 's' },
    }),
    count: integer('次数', 'Repeats', { ...told, required: true, default: 1 }),
    ackState: choice(
      '确认状态',
      'Acknowledgement',
      { open: { zh: '待确认', en: 'Open' }, done: { zh: '已确认', en: 'Acknowledged' } },
      { ...told, required: true, default: 'open', filter: true },
    ),
    ackBy: text('确认人', 'Acknowledged by', { ...told, max: 80, filter: true }),
    ackTime: instant('确认时间', 'Acknowledged at', { ...told, filter: true }),
    ackRemark: text('说明', 'Remark', { ...told, max: 500, filter: true }),
  },
  actions: {
    ack: {
      label: { zh: '确认', en: 'Acknowledge' },
      from: ['open'],
      icon: 'check',
      batch: true,
      fields: { remark: text('说明', 'Remark', { max: 500, lines: 3 }) },
    },
  },
});

export const alarmRefusals = defineRefusals({
  'alarm.ack.twice': [409, '已确认', 'Already acknowledged'],
});
