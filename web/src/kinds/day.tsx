import type { DayField } from '@millwright/contract/kinds/day';
import { dates } from '@millwright/contract/constants';
import dayjs from 'dayjs';
import { isStartDisabled } from '../kernel/dates.ts';
import type { KindView } from './kind-view.ts';
import { LazyPicker } from './lazy-picker.tsx';
import { PeriodFilter, PeriodWords } from './period-filter.tsx';
import { textOf } from '@millwright/contract/kernel/text';

/** A calendar date without clock and zone. */
export const dayView: KindView<DayField> = {
  width: 100,
  childWidth: 116,
  filterWidth: dates.pickerWidthPx,
  filterRoom: 0,
  Cell: ({ value }) => <span className="num">{value ? textOf(value) : '—'}</span>,
  Input: ({ field, id, value, onChange, disabled, invalid, describedBy }) => (
    <LazyPicker
      id={id}
      style={{ width: dates.pickerWidthPx }}
      format={dates.dayFormat}
      value={value ? dayjs(textOf(value)) : null}
      onChange={(next) => onChange(next ? next.format(dates.dayFormat) : null)}
      disabledDate={(day) => isStartDisabled(day, field)}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
    />
  ),
  Filter: PeriodFilter,
  Words: PeriodWords,
};
