import { defineEntity } from '../kernel/entity.ts';
import { choice } from '../kinds/choice.ts';
import { instant } from '../kinds/instant.ts';
import { integer } from '../kinds/integer.ts';
import { text } from '../kinds/text.ts';

const told = { computed: true, list: true } as const;
const kept = { computed: true, form: false } as const;

/** Characters of a program that are kept; the end of longer ones is cut. */
export const KEPT_PROGRAM = 4096;

/** Program transfers to and from machine tools. */
export const dncLog = defineEntity({
  name: 'log/dnc',
  plural: 'dnc-logs',
  label: { zh: 'DNC 日志', en: 'DNC log' },
  scope: 'log',
  title: 'programName',
  code: 'programNo',
  sort: { by: 'at', order: 'desc' },
  log: {
    partition: 'month',
    counted: ['direction', 'matchResult', 'result'],
    words: ['deviceNumber', 'deviceName', 'programNo', 'programName', 'operator', 'productCode'],
    keys: ['orderCode'],
  },
  fields: {
    at: instant('时间', 'Time', { ...told, required: true, filter: true, sort: true }),
    deviceNumber: text('设备编号', 'Device code', { ...told, max: 40, filter: true }),
    deviceName: text('设备名称', 'Device', { ...told, max: 80, filter: true }),
    programNo: text('程序号', 'Program no.', { ...told, max: 40, filter: true }),
    programName: text('程序名', 'Program', { ...told, max: 80, filter: true }),
    version: text('版本', 'Version', { ...told, max: 20, filter: true }),
    direction: choice(
      '方向',
      'Direction',
      {
        download: { zh: '下发', en: 'Download' },
        upload: { zh: '上传', en: 'Upload' },
        compare: { zh: '比对', en: 'Compare' },
      },
      { ...told, filter: true },
    ),
    fileSize: integer('大小', 'Size', { ...told, unit: { zh: '字节', en: 'bytes' } }),
    checksum: text('校验和', 'Checksum', { ...told, max: 64 }),
    matchResult: choice(
      '比对结果',
      'Match',
      { same: { zh: '一致', en: 'Same' }, different: { zh: '不一致', en: 'Different' } },
      { ...told, filter: true },
    ),
    operator: text('操作人', 'Operator', { ...told, max: 80, filter: true }),
    orderCode: text('订单', 'Order', { ...told, max: 40, filter: true, suggests: 'orders' }),
    productCode: text('产品', 'Product', { ...told, max: 40, filter: true }),
    result: choice(
      '结果',
      'Result',
      { success: { zh: '成功', en: 'Success' }, failure: { zh: '失败', en: 'Failure' } },
      { ...told, filter: true },
    ),
    failReason: text('失败原因', 'Reason', { ...told, max: 200, filter: true }),
    costTime: integer('耗时', 'Time used', {
      ...told,
      filter: true,
      unit: { zh: '毫秒', en: 'ms' },
    }),
    sentText: text('下发内容', 'What was sent', { ...kept, max: KEPT_PROGRAM, sheet: false }),
    heldText: text('机床内容', 'What the control holds', {
      ...kept,
      max: KEPT_PROGRAM,
      sheet: false,
    }),
  },
});
