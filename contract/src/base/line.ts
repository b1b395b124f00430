import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { enabledFigure } from '../kernel/figure.ts';
import { choices } from '../kinds/choices.ts';
import { clock } from '../kinds/clock.ts';
import { day } from '../kinds/day.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { flag } from '../kinds/flag.ts';
import { integer } from '../kinds/integer.ts';
import { ref } from '../kinds/ref.ts';
import { rows } from '../kinds/rows.ts';
import { text } from '../kinds/text.ts';
import { datesProblems, shiftProblems, shiftRefusals } from './line-shift.ts';

const weekdays = {
  1: { zh: '周一', en: 'Mon' },
  2: { zh: '周二', en: 'Tue' },
  3: { zh: '周三', en: 'Wed' },
  4: { zh: '周四', en: 'Thu' },
  5: { zh: '周五', en: 'Fri' },
  6: { zh: '周六', en: 'Sat' },
  7: { zh: '周日', en: 'Sun' },
} as const;

const validity = {
  validFrom: day('生效日期', 'Valid from', { future: true }),
  validTo: day('失效日期', 'Valid to', { future: true }),
};

/** A production line with its shifts and the devices bound to it. */
export const line = defineEntity({
  name: 'base/line',
  label: { zh: '产线', en: 'Production line' },
  scope: 'site',
  title: 'name',
  code: 'code',
  sort: { by: 'serialNumber', order: 'asc' },
  unique: [['code']],
  sections: {
    line: { zh: '产线', en: 'Line' },
    rule: { zh: '生产规则', en: 'Production rules' },
    shift: { zh: '班次', en: 'Shifts' },
    device: { zh: '设备', en: 'Devices' },
  },
  fields: {
    code: text('产线编号', 'Code', {
      required: true,
      max: 30,
      list: true,
      filter: true,
      sort: true,
      section: 'line',
    }),
    serialNumber: integer('序号', 'Serial number', {
      required: true,
      default: 1,
      list: true,
      sort: true,
      section: 'line',
      help: { zh: '各页面按此顺序显示', en: 'Order in which pages show the lines' },
    }),
    name: text('产线名称', 'Name', {
      required: true,
      max: 60,
      list: true,
      filter: true,
      section: 'line',
    }),
    lineType: dictionary('line_type', '产线类型', 'Type', {
      list: true,
      filter: true,
      section: 'line',
    }),
    leader: ref('system/user', '负责人', 'Leader', { list: true, section: 'line' }),
    status: dictionary('enable_status', '状态', 'Status', {
      required: true,
      default: '1',
      list: true,
      filter: true,
      section: 'line',
    }),
    hasOutput: flag('有下料工位', 'Has a discharge station', {
      computed: true,
      list: true,
      filter: true,
      help: {
        zh: '没有下料工位的产线不计产出',
        en: 'A line without a discharge station has no output',
      },
    }),
    standardBeat: decimal('标准节拍', 'Standard beat', {
      digits: 8,
      places: 2,
      above: 0,
      unit: { zh: '秒', en: 's' },
      section: 'rule',
    }),
    minorStopSeconds: integer('小停上限', 'Minor stop limit', {
      required: true,
      default: 120,
      max: 86_400,
      unit: { zh: '秒', en: 's' },
      section: 'rule',
      help: { zh: '不超过此时长的停机合计为小停', en: 'Shorter stops are summed as minor stops' },
    }),
    allowUntraced: flag('允许无来源工件', 'Accept untraced pieces', { section: 'rule' }),
    allowMixedBox: flag('允许混装', 'Allow mixed boxes', { section: 'rule' }),
    blockOverdueInspection: flag('检具超期禁止生产', 'Block on overdue gauge inspection', {
      section: 'rule',
    }),
    blockExpiredTool: flag('刀具到寿禁止生产', 'Block on expired tool', { section: 'rule' }),
    shifts: rows(
      '班次',
      'Shifts',
      {
        name: text('班次名称', 'Name', { required: true, max: 30 }),
        startTime: clock('开始', 'Start', { required: true }),
        endTime: clock('结束', 'End', { required: true }),
        breaks: choices('休息', 'Breaks', null, {
          default: [],
          maxItems: 10,
          help: { zh: '例如 12:00-12:30', en: 'For example 12:00-12:30' },
          whenNone: { zh: '无', en: 'None' },
        }),
        weekdays: choices('星期', 'Weekdays', weekdays, {
          default: [],
          help: { zh: '不选为每天', en: 'None chosen means every day' },
          whenNone: { zh: '每天', en: 'Every day' },
        }),
        ...validity,
      },
      { list: true, filter: true, section: 'shift' },
    ),
    devices: rows(
      '绑定设备',
      'Bound devices',
      {
        name: text('设备名称', 'Name', {
          max: 60,
          help: { zh: '留空则取设备昵称', en: 'Leave empty for the nickname of the device' },
        }),
        equipmentId: ref('base/equipment', '设备编号', 'Number', { required: true }),
        stationId: ref('base/station', '工位', 'Station'),
        isBottleneck: flag('瓶颈', 'Bottleneck'),
        sequence: integer('顺序', 'Sequence'),
        ...validity,
      },
      { list: true, filter: true, section: 'device' },
    ),
  },
  figures: {
    enabled: enabledFigure,
    noShifts: {
      label: { zh: '未设班次', en: 'Without shifts' },
      filters: { shifts: 'none', status: '1' },
      look: 'lacking',
    },
    noDevices: {
      label: { zh: '未绑定设备', en: 'Without devices' },
      filters: { devices: 'none', status: '1' },
      look: 'lacking',
    },
    noOutput: {
      label: { zh: '无下料工位', en: 'No discharge station' },
      filters: { hasOutput: 'false', status: '1' },
      look: 'lacking',
      note: { zh: '不计产出', en: 'output not counted' },
    },
  },
  rules: ({ shifts, devices }) => [
    ...datesProblems('shifts', shifts ?? []),
    ...shiftProblems(shifts ?? []),
    ...datesProblems('devices', devices ?? []),
  ],
});

export const lineRefusals = {
  ...shiftRefusals,
  ...defineRefusals({
    'line.edit.deviceBound': [
      422,
      '设备「{d}」已绑定产线「{l}」',
      'Device "{d}" is already bound to line "{l}"',
    ],
  }),
};
