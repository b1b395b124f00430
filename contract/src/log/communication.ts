import { defineEntity } from '../kernel/entity.ts';
import { choice } from '../kinds/choice.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { shown } from '../kinds/shown.ts';
import { text } from '../kinds/text.ts';

const told = { computed: true, list: true } as const;

/** Every message taken in from a gateway, accepted or not, every command sent to one, and every queue connector. */
export const communicationLog = defineEntity({
  name: 'log/communication',
  plural: 'communication-logs',
  label: { zh: '通讯日志', en: 'Communication log' },
  scope: 'log',
  title: 'messageId',
  sort: { by: 'at', order: 'desc' },
  log: {
    partition: 'week',
    counted: ['queueName', 'clientId', 'deviceType', 'lineNumber', 'direction', 'result'],
    rare: ['result', 'direction'],
    usual: { result: 'accepted', direction: 'up' },
    words: ['deviceNumber'],
    keys: ['messageId', 'orderCode'],
  },
  fields: {
    at: instant('接收时间', 'Received', { ...told, required: true, filter: true, sort: true }),
    queueName: text('队列名称', 'Queue', { ...told, max: 60, filter: true }),
    message: text('消息内容', 'Message', { ...told, max: 4096, filter: true }),
    messageId: text('消息ID', 'Message ID', { ...told, max: 64, filter: true }),
    clientId: text('客户端ID', 'Client ID', { ...told, max: 64, filter: true }),
    orderCode: text('订单编号', 'Order code', {
      ...told,
      max: 40,
      filter: true,
      suggests: 'orders',
    }),
    deviceType: text('设备类型', 'Device type', { ...told, max: 40, filter: true }),
    deviceNumber: text('设备编号', 'Device code', { ...told, max: 40, filter: true }),
    lineNumber: text('产线号', 'Line number', { ...told, max: 40, filter: true }),
    direction: choice(
      '方向',
      'Direction',
      { up: { zh: '上行', en: 'Up' }, down: { zh: '下行', en: 'Down' } },
      { ...told, filter: true },
    ),
    result: choice(
      '结果',
      'Result',
      {
        accepted: { zh: '接收', en: 'Accepted' },
        waiting: { zh: '等待页面', en: 'Waiting for its page' },
        duplicate: { zh: '重复', en: 'Duplicate' },
        rejected: { zh: '拒绝', en: 'Rejected' },
      },
      { ...told, filter: true },
    ),
    outcome: shown('等待之后', 'After waiting', { list: true, sheet: false }),
    clockOff: shown('时间可疑', 'Suspect time', { list: true, sheet: false }),
    size: integer('大小', 'Size', {
      ...told,
      filter: true,
      unit: { zh: '字节', en: 'bytes' },
    }),
    sendTime: instant('发送时间', 'Sent', { ...told, filter: true, sort: true }),
  },
});
