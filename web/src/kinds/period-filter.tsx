import type { AnyField } from '@millwright/contract/kernel/field';
import { dates } from '@millwright/contract/constants';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { isStartDisabled, lastDays, periodProblem, PERIOD_BUTTONS } from '../kernel/dates.ts';
import { t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';
import { endsOf, rangeOf } from './filter-value.ts';
import type { FilterProps, WordsProps } from './kind-view.ts';

/** A span of days, 240 px wide, both ends included; the future only where the list plans ahead. */
export function PeriodFilter({ field, value, onChange, future }: FilterProps) {
  const { begin, end } = value === EMPTY ? {} : endsOf(value);
  const take = (ends: readonly (Dayjs | null)[] | null) => {
    const [start = null, stop = null] = ends ?? [];
    const problem = periodProblem({ start, end: stop }, { future });
    if (problem) showToast('error', t(problem));
    else onChange(rangeOf(start?.format(dates.dayFormat), stop?.format(dates.dayFormat)));
  };
  return (
    <DatePicker.RangePicker
      style={{ width: dates.pickerWidthPx }}
      prefix={<span className="filter-label">{t(field.label)}</span>}
      aria-label={t(field.label)}
      format={dates.dayFormat}
      separator="~"
      placeholder={[t(entityText.start), t(entityText.end)]}
      allowEmpty={[true, true]}
      value={[begin ? dayjs(begin) : null, end ? dayjs(end) : null]}
      onChange={take}
      disabledDate={(day) => isStartDisabled(day, { future })}
      presets={presets()}
    />
  );
}

/** `2025-11-01 至 2025-12-31`, `2025-11-01 起`, `至 2025-12-31`. */
export function PeriodWords({ value }: WordsProps<AnyField>) {
  if (value === EMPTY) return t(entityText.none);
  const { begin = '', end = '' } = endsOf(value);
  if (begin && end) return begin === end ? begin : t({ zh: `${begin} 至 ${end}`, en: `${begin} to ${end}` });
  return begin ? t({ zh: `${begin} 起`, en: `from ${begin}` }) : t({ zh: `至 ${end}`, en: `until ${end}` });
}

/** Asks for rows without a time. */
const EMPTY = 'none';

function presets() {
  return PERIOD_BUTTONS.map(({ label, days }) => {
    const { start, end } = lastDays(days);
    return { label: t(label), value: [start, end] as [Dayjs, Dayjs] };
  });
}
