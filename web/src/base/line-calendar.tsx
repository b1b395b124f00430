import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { line } from '@millwright/contract/base/line';
import type { ShiftTime } from '@millwright/contract/base/line-shift';
import type { ChoicesField } from '@millwright/contract/kinds/choices';
import { shiftsOn } from '@millwright/contract/base/line-shift';
import { fillPath } from '@millwright/contract/kernel/calls';
import { tagFor } from '@millwright/contract/registry';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import type { EntityRow } from '../entity/entity-row.ts';
import { keyOf } from '../entity/query-key.ts';
import { api } from '../kernel/api.ts';
import { ActionButton } from '../kernel/debounce.tsx';
import { say, t } from '../kernel/language.tsx';
import { hasPermission } from '../kernel/permission.tsx';
import { lineText as text } from '../locales/line.ts';
import { monthDays, monthOf, movedMonth } from './month-days.ts';
import { siteToday } from './site-today.ts';
import './line-calendar.css';

type Kind = 'holiday' | 'overtime';

interface CalendarDay {
  readonly day: string;
  readonly kind: Kind;
  readonly note: string | null;
}

/** `November` of `2026-11`, for English. */
function nameOfMonth(month: string): string {
  return MONTH_NAME.format(new Date(`${month}-01T00:00:00Z`));
}

const MONTH_NAME = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** A month of a line: shifts of each day, holidays and overtime days; days from today on can be chosen and set. */
export function LineCalendar({ row }: { row: EntityRow }) {
  const [month, setMonth] = useState(() => monthOf(siteToday()));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const mayEdit = hasPermission([tagFor(line, 'edit')]);
  const days = useCalendar(row.id, month);
  const shifts = (row['shifts'] as ShiftTime[] | undefined) ?? [];
  const counts = (kind: Kind) => [...days.values()].filter((one) => one.kind === kind).length;
  const toggle = (day: string) =>
    setChosen((old) => (old.includes(day) ? old.filter((one) => one !== day) : [...old, day]));
  const go = (by: number) => setMonth(movedMonth(month, by));
  const [year = '', number = ''] = month.split('-');
  return (
    <section className="calendar">
      <div className="calendar-head">
        <Button
          type="text"
          icon={<LeftOutlined aria-hidden />}
          aria-label={t(text.previousMonth)}
          title={t(text.previousMonth)}
          onClick={() => go(-1)}
        />
        <h3 className="num" aria-live="polite">
          {say(text.month, { y: year, m: Number(number), name: nameOfMonth(month) })}
        </h3>
        <Button
          type="text"
          icon={<RightOutlined aria-hidden />}
          aria-label={t(text.nextMonth)}
          title={t(text.nextMonth)}
          onClick={() => go(1)}
        />
        <small>{say(text.departures, { a: counts('holiday'), b: counts('overtime') })}</small>
      </div>
      <div className="calendar-grid">
        {Object.values(WEEKDAYS).map((name) => (
          <span key={name.en} className="calendar-weekday">
            {t(name)}
          </span>
        ))}
        {monthDays(month).map((day) => (
          <Day
            key={day}
            day={day}
            month={month}
            known={days.get(day)}
            shifts={shifts}
            chosen={chosen.includes(day)}
            onToggle={mayEdit ? toggle : undefined}
          />
        ))}
      </div>
      {mayEdit && <CalendarTools lineId={row.id} chosen={chosen} onDone={() => setChosen([])} />}
    </section>
  );
}

interface DayProps {
  readonly day: string;
  readonly month: string;
  readonly known: CalendarDay | undefined;
  readonly shifts: readonly ShiftTime[];
  readonly chosen: boolean;
  readonly onToggle: ((day: string) => void) | undefined;
}

/** A day that has passed stays as it was: its figures stand. */
function Day({ day, month, known, shifts, chosen, onToggle }: DayProps) {
  const today = siteToday();
  const count = shiftsOn(shifts, day, known?.kind ?? null).length;
  const words = known
    ? [t(text[known.kind]), known.note].filter(Boolean).join(' · ')
    : say(text.shiftCount, { n: count });
  const classes = [
    'calendar-day',
    known ? `is-${known.kind}` : '',
    monthOf(day) === month ? '' : 'is-other',
    day === today ? 'is-today' : '',
  ];
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-pressed={chosen}
      aria-label={`${day} ${words}`}
      title={words}
      disabled={!onToggle || day < today}
      onClick={() => onToggle?.(day)}
    >
      <span className="num">{Number(day.slice(8))}</span>
      {known && <b>{t(known.kind === 'holiday' ? text.holidaySign : text.overtimeSign)}</b>}
      <small>
        {known?.note ??
          (known?.kind === 'holiday' ? '' : count > 0 ? say(text.shiftCount, { n: count }) : '—')}
      </small>
    </button>
  );
}

function CalendarTools({
  lineId,
  chosen,
  onDone,
}: {
  lineId: string;
  chosen: readonly string[];
  onDone: () => void;
}) {
  const client = useQueryClient();
  const [note, setNote] = useState('');
  const set = async (kind: Kind | null) => {
    const days = chosen.map((day) => ({
      day,
      kind,
      note: kind === null ? null : note.trim() || null,
    }));
    await api.put(fillPath(`${line.path}/:id/calendar`, { id: lineId }), { days });
    await client.invalidateQueries({ queryKey: keyOf(line, 'calendar') });
    setNote('');
    onDone();
  };
  const off = chosen.length === 0;
  return (
    <div className="calendar-tools">
      <p>{off ? t(text.chooseDays) : say(text.chosen, { n: chosen.length })}</p>
      <Input
        value={note}
        maxLength={100}
        disabled={off}
        placeholder={t(text.note)}
        aria-label={t(text.note)}
        onChange={(event) => setNote(event.target.value)}
      />
      <ActionButton disabled={off} onClick={() => set('holiday')}>
        {t(text.setHoliday)}
      </ActionButton>
      <ActionButton disabled={off} onClick={() => set('overtime')}>
        {t(text.setOvertime)}
      </ActionButton>
      <ActionButton disabled={off} onClick={() => set(null)}>
        {t(text.ordinary)}
      </ActionButton>
    </div>
  );
}

/** The days of a month that depart from the weekdays, by day. */
function useCalendar(lineId: string, month: string): ReadonlyMap<string, CalendarDay> {
  const days = monthDays(month);
  const { data } = useQuery({
    queryKey: keyOf(line, 'calendar', lineId, month),
    queryFn: ({ signal }) =>
      api.get<{ list: CalendarDay[] }>(
        fillPath(`${line.path}/:id/calendar`, { id: lineId }),
        { begin: days[0], end: days.at(-1) },
        { signal },
      ),
  });
  return new Map((data?.list ?? []).map((one) => [one.day, one]));
}

const WEEKDAYS = (line.fields.shifts.columns.weekdays as unknown as ChoicesField).options ?? {};
