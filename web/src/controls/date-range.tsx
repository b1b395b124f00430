import { dates } from '@millwright/contract/constants';
import { DatePicker } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import {
  isEndDisabled,
  isStartDisabled,
  lastDays,
  PERIOD_BUTTONS,
  periodProblem,
} from '../kernel/dates.ts';
import type { Period } from '../kernel/dates.ts';
import { t } from '../kernel/language.tsx';
import { controlText as text } from '../locales/controls.ts';
import './date-range.css';

interface DateRangeProps {
  readonly value: Period;
  /** Called with usable periods only; a problem stands below the pickers instead. */
  readonly onChange: (period: Period) => void;
  /** Choose times as well as days. */
  readonly withTime?: boolean;
  /** A planning field: the future may be chosen. */
  readonly future?: boolean;
  readonly label?: string;
}

/** Two pickers of 240 px, the period buttons, and the rules of periods. */
export function DateRange({ value, onChange, withTime, future, label }: DateRangeProps) {
  const [draft, setDraft] = useState<Period>(value);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    setDraft(value);
  }
  const rules = { future: future ?? false };
  const problem = periodProblem(draft, rules);
  const choose = (next: Period) => {
    setDraft(next);
    if (!periodProblem(next, rules)) onChange(next);
  };
  const presets = (end: 'start' | 'end') =>
    PERIOD_BUTTONS.map(({ label: name, days }) => ({
      label: t(name),
      value: () => lastDays(days)[end],
    }));
  const common = {
    showTime: withTime ?? false,
    format: withTime ? dates.timeFormat : dates.dayFormat,
    style: { width: dates.pickerWidthPx },
  };
  return (
    <span className="date-range" role="group" aria-label={label}>
      <DatePicker
        {...common}
        placeholder={t(text.start)}
        aria-label={t(text.start)}
        value={draft.start}
        presets={presets('start')}
        disabledDate={(day: Dayjs) => isStartDisabled(day, rules)}
        onChange={(start: Dayjs | null) => choose({ ...draft, start })}
      />
      <span aria-hidden="true">~</span>
      <DatePicker
        {...common}
        placeholder={t(text.end)}
        aria-label={t(text.end)}
        value={draft.end}
        disabledDate={(day: Dayjs) => isEndDisabled(day, draft.start, rules)}
        onChange={(end: Dayjs | null) => choose({ ...draft, end })}
      />
      {problem && (
        <span className="field-problem" role="alert">
          {t(problem)}
        </span>
      )}
    </span>
  );
}
