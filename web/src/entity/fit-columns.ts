import { textOf } from '@millwright/contract/kernel/text';
import { locale } from '../kernel/language.tsx';
import type { EntityRow } from './entity-row.ts';
import { wordsWidth } from './letter-width.ts';
import { headWidth } from './list-columns.ts';
import type { Column } from './list-columns.ts';

/**
 * Columns drawn together when all of them (px, sum of `width`) need more than `room` px: first those give way
 * that are wider than the words in `rows`, then words as far as they stay readable, where that spares the
 * scrolling (`over`: px that may lie beneath the buttons of a row). Moments, the first column and widths set
 * by hand stay. What does not fit is reached by scrolling sideways. Room that is left goes to words that are cut.
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
  const fitting = sumOf(tight) > room - first.width + over ? loose : tight;
  return [first, ...widened(fitting, room - first.width, rows)];
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

/** Gives the room that is left to columns whose words do not stand whole, to each as much of what it lacks. */
function widened(
  columns: readonly Column[],
  room: number,
  rows: readonly EntityRow[],
): readonly Column[] {
  const spare = room - sumOf(columns);
  const lacks = columns.map((column) =>
    column.byHand ? 0 : Math.max(0, Math.min(comfortable(column, rows), LONGEST) - column.width),
  );
  const lack = lacks.reduce((sum, one) => sum + one, 0);
  if (spare <= 0 || lack === 0) return columns;
  const share = Math.min(1, spare / lack);
  return columns.map((column, index) => ({
    ...column,
    width: Math.floor(column.width + (lacks[index] ?? 0) * share),
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
  return Math.max(...rows.map((row) => valueWidth(row.shown?.[column.prop] ?? row[column.prop])));
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

function valueWidth(value: unknown): number {
  const words = Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
  return Math.ceil(wordsWidth(words, CELL_LETTERS) + CELL_PADDING);
}

const WORDS = new Set(['text', 'ref', 'refs', 'shown', 'richText', 'json']);
const NARROW = new Set(['integer', 'decimal', 'flag']);
/** A mark and one or two words. */
const MARKED = new Set(['dictionary', 'choice', 'choices']);
const MARKED_WIDTH = locale === 'en_US' ? 116 : 98;
const CELL_LETTERS = 13;
const CELL_PADDING = 18;
/** Longer words than this are read in the drawer. */
const LONGEST = 480;
