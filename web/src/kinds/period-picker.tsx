import { dates } from '@millwright/contract/constants';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import type { ReactNode } from 'react';
import {
  isEndDisabled,
  isStartDisabled,
  lastDays,
  periodProblem,
  PERIOD_BUTTONS,
} from '../kernel/dates.ts';
import { t } from '../kernel/language.tsx';
import { showToast } from '../kernel/toast.ts';
import { entityText } from '../locales/entity.ts';
import { endsOf, NO_TIME, rangeOf } from './filter-value.ts';
import type { FilterProps } from './kind-view.ts';
import { dayOfEnd } from './period-end.ts';

interface PeriodPickerProps extends FilterProps {
  /** Somebody turned to its stand-in: it takes the focus, and is open where he clicked. */
  readonly start: 'focused' | 'open';
  /** What stands in its place until it comes. */
  readonly rest: ReactNode;
}

type Ends = [Dayjs | null, Dayjs | null];

/**
 * The calendar of a period filter; a chunk of its own, brought when somebody turns to the filter.
 * A period that cannot be used is refused in words and the one before stays.
 */
export default function PeriodPicker(props: PeriodPickerProps) {
  const { field, value, onChange, future, start: begins } = props;
  const asked = daysOf(value);
  // The calendar goes back to a pair that is another one, so its choice lasts until the filter changes or refuses.
  const [chosen, setChosen] = useState<Ends>(asked);
  if (!isSamePair(chosen, asked)) setChosen(asked);
  const [side, setSide] = useState<'start' | 'end'>('start');
  const [draft, setDraft] = useState<Ends>(asked);
  const take = (ends: Ends | null) => {
    const [start, stop] = ends ?? [null, null];
    const problem = periodProblem({ start, end: stop }, { future });
    if (!problem) return onChange(rangeOf(start?.format(DAY), stop?.format(DAY)));
    showToast('error', t(problem));
    setChosen(asked);
  };
  return (
    <DatePicker.RangePicker
      style={{ width: dates.pickerWidthPx }}
      prefix={<span className="filter-label">{t(field.label)}</span>}
      aria-label={t(field.label)}
      format={DAY}
      separator="~"
      placeholder={[t(entityText.start), t(entityText.end)]}
      allowEmpty={[true, true]}
      order={false}
      value={chosen}
      onChange={take}
      onCalendarChange={([start, stop]) => setDraft([start, stop])}
      onFocus={(_, { range }) => setSide(range ?? 'start')}
      disabledDate={(day) =>
        side === 'end' ? isEndDisabled(day, draft[0], { future }) : isStartDisabled(day, { future })
      }
      presets={presets()}
      autoFocus
      defaultOpen={begins === 'open'}
    />
  );
}

const DAY = dates.dayFormat;

function daysOf(value: FilterProps['value']): Ends {
  const { begin, end } = value === NO_TIME ? {} : endsOf(value);
  return [begin ? dayjs(dayOfEnd(begin)) : null, end ? dayjs(dayOfEnd(end)) : null];
}

function isSamePair(one: Ends, other: Ends): boolean {
  return one.every((day, index) => day?.format(DAY) === other[index]?.format(DAY));
}

function presets() {
  return PERIOD_BUTTONS.map(({ label, days }) => {
    const { start, end } = lastDays(days);
    return { label: t(label), value: [start, end] as [Dayjs, Dayjs] };
  });
}
