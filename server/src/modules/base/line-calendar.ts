import { line } from '@millwright/contract/base/line';
import { lineDay } from '@millwright/contract/base/line-day';
import { checkDraft } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { sql } from 'kysely';
import type { Context } from '../../kernel/context.ts';
import { objectOf } from '../../kernel/sent-body.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import { addDay, changeDay, removeDays } from './line-day.ts';

interface CalendarDay {
  day: string;
  kind: 'holiday' | 'overtime';
  note: string | null;
}

/** `GET /:id/calendar?begin=2025-11-01&end=2025-11-30`: the days that depart from the line's weekdays. */
export async function calendarOf(
  context: Context,
  lineId: string,
  query: Readonly<Record<string, unknown>>,
): Promise<{ list: CalendarDay[] }> {
  const { id } = await context.store(line).get(lineId);
  const begin = dayAsked(query.begin, 'begin', '0001-01-01');
  const end = dayAsked(query.end, 'end', '9999-12-31');
  const found = await sql<CalendarDay>`select day, kind, note from ${sql.table(lineDay.table)}
    where line_id = ${id} and day between ${begin}::date and ${end}::date order by day limit 1000`.execute(
    context.sql,
  );
  return { list: found.rows };
}

/**
 * `PUT /:id/calendar` `{days: [{day, kind, note?}]}`: sets these days, of which none has passed; a day with the kind null is
 * ordinary again.
 */
export async function saveCalendar(
  context: Context,
  lineId: string,
  body: unknown,
): Promise<{ list: CalendarDay[] }> {
  const row = await context.store(line).get(lineId);
  const { days } = objectOf(body);
  if (!Array.isArray(days) || days.length > 1000)
    throw refuse(refusals['call.invalid'], { detail: 'days' });
  for (const sent of days) await saveDay(context, row, objectOf(sent));
  return calendarOf(context, lineId, {});
}

async function saveDay(
  context: Context,
  row: { id: string; siteId: string | null },
  sent: Record<string, unknown>,
): Promise<void> {
  const { draft, problems } = checkDraft(
    lineDay,
    { ...sent, kind: sent.kind ?? 'holiday', lineId: row.id },
    'create',
  );
  if (!draft) throw refuseDraft(problems);
  const known = await context.store(lineDay).find({ lineId: row.id, day: draft.day });
  if (sent.kind === null) {
    if (known) await removeDays(context, [known.id]);
  } else if (known) {
    await changeDay(context, known.id, {
      kind: draft.kind,
      note: draft.note ?? null,
      revision: known.revision,
    });
  } else {
    await addDay(context, { ...draft, siteId: row.siteId });
  }
}

function dayAsked(sent: unknown, name: string, usual: string): string {
  if (sent === undefined || sent === '') return usual;
  if (
    typeof sent !== 'string' ||
    !/^\d{4}-\d{2}-\d{2}$/.test(sent) ||
    Number.isNaN(Date.parse(sent))
  ) {
    throw refuse(refusals['call.invalid'], { detail: name });
  }
  return sent;
}
