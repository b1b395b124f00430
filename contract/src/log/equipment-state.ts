import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { choices } from '../kinds/choices.ts';
import { toldFlag } from '../kinds/flag.ts';
import { instant } from '../kinds/instant.ts';
import { shown } from '../kinds/shown.ts';
import { text } from '../kinds/text.ts';

const told = { computed: true, list: true } as const;

/** The four flags that a device reports, in the order in which they are shown. */
export const stateFlags = {
  alarm: { zh: '报警', en: 'Alarm' },
  connection: { zh: '连接', en: 'Connection' },
  device: { zh: '设备', en: 'Device' },
  emergencyStop: { zh: '急停', en: 'Emergency stop' },
} as const;

/** `alarm`, `connection`, `device` or `emergencyStop`. */
export type StateFlag = keyof typeof stateFlags;

/** The flags of a device from one change to the next; `01-1` are the four in their order, `-` is one never told. */
export interface StatePiece {
  /** Of the row that told it; null when the row has served its time. */
  readonly id: string | null;
  readonly at: string;
  /** When its row was written, which may be weeks before. */
  readonly toldAt: string;
  readonly until: string;
  readonly flags: string;
}

/** The pieces of a device over a day of its site, and how many seconds each flag was set. */
export interface StateBand {
  readonly siteId: string;
  readonly deviceNumber: string;
  readonly deviceName: string | null;
  readonly lineNumber: string | null;
  readonly pieces: readonly StatePiece[];
  readonly seconds: Readonly<Partial<Record<StateFlag, number>>>;
}

/** One row whenever one of the four flags of a device changes. */
export const equipmentStateLog = defineEntity({
  name: 'log/equipmentState',
  plural: 'equipment-state-logs',
  label: { zh: '设备状态日志', en: 'Equipment state log' },
  scope: 'log',
  title: 'deviceName',
  code: 'deviceNumber',
  sort: { by: 'at', order: 'desc' },
  log: {
    partition: 'week',
    counted: [
      'lineNumber',
      'alarm',
      'connection',
      'device',
      'emergencyStop',
      'changedField',
      'source',
    ],
    words: ['deviceNumber', 'deviceName'],
    keys: ['orderCode'],
  },
  fields: {
    at: instant('时间', 'Time', { ...told, required: true, filter: true, sort: true }),
    deviceNumber: text('设备编号', 'Device code', { ...told, max: 40, filter: true }),
    deviceName: text('设备名称', 'Device', { ...told, max: 80, filter: true }),
    lineNumber: text('产线号', 'Line number', { ...told, max: 40, filter: true }),
    alarm: toldFlag(stateFlags.alarm.zh, stateFlags.alarm.en, { ...told, filter: true }),
    connection: toldFlag(stateFlags.connection.zh, stateFlags.connection.en, {
      ...told,
      filter: true,
    }),
    device: toldFlag(stateFlags.device.zh, stateFlags.device.en, { ...told, filter: true }),
    emergencyStop: toldFlag(stateFlags.emergencyStop.zh, stateFlags.emergencyStop.en, {
      ...told,
      filter: true,
    }),
    changedField: choices('变化项', 'Changed', stateFlags, { ...told, filter: true }),
    duration: shown('持续时间', 'Duration', { ...told, unit: { zh: '秒', en: 's' } }),
    source: choice(
      '来源',
      'Source',
      {
        reported: { zh: '上报', en: 'Reported' },
        heartbeat: { zh: '心跳丢失', en: 'Lost heartbeat' },
      },
      { ...told, filter: true },
    ),
    orderCode: text('订单编号', 'Order code', {
      ...told,
      max: 40,
      filter: true,
      suggests: 'orders',
    }),
  },
});

/** Headings of the export by shift, besides those of the log itself. */
export const stateShiftLabels = {
  title: { zh: '按班次', en: 'By shift' },
  rows: { zh: '行数', en: 'Rows' },
  shiftDate: { zh: '生产日', en: 'Production date' },
  shift: { zh: '班次', en: 'Shift' },
  changes: { zh: '变化次数', en: 'Changes' },
  actionRate: { zh: '稼动率(%)', en: 'Action rate (%)' },
  coverage: { zh: '数据覆盖率(%)', en: 'Data coverage (%)' },
} as const;

export const stateShiftRefusals = defineRefusals({
  'log.shifts.tooLong': [
    400,
    '按班次导出最多{n}天，请缩小时间范围',
    'An export by shift covers {n} days at most; please narrow the time',
  ],
});
