import { line } from '@millwright/contract/base/line';
import type { ShiftTime } from '@millwright/contract/base/line-shift';
import type { ChoicesField } from '@millwright/contract/kinds/choices';
import type { EntityRow } from '../entity/entity-row.ts';
import { say, t } from '../kernel/language.tsx';
import { lineText as text } from '../locales/line.ts';
import { markText } from '../locales/marks.ts';
import { ShiftBand } from './shift-band.tsx';
import { heldOn } from './shift-band-model.ts';
import { siteToday } from './site-today.ts';

/** The shifts that hold today on their band, then what is special about some, then those that come. */
export function LineShifts({ row }: { row: EntityRow }) {
  const today = siteToday();
  const all = (row['shifts'] as ShiftTime[] | undefined) ?? [];
  const held = heldOn(all, today);
  const notes = [
    ...held.flatMap((shift) => notesOf(shift)),
    ...all.filter((shift) => (shift.validFrom ?? '') > today).map((shift) => comes(shift)),
  ];
  return (
    <section>
      <h3 className="detail-title">
        {t(text.shifts)} <small>{t(text.everyDay)}</small>
      </h3>
      <ShiftBand shifts={held} now />
      {notes.length > 0 && (
        <ul className="band-notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** `早班 08:00–20:00 / 夜班 20:00–08:00`: the shifts that hold today. */
export function shiftWords(row: EntityRow): string {
  return heldOn((row['shifts'] as ShiftTime[] | undefined) ?? [], siteToday())
    .map(({ name, startTime, endTime }) => `${name} ${startTime}–${endTime}`)
    .join(' / ');
}

function notesOf(shift: ShiftTime): string[] {
  const days = (shift.weekdays ?? [])
    .map((day) => t(WEEKDAYS[day] ?? { zh: day, en: day }))
    .join(t(markText.comma));
  return [
    ...(days === '' ? [] : [say(text.onDays, { name: shift.name, days })]),
    ...(shift.validTo ? [say(text.until, { name: shift.name, day: shift.validTo })] : []),
  ];
}

function comes({ name, startTime, endTime, validFrom }: ShiftTime): string {
  return say(text.from, { name: `${name} ${startTime}–${endTime}`, day: validFrom ?? '' });
}

const WEEKDAYS = (line.fields.shifts.columns.weekdays as unknown as ChoicesField).options ?? {};
