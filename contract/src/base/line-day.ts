import { defineEntity } from '../kernel/entity.ts';
import { defineRefusals } from '../kernel/errors.ts';
import { choice } from '../kinds/choice.ts';
import { day } from '../kinds/day.ts';
import { ref } from '../kinds/ref.ts';
import { text } from '../kinds/text.ts';

/** A day on which a line departs from its weekdays: a holiday without shifts, or an overtime day with all of them. */
export const lineDay = defineEntity({
  name: 'base/lineDay',
  label: { zh: '产线日历', en: 'Line calendar' },
  scope: 'site',
  guardedBy: 'base:line',
  title: 'day',
  sort: { by: 'day', order: 'asc' },
  unique: [['lineId', 'day']],
  period: 'day',
  future: true,
  fields: {
    lineId: ref('base/line', '产线', 'Line', {
      required: true,
      fixed: true,
      cascade: true,
      list: true,
      filter: true,
    }),
    day: day('日期', 'Day', { required: true, future: true, list: true, filter: true, sort: true }),
    kind: choice(
      '类型',
      'Kind',
      {
        holiday: { zh: '休息', en: 'Holiday' },
        overtime: { zh: '加班', en: 'Overtime' },
      },
      { required: true, list: true, filter: true },
    ),
    note: text('说明', 'Note', { max: 100, list: true }),
  },
});

export const lineDayRefusals = defineRefusals({
  'lineDay.edit.past': [
    409,
    '已过去的日历不能修改或删除',
    'Days that have passed cannot be changed or removed',
  ],
  'lineDay.add.past': [422, '日期不能早于今天', 'The day cannot lie before today'],
});
