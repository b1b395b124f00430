import type { Trx } from '../../kernel/database/transaction.ts';
import {
  type AlarmBook,
  type AlarmEntry,
  type AlarmSpan,
  type AlarmWord,
  compareWords,
  emptyBook,
  type GoneSpan,
  takeWord,
} from './alarm-book.ts';
import type { Books, WordsOf } from './alarm-rows.ts';
import { type Course, coursesOf, readSpans, readWords, type StoredSpan } from './alarm-words.ts';

/**
 * Books of machines whose words, stored already, come late: their alarms from there on are told anew from all words in
 * order, so that they are the same whenever a word came. What is stored of them stays and moves its start or its end;
 * entries of the log, which is only added to, keep their time and their alarms.
 */
export async function lateBooks(trx: Trx, siteId: string, wordsOf: WordsOf): Promise<Books> {
  const books = new Map([...wordsOf.keys()].map((device) => [device, emptyBook()] as const));
  if (books.size === 0) return books;
  const courses = await coursesOf(trx, wordsOf);
  const words = await readWords(trx, courses);
  const spans = await readSpans(trx, siteId, courses);
  for (const [device, book] of books)
    for (const course of courses.filter(({ equipmentId }) => equipmentId === device.equipmentId))
      tellAnew(book, words.get(course) ?? [], spans.get(course) ?? [], course);
  return books;
}

/** Adds the alarms of one encoding, as its words tell them, to the book of its machine. */
export function tellAnew(
  book: AlarmBook,
  words: readonly AlarmWord[],
  stored: readonly StoredSpan[],
  { encoding, since }: Pick<Course, 'encoding' | 'since'>,
): void {
  const told = emptyBook();
  for (const word of inOrder(words, stored, since)) takeWord(told, word);
  const storedOf = matched(told.spans, stored);
  const entries = entriesOf(stored);
  settleEntries(told.spans, entries, storedOf);
  book.gone.push(...goneOf(told.spans, stored, storedOf, entries));
  for (const [place, span] of told.spans.entries()) {
    const known = storedOf.get(span);
    if (known) {
      span.id = known.id;
      const { start, end, logId } = known;
      book.known.push({ span, start: Date.parse(start), end: momentOf(end), logId });
      continue;
    }
    book.spans.push(span);
    if (told.spans.slice(place + 1).some((later) => storedOf.has(later))) book.past.add(span);
  }
  const mark = told.marks.get(encoding);
  if (mark) book.marks.set(encoding, { ...mark, entry: mark.span?.entry ?? null });
}

/** Words in order, from the coming of the alarm at which the course begins if it begins at one. */
function inOrder(
  words: readonly AlarmWord[],
  stored: readonly StoredSpan[],
  since: string,
): AlarmWord[] {
  const sorted = words.toSorted(compareWords);
  const start = Date.parse(since);
  if (!stored[0] || Date.parse(stored[0].start) !== start) return sorted;
  const first = sorted.findIndex(({ time, data }) => data.active === 1 && time === start);
  return sorted.slice(Math.max(0, first));
}

/** Which stored alarm each is: the first that begins in it. */
function matched(
  spans: readonly AlarmSpan[],
  stored: readonly StoredSpan[],
): Map<AlarmSpan, StoredSpan> {
  const found = new Map<AlarmSpan, StoredSpan>();
  for (const known of stored) {
    const span = spanBefore(spans, known);
    if (span && !found.has(span)) found.set(span, known);
  }
  return found;
}

/**
 * Stored alarms that lie in one which is stored besides: an earlier coming, told late, stands through them, since it is of
 * another group. Their entries of the log stay, ended where they began if nobody ended them.
 */
function goneOf(
  spans: readonly AlarmSpan[],
  stored: readonly StoredSpan[],
  storedOf: ReadonlyMap<AlarmSpan, StoredSpan>,
  entries: ReadonlyMap<string, AlarmEntry>,
): GoneSpan[] {
  const kept = new Set(storedOf.values());
  const used = new Set(spans.map(({ entry }) => entry));
  return stored.flatMap((known) => {
    const span = spanBefore(spans, known);
    if (kept.has(known) || !span || !isWithin(Date.parse(known.start), span)) return [];
    const own = entries.get(known.logId ?? '');
    const entry = own && !used.has(own) ? own : null;
    if (entry) entry.end = Math.max(entry.end ?? 0, momentOf(known.end) ?? Date.parse(known.start));
    return [{ id: known.id, start: known.start, span, entry }];
  });
}

function spanBefore(spans: readonly AlarmSpan[], known: StoredSpan): AlarmSpan | undefined {
  return spans.findLast(({ start }) => start <= Date.parse(known.start));
}

/**
 * A stored entry keeps the alarm in which it began and those folded into it since. Others go into the entry of the
 * alarm before them if they fold into it, else into a new one. Two entries that a late alarm would have made one stay two:
 * rows of the log are never taken back, and each may have been told to people and acknowledged.
 */
function settleEntries(
  spans: readonly AlarmSpan[],
  entries: ReadonlyMap<string, AlarmEntry>,
  storedOf: ReadonlyMap<AlarmSpan, StoredSpan>,
): void {
  const counts = new Map<AlarmEntry, number>();
  let last: { readonly told: AlarmEntry; readonly entry: AlarmEntry } | null = null;
  for (const span of spans) {
    const told = span.entry;
    const own = entries.get(storedOf.get(span)?.logId ?? '');
    const isOwn = own !== undefined && own.start <= (span.end ?? Number.POSITIVE_INFINITY);
    const begun = [...entries.values()].find(({ start }) => isWithin(start, span));
    const entry: AlarmEntry =
      (isOwn ? own : begun) ??
      (last?.told === told ? last.entry : { id: null, start: span.start, end: null, count: 0 });
    span.entry = entry;
    entry.end = span.end;
    counts.set(entry, (counts.get(entry) ?? 0) + span.times);
    last = { told, entry };
  }
  for (const [entry, count] of counts) entry.count = Math.max(entry.count, count);
}

function entriesOf(stored: readonly StoredSpan[]): Map<string, AlarmEntry> {
  const entries = new Map<string, AlarmEntry>();
  for (const { logId: id, logTime, count } of stored)
    if (id && logTime && !entries.has(id))
      entries.set(id, { id, start: Date.parse(logTime), end: null, count: count ?? 0 });
  return entries;
}

function isWithin(moment: number, { start, end }: AlarmSpan): boolean {
  return moment >= start && (end === null || moment <= end);
}

function momentOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
