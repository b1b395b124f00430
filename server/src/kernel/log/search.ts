import type { AnyEntity, LogShape } from '@millwright/contract/kernel/entity';
import { logRefusals } from '@millwright/contract/kernel/log-refusals';
import type { FilterValue, ListQuery } from '@millwright/contract/kernel/query';
import { textOf } from '@millwright/contract/kernel/text';
import { type RawBuilder, sql } from 'kysely';
import type { Context, Session } from '../context.ts';
import { askedPeriod } from '../period.ts';
import { refuse } from '../refuse.ts';
import { snake } from '../store/columns.ts';
import { contains } from '../store/containing.ts';
import { conditionsOf } from '../store/filter.ts';
import { askedWindow, isNarrow, usualWindow, type Window } from './window.ts';

/**
 * How the rows that a list call asks for are counted: from the hours that the log keeps, per hour by the index of a
 * word, by the index of a key that few rows share, or at most up to the cap.
 */
export type Counting = 'hours' | 'words' | 'keys' | 'capped';

/** A list call of a log, understood. */
export interface LogSearch {
  readonly shape: LogShape;
  /** Null: the whole of the log, which only an exact key or a single word may ask for. */
  readonly window: Window | null;
  /** Conditions beside the time, the site among them, over the alias `t`. */
  readonly conditions: readonly RawBuilder<boolean>[];
  readonly counting: Counting;
  /**
   * Conditions over what closed days count of words, as the alias `t`; null when more is asked for than one filter by
   * word or two, the site and counted fields, or what comes later.
   */
  readonly wordCounts: readonly RawBuilder<boolean>[] | null;
  /** Whether nothing but the time leads to the rows: a search inside texts alone. */
  readonly isByTime: boolean;
  /** Whether a row that fits may cease to, or begin to fit later. */
  readonly isMoving: boolean;
  /** What decides over the counts beside the window: the same text, the same counts. */
  readonly mark: string;
}

/**
 * What a list call asks of a log. Without a time the last seven days are meant, unless it names one word or a key.
 * Throws `log.list.tooBroad` when a search inside texts has neither a narrow window nor such a word or key.
 */
export function searchOf(
  entity: AnyEntity,
  session: Session,
  params: ListQuery['params'],
  found: FoundWords,
): LogSearch {
  const shape = entity.log;
  if (!shape) throw new Error(`${entity.name} is no log`);
  const { at: _at, ...filters } = askedPeriod(params).filters;
  const names = Object.keys(filters).filter((name) => name !== 'siteId');
  const hasKey = names.some((name) => name === 'ids' || shape.keys?.includes(name));
  const isFew = hasKey || names.some((name) => found.get(name)?.length === 1);
  const isFree = names.some(
    (name) => name !== 'ids' && !isIndexed(shape, name) && !shape.counted.includes(name),
  );
  const asked = askedWindow(session, params);
  const window = asked ?? (isFew ? null : usualWindow(session));
  const hasWord = names.some((name) => shape.words?.includes(name));
  const isByTime = isFree && !hasKey && !hasWord;
  if (isByTime && !(window && isNarrow(window))) throw refuse(logRefusals['log.list.tooBroad']);
  const indexed = Object.entries(filters).filter(([name]) => isIndexed(shape, name));
  const others = Object.fromEntries(
    Object.entries(filters).filter(([name]) => !isIndexed(shape, name)),
  );
  return {
    shape,
    window,
    conditions: [
      ...conditionsOf(entity, session, others),
      ...indexed.map(([name, value]) => byIndex(name, value, found.get(name))),
    ],
    wordCounts: wordCountsOf(entity, session, filters, shape, found),
    counting: isFree ? 'capped' : hasKey ? 'keys' : hasWord ? 'words' : 'hours',
    isByTime,
    isMoving: names.some((name) => shape.later?.includes(name)),
    mark: JSON.stringify([
      entity.name,
      session.identity === 1 ? '*' : session.siteId,
      Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1)),
    ]),
  };
}

function wordCountsOf(
  entity: AnyEntity,
  session: Session,
  filters: ListQuery['params'],
  { counted, later = [] }: LogShape,
  found: FoundWords,
): RawBuilder<boolean>[] | null {
  const [words, others, ...more] = found.values();
  const beside = Object.entries(filters).filter(([name]) => !found.has(name));
  const areCounted = beside.every(([name]) => name === 'siteId' || counted.includes(name));
  const isFixed = Object.keys(filters).every((name) => !later.includes(name));
  if (!words || more.length > 0 || !areCounted || !isFixed) return null;
  const field = [...found.keys()].map(snake).join(',');
  return [
    sql<boolean>`t.field = ${field} and t.word = any(${words}::text[])`,
    ...(others ? [sql<boolean>`t.other = any(${others}::text[])`] : []),
    ...conditionsOf(entity, session, Object.fromEntries(beside)),
  ];
}

/** The words behind what was typed, by field, in the order in which the log declares them. */
export type FoundWords = ReadonlyMap<string, readonly string[]>;

/** Looks up the words that a list call means, so that PostgreSQL plans with the words themselves. */
export async function findWords(
  context: Context,
  entity: AnyEntity,
  params: ListQuery['params'],
): Promise<FoundWords> {
  const named = (entity.log?.words ?? []).filter((name) => typeof params[name] === 'string');
  const found = new Map<string, readonly string[]>();
  for (const name of named) {
    const { rows } = await sql<{
      word: string;
    }>`select distinct w.word from log_word w where w.log = ${entity.table} and w.field = ${snake(name)}
      and w.word ilike ${contains(textOf(params[name]).trim())}`.execute(context.sql);
    found.set(
      name,
      rows.map(({ word }) => word),
    );
  }
  return found;
}

/** All conditions of a list call of a log, its time among them. Throws as `searchOf` does. */
export async function logConditions(
  context: Context,
  entity: AnyEntity,
  params: ListQuery['params'],
): Promise<RawBuilder<boolean>[]> {
  const found = await findWords(context, entity, params);
  const { conditions, window } = searchOf(entity, context.session, params, found);
  return [...conditions, ...within(window)];
}

/** `at` inside a window, over the alias `t`. */
export function within(window: Window | null): RawBuilder<boolean>[] {
  if (!window) return [];
  const { begin, end } = window;
  return [
    ...(Number.isFinite(begin) ? [sql<boolean>`t.at >= ${isoOf(begin)}::timestamptz`] : []),
    ...(Number.isFinite(end) ? [sql<boolean>`t.at < ${isoOf(end)}::timestamptz`] : []),
  ];
}

/** Milliseconds as ISO 8601 inside what PostgreSQL and JavaScript both hold. */
export function isoOf(at: number): string {
  return new Date(Math.min(Math.max(at, MIN_DATE), MAX_DATE)).toISOString();
}

const MIN_DATE = Date.parse('1900-01-01T00:00:00Z');
const MAX_DATE = Date.parse('9999-12-31T00:00:00Z');

function isIndexed({ words = [], keys = [] }: LogShape, name: string): boolean {
  return words.includes(name) || keys.includes(name);
}

/** The words that were found, or a key as typed or in capitals; both by index. */
function byIndex(
  name: string,
  value: FilterValue,
  found: readonly string[] | undefined,
): RawBuilder<boolean> {
  const column = sql.ref(`t.${snake(name)}`);
  const typed = typeof value === 'string' ? value.trim() : '';
  const meant = found ?? [...new Set([typed, typed.toUpperCase()])];
  return sql<boolean>`${column} = any(${meant}::text[])`;
}
