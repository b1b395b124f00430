import { dates } from '@millwright/contract/constants';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { isStartDisabled, lastDays, periodProblem, PERIOD_BUTTONS } from '../kernel/dates.ts';
import { t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';
import { endsOf, NO_TIME, rangeOf } from './filter-value.ts';
import type { FilterProps } from './kind-view.ts';

interface PeriodPickerProps extends FilterProps {
  /** Somebody touched its stand-in: it takes the focus, and is open where he clicked. */
  readonly start: 'resting' | 'focused' | 'open';
}

/** The calendar of a period filter; a chunk of its own, brought when somebody turns to the filter. */
export default function PeriodPicker({
  field,
  value,
  onChange,
  future,
  start: begins,
}: PeriodPickerProps) {
  const { begin, end } = value === NO_TIME ? {} : endsOf(value);
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
      autoFocus={begins !== 'resting'}
      defaultOpen={begins === 'open'}
    />
  );
}

function presets() {
  return PERIOD_BUTTONS.map(({ label, days }) => {
    const { start, end } = lastDays(days);
    return { label: t(label), value: [start, end] as [Dayjs, Dayjs] };
  });
}
