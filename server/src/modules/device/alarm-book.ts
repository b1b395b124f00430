import type { AlarmData } from '@millwright/contract/device/message';

/** An alarm of a machine from its coming to its going; milliseconds. Stored ones have an id. */
export interface AlarmSpan {
  readonly id: string | null;
  readonly encoding: string;
  readonly text: string | null;
  readonly level: string | null;
  readonly group: string | null;
  readonly start: number;
  end: number | null;
  readonly timeSuspect: boolean;
  /** The entry of the alarm log into which it is folded. */
  readonly entry: AlarmEntry;
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
  offTime: number | null;
}

/** Something that a machine said of its alarms. */
export interface AlarmWord {
  readonly time: number;
  readonly order: number;
  readonly data: AlarmData;
  readonly timeSuspect: boolean;
}

/** The alarms of one machine while a batch is taken in. */
export interface AlarmBook {
  readonly marks: Map<string, AlarmMark>;
  /** New spans in their order. */
  readonly spans: AlarmSpan[];
}

/** Takes a word into the book. A going that arrives before its coming is remembered, and ends it when it comes. */
export function takeWord(book: AlarmBook, word: AlarmWord): void {
  if (word.data.active === 1) come(book, word);
  else for (const mark of meant(book, word)) go(mark, word);
}

/** The marks that a going means: one encoding, a group, or all that stand. */
function meant(book: AlarmBook, { data }: AlarmWord): AlarmMark[] {
  if (data.encoding) return [markOf(book, data.encoding, data.group ?? null)];
  const standing = [...book.marks.values()].filter(
    ({ span }) => span !== null && span.end === null,
  );
  return data.group ? standing.filter(({ group }) => group === data.group) : standing;
}

function go(mark: AlarmMark, word: AlarmWord): void {
  mark.offTime = Math.max(mark.offTime ?? 0, word.order);
  const { span } = mark;
  if (!span || span.end !== null || word.order < (mark.onTime ?? 0)) return;
  span.end = Math.max(span.start, word.time);
  span.entry.end = Math.max(span.entry.end ?? 0, span.end);
}

function come(book: AlarmBook, word: AlarmWord): void {
  const mark = markOf(book, word.data.encoding ?? '', word.data.group ?? null);
  const last = Math.max(mark.onTime ?? 0, mark.span?.end ?? 0);
  const isFolded =
    mark.entry !== null && word.time - last <= FOLD_MS && word.time >= mark.entry.start;
  if (mark.span && mark.span.end === null && word.order >= mark.span.start) {
    if (isFolded && mark.entry) mark.entry.count += 1;
    mark.onTime = Math.max(mark.onTime ?? 0, word.order);
    return;
  }
  const entry = (isFolded ? mark.entry : null) ?? {
    id: null,
    start: word.time,
    end: null,
    count: 0,
  };
  entry.count += 1;
  entry.end = null;
  const span = spanOf(word, entry);
  // It went already, and this word of its coming is late.
  if (mark.offTime !== null && mark.offTime > word.order) {
    span.end = mark.offTime;
    entry.end = span.end;
  }
  book.spans.push(span);
  if (mark.onTime !== null && word.order < mark.onTime) return;
  Object.assign(mark, { span, entry, onTime: word.order, group: span.group });
}

function spanOf(word: AlarmWord, entry: AlarmEntry): AlarmSpan {
  const { data } = word;
  return {
    id: null,
    encoding: data.encoding ?? '',
    text: data.text || null,
    level: data.level === null || data.level === undefined ? null : String(data.level),
    group: data.group ?? null,
    start: word.time,
    end: null,
    timeSuspect: word.timeSuspect,
    entry,
  };
}

function markOf(book: AlarmBook, encoding: string, group: string | null): AlarmMark {
  const known = book.marks.get(encoding);
  if (known) return known;
  const mark = { encoding, group, span: null, entry: null, onTime: null, offTime: null };
  book.marks.set(encoding, mark);
  return mark;
}

const FOLD_MS = 60_000;
