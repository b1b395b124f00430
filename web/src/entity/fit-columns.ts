import { textOf } from '@millwright/contract/kernel/text';
import { locale } from '../kernel/language.tsx';
import type { EntityRow } from './entity-row.ts';
import { headWidth } from './list-columns.ts';
import type { Column } from './list-columns.ts';

/**
 * Columns drawn together when all of them (px, sum of `width`) need more than `room` px: first those give way
 * that are wider than the words in `rows`, then words as far as they stay readable, where that spares the
 * scrolling (`over`: px that may lie beneath the buttons of a row). Moments, the first column and widths set
 * by hand stay. What does not fit is reached by scrolling sideways.
 */
export function fitted(
  columns: readonly Column[],
  room: number,
  rows: readonly EntityRow[] = [],
  over = 0,
): readonly Column[] {
  const [first, ...others] = columns;
  if (!first) return columns;
  const loose = drawn(others, room - first.width, (column) => comfortable(column, rows));
  const tight = drawn(loose, room - first.width, readable);
  return [first, ...(sumOf(tight) > room - first.width + over ? loose : tight)];
}

/** Takes what is missing from all columns alike, none below its `least`. */
function drawn(
  columns: readonly Column[],
  room: number,
  least: (column: Column) => number,
): Column[] {
  const missing = sumOf(columns) - room;
  const slacks = columns.map((column) =>
    column.byHand ? 0 : Math.max(0, column.width - Math.max(headWidth(column), least(column))),
  );
  const slack = slacks.reduce((sum, one) => sum + one, 0);
  if (missing <= 0 || slack === 0) return [...columns];
  const share = Math.min(1, missing / slack);
  return columns.map((column, index) => ({
    ...column,
    width: Math.floor(column.width - (slacks[index] ?? 0) * share),
  }));
}

function sumOf(columns: readonly Column[]): number {
  return columns.reduce((sum, column) => sum + column.width, 0);
}

/** Px that show everything which the rows hold now. */
function comfortable(column: Column, rows: readonly EntityRow[]): number {
  const kind = kindOf(column);
  if (NARROW.has(kind) && !column.render) return column.width * 0.7;
  if (!WORDS.has(kind) || column.render || rows.length === 0) return column.width;
  return Math.max(...rows.map((row) => wordsWidth(row.shown?.[column.prop] ?? row[column.prop])));
}

/** Px below which a column would say nothing any more. */
function readable(column: Column): number {
  const kind = kindOf(column);
  if (MARKED.has(kind)) return Math.min(column.width, MARKED_WIDTH);
  if (!WORDS.has(kind)) return column.width;
  return Math.max(column.width * 0.8, Math.min(column.width, MARKED_WIDTH));
}

function kindOf(column: Column): string {
  return column.field?.kind.name ?? 'own';
}

function wordsWidth(value: unknown): number {
  const words = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
  return Array.from(words).reduce((sum, letter) => sum + letterWidth(letter), CELL_PADDING);
}

/** Px of a letter at 13 px, rather too many than too few: a code of which the end is cut says nothing. */
function letterWidth(letter: string): number {
  if (letter > '\u2e80') return 13;
  if (letter === 'W' || letter === 'M') return 12;
  return letter >= 'A' && letter <= 'Z' ? 9.5 : 7.5;
}

const WORDS = new Set(['text', 'ref', 'refs', 'shown', 'richText', 'json']);
const NARROW = new Set(['integer', 'decimal', 'flag']);
/** A mark and one or two words. */
const MARKED = new Set(['dictionary', 'choice', 'choices']);
const MARKED_WIDTH = locale === 'en_US' ? 108 : 98;
const CELL_PADDING = 18;
