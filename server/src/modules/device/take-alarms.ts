import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { type SaidAlarm, tellAlarms } from '../alarm/alarm-notices.ts';
import { explainAlarms, type ExplainedAlarm } from '../alarm/explain.ts';
import {
  type AlarmBook,
  type AlarmMark,
  type AlarmSpan,
  type AlarmWord,
  takeWord,
} from './alarm-book.ts';
import { type LoggedAlarm, logAlarms } from './device-logs.ts';
import type { TakenDevice } from './taken-device.ts';

/**
 * Takes words of locked machines about their alarms in, in their order: opens and closes `alarm_event` rows and writes
 * the alarm log, in which repeats within 60 s are folded, with the words of the alarm configuration. What gateways say
 * of the present is told to people; what they replay is not.
 */
export async function takeAlarms(
  trx: Trx,
  gateway: { readonly siteId: string; readonly isHistory: boolean },
  wordsOf: ReadonlyMap<TakenDevice, readonly AlarmWord[]>,
): Promise<void> {
  const { siteId } = gateway;
  if (wordsOf.size === 0) return;
  const books = await openBooks(trx, wordsOf);
  const stored = new Map([...books].map(([device, book]) => [device, standing(book)]));
  for (const [device, words] of wordsOf)
    for (const word of words) takeWord(books.get(device) ?? emptyBook(), word);
  const said = saidBy(books, stored);
  const configs = await explainSaid(trx, siteId, said);
  await writeEntries(trx, siteId, books, configs);
  await writeSpans(trx, siteId, books, stored);
  await writeMarks(trx, siteId, books);
  if (!gateway.isHistory) await tellAlarms(trx, siteId, said.map(toldOf(configs)));
}

type Books = ReadonlyMap<TakenDevice, AlarmBook>;

interface StoredMark {
  equipmentId: string;
  encoding: string;
  group: string | null;
  eventId: string | null;
  start: string | null;
  end: string | null;
  onTime: string | null;
  offTime: string | null;
  logId: string | null;
  logTime: string | null;
  logCount: number;
}

/** The marks of the encodings named, and of all alarms that stand: a word may end them all. */
async function openBooks(
  trx: Trx,
  wordsOf: ReadonlyMap<TakenDevice, readonly AlarmWord[]>,
): Promise<Books> {
  const ids = [...wordsOf.keys()].map(({ equipmentId }) => equipmentId);
  const encodings = [...wordsOf.values()].flat().flatMap(({ data }) => data.encoding ?? []);
  const { rows } =
    await sql<StoredMark>`select equipment_id as "equipmentId", encoding, alarm_group as "group", event_id as "eventId",
      start_time as start, end_time as "end", on_time as "onTime", off_time as "offTime", log_id as "logId", log_time as "logTime",
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
      return [device, { marks: new Map(marks), spans: [] }];
    }),
  );
}

function emptyBook(): AlarmBook {
  return { marks: new Map(), spans: [] };
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
          level: null,
          group: row.group,
          start,
          end: momentOf(row.end),
          timeSuspect: false,
          entry,
        }
      : null;
  return {
    encoding: row.encoding,
    group: row.group,
    span,
    entry,
    onTime: momentOf(row.onTime),
    offTime: momentOf(row.offTime),
  };
}

/** Stored spans that stand before the batch: those may end in it. */
function standing(book: AlarmBook): AlarmSpan[] {
  return [...book.marks.values()].flatMap(({ span }) => (span && span.end === null ? [span] : []));
}

/** An alarm that came, or one that stood before and went. */
interface Said {
  readonly device: TakenDevice;
  readonly span: AlarmSpan;
  readonly isNew: boolean;
  readonly folded: boolean;
}

/** Those that stood before go first. */
function saidBy(books: Books, stored: ReadonlyMap<TakenDevice, readonly AlarmSpan[]>): Said[] {
  return [...books].flatMap(([device, book]) => [
    ...(stored.get(device) ?? [])
      .filter(({ end }) => end !== null)
      .map((span) => ({ device, span, isNew: false, folded: true })),
    ...book.spans.map((span) => ({ device, span, isNew: true, folded: span.entry.id !== null })),
  ]);
}

type Configs = ReadonlyMap<AlarmSpan, ExplainedAlarm | null>;

async function explainSaid(trx: Trx, siteId: string, said: readonly Said[]): Promise<Configs> {
  const found = await explainAlarms(
    trx,
    said.map(({ device: { equipmentKind, controlType }, span: { encoding } }) => ({
      siteId,
      equipmentKind,
      controlType,
      encoding,
    })),
  );
  return new Map(said.map(({ span }, place) => [span, found[place] ?? null]));
}

function toldOf(configs: Configs) {
  return ({ device: { equipmentId, number }, span, isNew, folded }: Said): SaidAlarm => ({
    equipmentId,
    number,
    encoding: span.encoding,
    log: {
      id: span.entry.id,
      at: new Date(span.entry.start).toISOString(),
      folded,
    },
    start: isNew ? span.start : null,
    end: span.end,
    config: configs.get(span) ?? null,
  });
}

async function writeEntries(
  trx: Trx,
  siteId: string,
  books: Books,
  configs: Configs,
): Promise<void> {
  const entries = [...books].flatMap(([device, book]) => {
    const spans = [...book.marks.values()].flatMap(({ span }) => span ?? []);
    const touched = new Map([...spans, ...book.spans].map((span) => [span.entry, span]));
    return [...touched].map(([entry, span]): LoggedAlarm => ({
      device,
      entry,
      span,
      config: configs.get(span) ?? null,
    }));
  });
  await logAlarms(trx, siteId, entries);
}

async function writeSpans(
  trx: Trx,
  siteId: string,
  books: Books,
  stored: ReadonlyMap<TakenDevice, readonly AlarmSpan[]>,
): Promise<void> {
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
  const ended = [...stored.values()].flat().filter(({ end }) => end !== null);
  if (ended.length === 0) return;
  const rows = JSON.stringify(
    ended.map((span) => ({ id: span.id, start_time: iso(span.start), end_time: iso(span.end) })),
  );
  await sql`update alarm_event a set end_time = n.end_time from jsonb_populate_recordset(null::alarm_event, ${rows}::jsonb) n
    where a.site_id = ${siteId} and a.start_time = n.start_time and a.id = n.id`.execute(trx);
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

async function writeMarks(trx: Trx, siteId: string, books: Books): Promise<void> {
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
      off_time: iso(mark.offTime),
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
  'off_time',
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
