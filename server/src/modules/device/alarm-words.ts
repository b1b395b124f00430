import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { AlarmWord } from './alarm-book.ts';
import type { WordsOf } from './alarm-rows.ts';

/** The place in the order of the latest word of each machine (by id) that has said any. */
export async function latestOrders(trx: Trx, wordsOf: WordsOf): Promise<Map<string, number>> {
  const ids = [...wordsOf.keys()].map(({ equipmentId }) => equipmentId);
  const { rows } = await sql<{ id: string; latest: string }>`
    select e.id, w.order_time as latest from unnest(${ids}::bigint[]) e(id) cross join lateral (
      select order_time from alarm_word where equipment_id = e.id order by order_time desc limit 1) w`.execute(
    trx,
  );
  return new Map(rows.map(({ id, latest }) => [id, Date.parse(latest)]));
}

/** Stores words, so that late ones can be put among them. */
export async function keepWords(trx: Trx, siteId: string, wordsOf: WordsOf): Promise<void> {
  const rows = [...wordsOf].flatMap(([{ equipmentId }, words]) =>
    words.map(({ time, order, data, timeSuspect, orderCode }) => ({
      equipment_id: equipmentId,
      order_time: new Date(order).toISOString(),
      time: new Date(time).toISOString(),
      active: data.active === 1,
      encoding: data.encoding ?? '',
      alarm_group: data.group ?? null,
      text: data.text || null,
      order_code: orderCode,
      time_suspect: timeSuspect,
    })),
  );
  await sql`insert into alarm_word (site_id, equipment_id, order_time, time, active, encoding, alarm_group, text, order_code, time_suspect)
    select ${siteId}, equipment_id, order_time, time, active, encoding, alarm_group, text, order_code, time_suspect
    from jsonb_populate_recordset(null::alarm_word, ${JSON.stringify(rows)}::jsonb)`.execute(trx);
}

/** One kind of alarm of one machine, and from which word on (milliseconds) its alarms are to be told anew. */
export interface Course {
  readonly equipmentId: string;
  readonly encoding: string;
  readonly since: string;
}

/**
 * What late words touch: the encodings that they name, and for goings of a group or of all those of the alarms that
 * stood by then. Each from the first alarm of the entry of the log in which the first of the words falls.
 */
export async function coursesOf(trx: Trx, wordsOf: WordsOf): Promise<Course[]> {
  const named = [...wordsOf].flatMap(([{ equipmentId }, words]) => {
    const first = iso(words[0]?.order ?? 0);
    const encodings = new Set(words.flatMap(({ data }) => data.encoding || []));
    return [...encodings].map((encoding) => ({ id: equipmentId, encoding, first }));
  });
  const wide = [...wordsOf].flatMap(([{ equipmentId }, words]) => {
    const found = words.filter(({ data }) => !data.encoding);
    if (found.length === 0) return [];
    const earliest = iso(Math.min(...found.map(({ time }) => time)));
    const last = iso(found.at(-1)?.order ?? 0);
    return [{ id: equipmentId, first: iso(words[0]?.order ?? 0), earliest, last }];
  });
  const { rows } = await sql<Course>`
    with touched as (
      select id, encoding, first from jsonb_to_recordset(${JSON.stringify(named)}::jsonb)
        n(id bigint, encoding text, first timestamptz)
      union
      select w.id, v.encoding, w.first from jsonb_to_recordset(${JSON.stringify(wide)}::jsonb)
        w(id bigint, first timestamptz, earliest timestamptz, last timestamptz)
      join alarm_event v on v.equipment_id = w.id and v.start_time <= w.last
        and (v.end_time is null or v.end_time >= w.earliest))
    select t.id as "equipmentId", t.encoding, least(s.start_time, t.first) as since
    from touched t left join lateral (
      select coalesce(log_time, start_time) as logged from alarm_event
      where equipment_id = t.id and encoding = t.encoding and start_time <= t.first
      order by start_time desc limit 1) v on true
    left join lateral (
      select start_time from alarm_event
      where equipment_id = t.id and encoding = t.encoding and start_time <= v.logged
      order by start_time desc limit 1) s on true`.execute(trx);
  return rows;
}

/** The words of courses, in no order but that in which they came; each course also has the goings without encoding. */
export async function readWords(
  trx: Trx,
  courses: readonly Course[],
): Promise<Map<Course, AlarmWord[]>> {
  const { rows } = await sql<StoredWord>`
    select c.place, w.order_time as "order", w.time, w.active, w.encoding, w.alarm_group as "group", w.text,
      w.order_code as "orderCode", w.time_suspect as "timeSuspect"
    from ${asRows(courses)} join alarm_word w on w.equipment_id = c.id and w.order_time >= c.since
      and w.encoding in (c.encoding, '')
    order by w.order_time, w.id`.execute(trx);
  const found = Map.groupBy(rows, ({ place }) => place);
  return new Map(courses.map((course, place) => [course, (found.get(place) ?? []).map(wordOf)]));
}

/** A stored alarm of a course with its entry of the log. */
export interface StoredSpan {
  readonly place: number;
  readonly id: string;
  readonly start: string;
  readonly end: string | null;
  readonly logId: string | null;
  readonly logTime: string | null;
  readonly count: number | null;
}

/** The stored alarms of courses in their order. */
export async function readSpans(
  trx: Trx,
  siteId: string,
  courses: readonly Course[],
): Promise<Map<Course, StoredSpan[]>> {
  const { rows } = await sql<StoredSpan>`
    select c.place, v.id, v.start_time as start, v.end_time as "end", v.log_id as "logId", v.log_time as "logTime", l.count
    from ${asRows(courses)} join alarm_event v on v.equipment_id = c.id and v.encoding = c.encoding
      and v.start_time >= c.since
    left join log_alarm l on l.site_id = ${siteId} and l.at = v.log_time and l.id = v.log_id
    order by v.start_time, v.id`.execute(trx);
  const found = Map.groupBy(rows, ({ place }) => place);
  return new Map(courses.map((course, place) => [course, found.get(place) ?? []]));
}

function asRows(courses: readonly Course[]) {
  const rows = courses.map(({ equipmentId, encoding, since }, place) => ({
    place,
    id: equipmentId,
    encoding,
    since,
  }));
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) c(place integer, id bigint, encoding text, since timestamptz)`;
}

interface StoredWord {
  readonly place: number;
  readonly order: string;
  readonly time: string;
  readonly active: boolean;
  readonly encoding: string;
  readonly group: string | null;
  readonly text: string | null;
  readonly orderCode: string | null;
  readonly timeSuspect: boolean;
}

function wordOf(row: StoredWord): AlarmWord {
  const { encoding, group, text, orderCode, timeSuspect } = row;
  return {
    time: Date.parse(row.time),
    order: Date.parse(row.order),
    data: { encoding, active: row.active ? 1 : 0, group, text },
    timeSuspect,
    orderCode,
  };
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
