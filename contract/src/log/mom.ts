import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import type { Text } from '../kernel/text.ts';
import { choice } from '../kinds/choice.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { text } from '../kinds/text.ts';

const told = { computed: true, list: true } as const;
const kept = { computed: true, form: false } as const;

/** A failed call may be sent again this often. */
export const MOM_RETRIES = 5;

/** Calls to and from the MOM service. */
export const momLog = defineEntity({
  name: 'log/mom',
  plural: 'mom-logs',
  label: { zh: 'MOM 日志', en: 'MOM log' },
  scope: 'log',
  title: 'interfaceName',
  code: 'interfaceCode',
  sort: { by: 'at', order: 'desc' },
  state: 'status',
  log: {
    partition: 'month',
    counted: ['interfaceCode', 'interfaceName', 'direction', 'status', 'resultCode'],
    rare: ['interfaceCode', 'status'],
    keys: ['orderCode', 'bizKey'],
    later: ['status', 'resultCode', 'retryCount', 'costTime', 'response'],
  },
  fields: {
    at: instant('时间', 'Time', { ...told, required: true, filter: true, sort: true }),
    interfaceCode: text('接口编码', 'Interface code', { ...told, max: 60, filter: true }),
    interfaceName: text('接口名称', 'Interface (Chinese)', { ...told, max: 80, filter: true }),
    interfaceNameEn: text('接口英文名称', 'Interface (English)', { ...told, max: 80 }),
    direction: choice(
      '方向',
      'Direction',
      { outbound: { zh: '请求', en: 'Outbound' }, inbound: { zh: '接收', en: 'Inbound' } },
      { ...told, filter: true },
    ),
    orderCode: text('订单编号', 'Order code', {
      ...told,
      max: 40,
      filter: true,
      suggests: 'orders',
    }),
    bizKey: text('业务键', 'Business key', { ...told, max: 80, filter: true }),
    status: choice(
      '状态',
      'Status',
      {
        success: { zh: '成功', en: 'Success' },
        failure: { zh: '失败', en: 'Failure' },
        retry: { zh: '待重试', en: 'To retry' },
      },
      { ...told, filter: true },
    ),
    resultCode: text('返回码', 'Result code', { ...told, max: 20, filter: true, sort: true }),
    retryCount: integer('重试次数', 'Retries', { ...told, filter: true, sort: true }),
    costTime: integer('耗时', 'Time used', {
      ...told,
      filter: true,
      sort: true,
      unit: { zh: '毫秒', en: 'ms' },
    }),
    path: text('接口地址', 'Path', { ...kept, max: 300 }),
    idempotencyKey: text('幂等键', 'Idempotency key', { ...kept, max: 80 }),
    request: text('请求', 'Request', { ...kept, max: 4096, sheet: false }),
    response: text('响应', 'Response', { ...kept, max: 4096, sheet: false }),
  },
  actions: {
    retry: {
      label: { zh: '重试', en: 'Retry' },
      from: ['failure', 'retry'],
      icon: 'redo',
    },
  },
});

export const momRefusals = defineRefusals({
  'mom.retry.refused': [409, '不可重试：{why}', 'Cannot be retried: {why}'],
});

/** Why a call is not sent again. */
export const momRetryReasons = {
  inbound: { zh: '不是我方发出的调用', en: 'we did not send it' },
  address: {
    zh: '未设置 MOM 服务地址（参数 mom.baseUrl）',
    en: 'the address of the MOM service (setting mom.baseUrl) is not set',
  },
  body: { zh: '请求内容未保留', en: 'its request was not kept' },
  running: { zh: '正在重试', en: 'somebody is doing so right now' },
  success: { zh: '已成功', en: 'it went well' },
  times: { zh: '已重试 5 次', en: 'it was tried 5 times' },
} as const satisfies Record<string, Text>;
