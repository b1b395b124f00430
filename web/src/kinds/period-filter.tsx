import type { AnyField } from '@millwright/contract/kernel/field';
import { dates } from '@millwright/contract/constants';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { say, t } from '../kernel/language.tsx';
import { later } from '../kernel/later.tsx';
import { entityText } from '../locales/entity.ts';
import { markText } from '../locales/marks.ts';
import { endsOf, NO_TIME } from './filter-value.ts';
import type { FilterProps, WordsProps } from './kind-view.ts';
import { dayOfEnd, wallOfEnd, wallOfLastEnd } from './period-end.ts';
import './period.css';

const bringPicker = () => import('./period-picker.tsx');
const PeriodPicker = later(bringPicker, Rest);

/**
 * A span of days, 240 px wide, both ends included; the future only where the list plans ahead.
 * Until somebody turns to it a button of the same look stands there, because the calendar is heavy.
 */
export function PeriodFilter(props: FilterProps) {
  const [start, setStart] = useState<'focused' | 'open'>();
  const rest = (
    <PeriodRest
      {...props}
      onFocus={() => setStart((old) => old ?? 'focused')}
      onOpen={() => setStart('open')}
    />
  );
  return start ? <PeriodPicker {...props} start={start} rest={rest} /> : rest;
}

/** Stands on until the calendar has come. */
function Rest({ rest }: { readonly rest: ReactNode }) {
  return rest;
}

interface PeriodRestProps extends FilterProps {
  /** By the keyboard. */
  readonly onFocus: () => void;
  readonly onOpen: () => void;
}

/**
 * The look of the picker without its calendar. It stays where it is while it is pressed: a finger that comes down on it
 * points at it and gives it the focus before it is a click.
 */
function PeriodRest({ field, value, onFocus, onOpen }: PeriodRestProps) {
  const { begin, end } = value === NO_TIME ? {} : endsOf(value);
  return (
    <button
      type="button"
      className="period-rest"
      style={{ width: dates.pickerWidthPx }}
      // One that cannot be had is asked for again, and told, when the picker is drawn.
      onPointerEnter={() => void bringPicker().catch(() => undefined)}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onFocus()}
      onClick={onOpen}
    >
      <span className="filter-label">{t(field.label)}</span>
      <span className={begin ? 'num' : 'period-none'}>
        {begin ? dayOfEnd(begin) : t(entityText.start)}
      </span>
      <span className="period-dash" aria-hidden="true">
        ~
      </span>
      <span className={end ? 'num' : 'period-none'}>{end ? dayOfEnd(end) : t(entityText.end)}</span>
    </button>
  );
}

/** `2025-11-01 至 2025-12-31`, `2025-11-01 起`, `至 2025-12-31`, `2025-11-06 14:32:00 至 14:40:10`. */
export function PeriodWords({ value }: WordsProps<AnyField>) {
  if (value === NO_TIME) return t(entityText.none);
  const { begin, end } = endsOf(value);
  if (begin && end) {
    const [first, last] = [wallOfEnd(begin), wallOfLastEnd(end, begin)];
    return begin === end ? first : say(markText.between, { begin: first, end: last });
  }
  if (begin) return say(markText.since, { begin: wallOfEnd(begin) });
  return end ? say(markText.until, { end: wallOfEnd(end) }) : '';
}
