import { z } from 'zod';
import { defineEntity } from '../kernel/entity.ts';
import { choice } from '../kinds/choice.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { json } from '../kinds/json.ts';
import { text } from '../kinds/text.ts';
import { locations } from '../system/session.ts';

const told = { computed: true, list: true } as const;
const kept = { computed: true, form: false } as const;

/** Every writing call of a person, every export and every denied try; the history of a row reads the same rows. */
export const operateLog = defineEntity({
  name: 'log/operate',
  plural: 'operate-logs',
  label: { zh: '操作日志', en: 'Operate log' },
  scope: 'log',
  title: 'module',
  sort: { by: 'at', order: 'desc' },
  log: {
    partition: 'month',
    counted: [
      'module',
      'businessType',
      'status',
      'requestMethod',
      'location',
      'departName',
      'entity',
    ],
    rare: ['module', 'businessType'],
    words: ['operator', 'host'],
    keys: ['requestId', 'entityId'],
  },
  fields: {
    at: instant('操作时间', 'Time', { ...told, required: true, filter: true, sort: true }),
    module: text('模块', 'Module', { ...told, max: 50, filter: true }),
    businessType: dictionary('business_type', '业务类型', 'Business type', {
      ...told,
      filter: true,
    }),
    status: dictionary('log_status', '状态', 'Status', { ...told, filter: true }),
    requestMethod: choice(
      '请求方式',
      'Method',
      {
        GET: { zh: 'GET', en: 'GET' },
        POST: { zh: 'POST', en: 'POST' },
        PUT: { zh: 'PUT', en: 'PUT' },
        DELETE: { zh: 'DELETE', en: 'DELETE' },
      },
      { ...told, filter: true },
    ),
    url: text('请求地址', 'URL', { ...told, max: 1000, filter: true }),
    costTime: integer('耗时', 'Time used', {
      ...told,
      filter: true,
      sort: true,
      unit: { zh: '毫秒', en: 'ms' },
    }),
    operator: text('操作人', 'Operator', { ...told, max: 80, filter: true }),
    departName: text('部门', 'Department', { ...told, max: 80, filter: true, companyOnly: true }),
    host: text('主机', 'Host', { ...told, max: 60, filter: true }),
    location: choice('地点', 'Location', locations, { ...told, filter: true }),
    requestId: text('请求号', 'Request', { ...kept, max: 64, filter: true }),
    entity: text('对象', 'Entity', { ...kept, max: 80, filter: true }),
    entityId: text('对象编号', 'Entity id', { ...kept, max: 80, filter: true }),
    changes: json('变更内容', 'Changes', () => z.unknown(), { ...kept, sheet: false }),
    param: text('参数', 'Parameters', { ...kept, max: 4096, sheet: false }),
    result: text('结果', 'Result', { ...kept, max: 4096, sheet: false }),
    errorMsg: text('错误', 'Error', { ...kept, max: 4096, sheet: false }),
  },
});
