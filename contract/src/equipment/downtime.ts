import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { day } from '../kinds/day.ts';
import { decimal } from '../kinds/decimal.ts';
import { dictionary } from '../kinds/dictionary.ts';
import { instant } from '../kinds/instant.ts';
import { ref } from '../kinds/ref.ts';
import { rows } from '../kinds/rows.ts';
import { text } from '../kinds/text.ts';

const reasons = { where: { kind: 'downtime', status: '1' } } as const;

/**
 * A machine that did not run in its working time for longer than the line's limit. Opened and closed by what machines
 * say; people tell why. `minutes` is working time: breaks are left out.
 */
export const downtime = defineEntity({
  name: 'equipment/downtime',
  label: { zh: '停机记录', en: 'Downtime' },
  scope: 'site',
  title: 'equipmentNumber',
  sort: { by: 'startTime', order: 'desc' },
  period: 'startTime',
  removal: 'never',
  fields: {
    equipmentId: ref('base/equipment', '设备', 'Equipment', {
      required: true,
      computed: true,
      list: true,
      filter: true,
    }),
    equipmentNumber: text('设备编号', 'Equipment number', {
      required: true,
      computed: true,
      max: 40,
      sheet: false,
    }),
    lineId: ref('base/line', '产线', 'Line', { computed: true, list: true, filter: true }),
    shiftDate: day('生产日', 'Production date', {
      computed: true,
      list: true,
      filter: true,
      sort: true,
    }),
    shiftName: text('班次', 'Shift', { computed: true, max: 30, list: true, filter: true }),
    shiftId: text('班次号', 'Shift number', { computed: true, max: 20, sheet: false }),
    startTime: instant('开始', 'Start', {
      required: true,
      computed: true,
      list: true,
      sort: true,
      filter: true,
    }),
    endTime: instant('结束', 'End', { computed: true, list: true, sort: true }),
    minutes: decimal('时长', 'Duration', {
      required: true,
      computed: true,
      default: '0',
      digits: 12,
      places: 2,
      list: true,
      sort: true,
      sum: true,
      filter: true,
      unit: { zh: '分', en: 'min' },
    }),
    category: dictionary('downtime_category', '类别', 'Category', {
      required: true,
      default: 'unclassified',
      list: true,
      filter: true,
    }),
    reasonId: ref('base/reasonCode', '原因', 'Reason', { list: true, filter: true, ...reasons }),
    alarmEncoding: text('报警编码', 'Alarm encoding', {
      computed: true,
      max: 40,
      list: true,
      filter: true,
    }),
    proposedCategory: dictionary('downtime_category', '建议类别', 'Proposed category', {
      computed: true,
      list: true,
    }),
    proposedReasonId: ref('base/reasonCode', '建议原因', 'Proposed reason', {
      computed: true,
      list: true,
    }),
    orderId: ref('production/order', '订单', 'Order', { computed: true, list: true }),
    description: text('说明', 'Description', { max: 500, lines: 2 }),
    classifyBy: ref('system/user', '分类人', 'Classified by', { computed: true, list: true }),
    classifyTime: instant('分类时间', 'Classified at', { computed: true, list: true }),
    repairId: text('维修单', 'Repair', { computed: true, max: 20, sheet: false }),
    splitFromId: text('拆分自', 'Split from', { computed: true, max: 20, sheet: false }),
    state: choice(
      '状态',
      'State',
      {
        open: { zh: '进行中', en: 'Open' },
        unclassified: { zh: '待分类', en: 'Unclassified' },
        classified: { zh: '已分类', en: 'Classified' },
      },
      { required: true, computed: true, default: 'open', list: true, filter: true },
    ),
  },
  state: 'state',
  actions: {
    classify: {
      label: { zh: '分类', en: 'Classify' },
      from: ['open', 'unclassified'],
      batch: true,
      icon: 'check',
      fields: {
        category: dictionary('downtime_category', '类别', 'Category', {
          help: {
            zh: '留空则采用建议（如有）',
            en: 'Leave empty to accept the proposal, if there is one',
          },
        }),
        reasonId: ref('base/reasonCode', '原因', 'Reason', reasons),
        description: text('说明', 'Description', { max: 500, lines: 2 }),
      },
    },
    split: {
      label: { zh: '拆分', en: 'Split' },
      from: ['unclassified', 'classified'],
      icon: 'split',
      fields: {
        parts: rows(
          '各段',
          'Parts',
          {
            startTime: instant('开始', 'Start', { required: true }),
            endTime: instant('结束', 'End', { required: true }),
            category: dictionary('downtime_category', '类别', 'Category'),
            reasonId: ref('base/reasonCode', '原因', 'Reason', reasons),
          },
          { required: true, min: 2, max: 10 },
        ),
      },
    },
  },
});

export const downtimeRefusals = defineRefusals({
  'downtime.split.overlap': [422, '停机时间段重叠', 'Downtime periods overlap'],
  'downtime.split.cover': [
    422,
    '各段须首尾相接，并覆盖整段停机',
    'The parts must follow each other and cover the whole stop',
  ],
  'downtime.classify.empty': [
    422,
    '没有可采用的建议，请选择类别或原因',
    'Nothing is proposed; please choose a category or a reason',
  ],
  'downtime.classify.category': [
    422,
    '原因「{r}」属于「{c}」，与所选类别不符',
    'Reason "{r}" belongs to "{c}", not to the category chosen',
  ],
});

/**
 * `GET /api/equipment/downtimes/pareto`: minutes of working time in the shifts of a span of production dates. Stops
 * count that touch them, whenever they began.
 */
export interface DowntimePareto {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
  readonly count: number;
  readonly unclassifiedMinutes: number;
  /** Working time of stops under the limit of the line, summed from the states; of a site, a line or a machine. */
  readonly minorMinutes: number;
  readonly byCategory: readonly { category: string; minutes: number; count: number }[];
  readonly byReason: readonly DowntimeReason[];
  /** Minutes by ISO weekday 1–7 and hour 0–23 of the site. */
  readonly byHour: readonly { weekday: number; hour: number; minutes: number }[];
  /** By the production date of the shift in which the minutes lie. */
  readonly byDay: readonly { day: string; minutes: number; unclassified: number }[];
}

export interface DowntimeReason {
  readonly reasonId: string | null;
  readonly category: string;
  readonly nameZh: string | null;
  readonly nameEn: string | null;
  /** The site whose reason it is: two sites may call different ones alike. */
  readonly siteName: string | null;
  readonly minutes: number;
  readonly count: number;
}

/** A shift is not to be signed off while an unclassified stop of it is longer than this, in minutes. */
export const SIGN_OFF_MINUTES = 10;

/** Share of unclassified minutes that a plant should stay under. */
export const UNCLASSIFIED_TARGET = 0.05;
