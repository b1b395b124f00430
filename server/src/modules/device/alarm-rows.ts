import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import {
  type AlarmBook,
  type AlarmMark,
  type AlarmSpan,
  type AlarmWord,
  emptyBook,
  type KnownSpan,
} from './alarm-book.ts';
import type { TakenDevice } from './taken-device.ts';

/** The alarms of machines while a batch is taken in. */
export type Books = ReadonlyMap<TakenDevice, AlarmBook>;

/** What machines said of their alarms, each machine's words in their order. */
export type WordsOf = ReadonlyMap<TakenDevice, readonly AlarmWord[]>;

interface StoredMark {
  equipmentId: string;
  encoding: string;
  group: string | null;
  eventId: string | null;
  start: string | null;
  end: string | null;
  onTime: string | null;
  logId: string | null;
  logTime: string | null;
  logCount: number;
}

/** The marks of the encodings named, and of all alarms that stand: a word may end them all. */
export async function openBooks(trx: Trx, wordsOf: WordsOf): Promise<Books> {
  const ids = [...wordsOf.keys()].map(({ equipmentId }) => equipmentId);
  const encodings = [...wordsOf.values()].flat().flatMap(({ data }) => data.encoding ?? []);
  const { rows } =
    await sql<StoredMark>`select equipment_id as "equipmentId", encoding, alarm_group as "group", event_id as "eventId",
      start_time as start, end_time as "end", on_time as "onTime", log_id as "logId", log_time as "logTime",
      log_count as "logCount"
    from device_alarm where equipment_id = any(${ids}::bigint[])
      and (encoding = any(${encodings}::text[]) or (event_id is not null and end_time is null))`.execute(
      trx,
    );
  const byDevice = Map.groupBy(rows, ({ equipmentId }) => equipmentId);
  return new Map(
    [...wordsOf.keys()].map((device) => {
      const marks = (byDevice.get(device.equipmentId) ?? []).map(
        (row) => [row.encoding, markOf(row)] as const,
      );
      return [device, { ...emptyBook(), marks: new Map(marks), known: standing(marks) }];
    }),
  );
}

/** Spans that stand before the batch: those may end in it. */
function standing(marks: readonly (readonly [string, AlarmMark])[]): KnownSpan[] {
  return marks.flatMap(([, { span }]) =>
    span && span.end === null ? [{ span, start: span.start, end: null, logId: span.entry.id }] : [],
  );
}

function markOf(row: StoredMark): AlarmMark {
  const entry = row.logTime
    ? { id: row.logId, start: Date.parse(row.logTime), end: momentOf(row.end), count: row.logCount }
    : null;
  const start = momentOf(row.start);
  const span =
    row.eventId && start !== null && entry
      ? {
          id: row.eventId,
          encoding: row.encoding,
          text: null,
          group: row.group,
          start,
          end: momentOf(row.end),
          timeSuspect: false,
          orderCode: null,
          entry,
          times: 0,
        }
      : null;
  return {
    encoding: row.encoding,
    group: row.group,
    span,
    entry,
    onTime: momentOf(row.onTime),
  };
}

/** Adds new spans (setting their ids), writes what changed of those that are stored and removes those that are gone. */
export async function writeSpans(trx: Trx, siteId: string, books: Books): Promise<void> {
  const added = [...books].flatMap(([{ equipmentId }, book]) =>
    book.spans.map((span) => ({ equipmentId, span })),
  );
  if (added.length > 0) {
    const { rows } = await sql<{ id: string }>`
      insert into alarm_event (site_id, equipment_id, encoding, text, alarm_group, start_time, end_time, time_suspect, log_id, log_time)
      select ${siteId}, equipment_id, encoding, text, alarm_group, start_time, end_time, time_suspect, log_id, log_time
      from jsonb_populate_recordset(null::alarm_event, ${JSON.stringify(added.map(({ equipmentId, span }) => columnsOf(equipmentId, span)))}::jsonb)
      returning id`.execute(trx);
    for (const [index, { span }] of added.entries())
      Object.assign(span, { id: rows[index]?.id ?? null });
  }
  await removeSpans(trx, siteId, books);
  const changed = [...books.values()]
    .flatMap(({ known }) => known)
    .filter(
      ({ span, start, end, logId }) =>
        span.start !== start || span.end !== end || span.entry.id !== logId,
    );
  if (changed.length === 0) return;
  const rows = JSON.stringify(
    changed.map(({ span, start }) => ({
      id: span.id,
      was: iso(start),
      start_time: iso(span.start),
      end_time: iso(span.end),
      log_id: span.entry.id,
      log_time: iso(span.entry.start),
    })),
  );
  await sql`update alarm_event a set start_time = n.start_time, end_time = n.end_time, log_id = n.log_id, log_time = n.log_time
    from jsonb_to_recordset(${rows}::jsonb)
      n(id bigint, was timestamptz, start_time timestamptz, end_time timestamptz, log_id bigint, log_time timestamptz)
    where a.site_id = ${siteId} and a.start_time = n.was and a.id = n.id`.execute(trx);
}

async function removeSpans(trx: Trx, siteId: string, books: Books): Promise<void> {
  const gone = [...books.values()].flatMap((book) =>
    book.gone.map(({ id, start }) => ({ id, start })),
  );
  if (gone.length === 0) return;
  await sql`delete from alarm_event a using jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) g(id bigint, start timestamptz)
    where a.site_id = ${siteId} and a.start_time = g.start and a.id = g.id`.execute(trx);
}

function columnsOf(equipmentId: string, span: AlarmSpan): Record<string, unknown> {
  return {
    equipment_id: equipmentId,
    encoding: span.encoding,
    text: span.text,
    alarm_group: span.group,
    start_time: iso(span.start),
    end_time: iso(span.end),
    time_suspect: span.timeSuspect,
    log_id: span.entry.id,
    log_time: iso(span.entry.start),
  };
}

/** Writes the latest alarm of each encoding. */
export async function writeMarks(trx: Trx, siteId: string, books: Books): Promise<void> {
  const marks = [...books].flatMap(([{ equipmentId }, book]) =>
    [...book.marks.values()].map((mark) => ({
      equipment_id: equipmentId,
      site_id: siteId,
      encoding: mark.encoding,
      alarm_group: mark.group,
      event_id: mark.span?.id ?? null,
      start_time: iso(mark.span?.start ?? null),
      end_time: iso(mark.span?.end ?? null),
      on_time: iso(mark.onTime),
      log_id: mark.entry?.id ?? null,
      log_time: iso(mark.entry?.start ?? null),
      log_count: mark.entry?.count ?? 0,
    })),
  );
  if (marks.length === 0) return;
  const set = sql.join(
    MARK_COLUMNS.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`),
  );
  await sql`insert into device_alarm select * from jsonb_populate_recordset(null::device_alarm, ${JSON.stringify(marks)}::jsonb)
    on conflict (equipment_id, encoding) do update set ${set}`.execute(trx);
}

const MARK_COLUMNS = [
  'alarm_group',
  'event_id',
  'start_time',
  'end_time',
  'on_time',
  'log_id',
  'log_time',
  'log_count',
];

function iso(moment: number | null): string | null {
  return moment === null ? null : new Date(moment).toISOString();
}

function momentOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
