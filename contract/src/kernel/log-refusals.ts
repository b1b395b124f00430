import { defineRefusals } from './errors.ts';
import type { Refusal } from './errors.ts';

/** What a list of a log may refuse. */
export const logRefusals = defineRefusals({
  'log.list.tooBroad': [
    400,
    '请缩小时间范围或补充设备、订单等条件',
    'Narrow the time range or add a device or order filter',
  ],
  'log.list.sort': [
    400,
    '时间范围不超过 {hours} 小时时才能按「{label}」排序',
    'Sorting by "{label}" needs a time range of at most {hours} hours',
  ],
  'log.seal.open': [400, '该日尚未封存', 'This day is not sealed yet'],
});

/** The same key when the database gave up after its time. */
export const logTooSlow: Refusal = {
  key: 'log.list.tooBroad',
  code: 400,
  text: {
    zh: '查询范围过大，请缩小时间范围',
    en: 'Query too broad, narrow the time range',
  },
};

/** Days that a log is searched over when nothing else is asked, and the most for a search inside texts. */
export const LOG_WINDOW_DAYS = 7;

/** Hours that a log may be sorted over by anything but its time. */
export const LOG_SORT_HOURS = 24;

/** Rows up to which a search inside texts is counted and paged. */
export const LOG_COUNT_CAP = 10_000;
