import type { InstantField } from '@millwright/contract/kinds/instant';
import { dates } from '@millwright/contract/constants';
import dayjs from 'dayjs';
import { isStartDisabled } from '../kernel/dates.ts';
import type { KindView } from './kind-view.ts';
import { LazyPicker } from './lazy-picker.tsx';
import { t } from '../kernel/language.tsx';
import { entityText } from '../locales/entity.ts';
import { PeriodFilter, PeriodWords } from './period-filter.tsx';
import { isoOfWall, wallOf } from './site-time.ts';
import { textOf } from '@millwright/contract/kernel/text';

/** A point in time, shown and typed in the zone of the site. */
export const instantView: KindView<InstantField> = {
  width: 150,
  filterWidth: dates.pickerWidthPx,
  filterRoom: 0,
  Cell: ({ value }) => <span className="num">{value ? wallOf(textOf(value)) : '—'}</span>,
  Input: ({ field, id, value, onChange, disabled, invalid, describedBy }) => (
    <LazyPicker
      id={id}
      showTime
      placeholder={t(entityText.selectTime)}
      style={{ width: dates.pickerWidthPx }}
      format={dates.timeFormat}
      value={value ? dayjs(wallOf(textOf(value))) : null}
      onChange={(next) => onChange(next ? isoOfWall(next.format(dates.timeFormat)) : null)}
      disabledDate={(day) => isStartDisabled(day, field)}
      disabled={disabled ?? false}
      aria-describedby={describedBy}
      {...(invalid ? { status: 'error' as const, 'aria-invalid': true } : {})}
    />
  ),
  Filter: PeriodFilter,
  Words: PeriodWords,
};
