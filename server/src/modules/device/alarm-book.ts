import type { AlarmData } from '@millwright/contract/device/message';

/** An alarm of a machine from its coming to its going; milliseconds. Stored ones have an id. */
export interface AlarmSpan {
  id: string | null;
  readonly encoding: string;
  readonly text: string | null;
  readonly group: string | null;
  readonly start: number;
  end: number | null;
  readonly timeSuspect: boolean;
  /** The order that the machine told with it. */
  readonly orderCode: string | null;
  /** The entry of the alarm log into which it is folded. */
  entry: AlarmEntry;
  /** Comings in it that count in the entry. */
  times: number;
}

/** One row of the alarm log: repeats within 60 s are folded into it. */
export interface AlarmEntry {
  id: string | null;
  readonly start: number;
  end: number | null;
  count: number;
}

/** The latest of an encoding of a machine. */
export interface AlarmMark {
  readonly encoding: string;
  group: string | null;
  span: AlarmSpan | null;
  entry: AlarmEntry | null;
  onTime: number | null;
}

/** Something that a machine said of its alarms. */
export interface AlarmWord {
  readonly time: number;
  readonly order: number;
  readonly data: AlarmData;
  readonly timeSuspect: boolean;
  readonly orderCode: string | null;
}

/** The alarms of one machine while a batch is taken in. */
export interface AlarmBook {
  readonly marks: Map<string, AlarmMark>;
  /** New spans in their order. */
  readonly spans: AlarmSpan[];
  /** Stored spans that words may change, each with what is stored of it. */
  readonly known: KnownSpan[];
  /** New spans that a stored one follows. */
  readonly past: Set<AlarmSpan>;
  /** Stored spans that turned out to be part of another one. */
  readonly gone: GoneSpan[];
}

export interface GoneSpan {
  readonly id: string;
  readonly start: string;
  readonly span: AlarmSpan;
  /** Its own entry of the log, if no other span is folded into it. */
  readonly entry: AlarmEntry | null;
}

export interface KnownSpan {
  readonly span: AlarmSpan;
  readonly start: number;
  readonly end: number | null;
  readonly logId: string | null;
}

export function emptyBook(): AlarmBook {
  return { marks: new Map(), spans: [], known: [], past: new Set(), gone: [] };
}

/** The order of words. Those said after the machine's clock went back share a place and follow each other by it. */
export function compareWords(a: AlarmWord, b: AlarmWord): number {
  const isBack = ({ time, order }: AlarmWord) => Number(time < order);
  return a.order - b.order || isBack(a) - isBack(b) || a.time - b.time;
}

/** Takes a word into the book; words come in their order. */
export function takeWord(book: AlarmBook, word: AlarmWord): void {
  if (word.data.active === 1) come(book, word);
  else for (const mark of meant(book, word)) go(mark, word);
}

/** The marks that a going means: one encoding, a group, or all that stand. */
function meant(book: AlarmBook, { data }: AlarmWord): AlarmMark[] {
  const standing = [...book.marks.values()].filter(
    ({ span }) => span !== null && span.end === null,
  );
  if (data.encoding) return standing.filter(({ encoding }) => encoding === data.encoding);
  return data.group ? standing.filter(({ group }) => group === data.group) : standing;
}

function go({ span }: AlarmMark, word: AlarmWord): void {
  if (!span) return;
  span.end = Math.max(span.start, word.time);
  span.entry.end = Math.max(span.entry.end ?? 0, span.end);
}

function come(book: AlarmBook, word: AlarmWord): void {
  const mark = markOf(book, word.data.encoding ?? '');
  const last = Math.max(mark.onTime ?? 0, mark.span?.end ?? 0);
  const isFolded =
    mark.entry !== null && word.time - last <= FOLD_MS && word.time >= mark.entry.start;
  mark.onTime = word.order;
  if (mark.span && mark.span.end === null) {
    if (isFolded) countIn(mark.span);
    return;
  }
  const entry = (isFolded ? mark.entry : null) ?? {
    id: null,
    start: word.time,
    end: null,
    count: 0,
  };
  entry.end = null;
  const span = spanOf(word, entry);
  countIn(span);
  book.spans.push(span);
  Object.assign(mark, { span, entry, group: span.group });
}

function countIn(span: AlarmSpan): void {
  span.times += 1;
  span.entry.count += 1;
}

function spanOf(word: AlarmWord, entry: AlarmEntry): AlarmSpan {
  const { data } = word;
  return {
    id: null,
    encoding: data.encoding ?? '',
    text: data.text || null,
    group: data.group ?? null,
    start: word.time,
    end: null,
    timeSuspect: word.timeSuspect,
    orderCode: word.orderCode,
    entry,
    times: 0,
  };
}

function markOf(book: AlarmBook, encoding: string): AlarmMark {
  const known = book.marks.get(encoding);
  if (known) return known;
  const mark = { encoding, group: null, span: null, entry: null, onTime: null };
  book.marks.set(encoding, mark);
  return mark;
}

const FOLD_MS = 60_000;
