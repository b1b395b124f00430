import type { Dictionaries } from '../kernel/dictionary.ts';
import { locale } from '../kernel/language.tsx';
import { cellWidth } from './cell-width.ts';
import type { EntityRow } from './entity-row.ts';
import { headWidth } from './list-columns.ts';
import type { Column } from './list-columns.ts';

/**
 * Columns as wide as their words in `rows` need, as far as `room` px hold them: what is wider than its words gives,
 * words that are cut take. Where not all can stand whole, words and states give way as far as they stay readable;
 * then columns that declare how far they grow give back what they had outgrown. Where even that does not fit, one
 * scrolls sideways: no column gives below its words, each grows as far as it declares. The first column, moments and
 * widths set by hand are never narrowed.
 */
export function fitted(
  columns: readonly Column[],
  room: number,
  rows: readonly EntityRow[] = [],
  dictionaries: Dictionaries = new Map(),
): readonly Column[] {
  const sized = columns.map((column, index) =>
    sizesOf(column, wordsNeed(column, rows, dictionaries), index === 0),
  );
  const whole = drawn(sized, room, ({ declared, need }) => Math.max(declared, need), needed);
  if (sumOf(whole) <= room) return withWidths(columns, whole);
  const tight = drawn(sized, room, modest, ({ least }) => least);
  if (sumOf(tight) <= room) return withWidths(columns, grown(tight, sized, room));
  const tightest = drawn(
    sized,
    room,
    ({ least }) => least,
    ({ last }) => last,
  );
  if (sumOf(tightest) <= room) return withWidths(columns, tightest);
  return withWidths(columns, scrolled(columns, sized));
}

/**
 * As many of the columns, in their order, as `room` px hold before any row is known; `kept` stay whatever comes of it.
 */
export function firstFitting(
  columns: readonly Column[],
  room: number,
  kept: (column: Column) => boolean = () => false,
): readonly Column[] {
  const lastOf = (column: Column, index: number) =>
    sizesOf(column, wordsNeed(column, [], new Map()), index === 0).last;
  let left = room - sumOf(columns.map((column, at) => (kept(column) ? lastOf(column, at) : 0)));
  let isFull = false;
  return columns.filter((column, index) => {
    if (kept(column)) return true;
    left -= lastOf(column, index);
    isFull ||= left < 0;
    return index === 0 || !isFull;
  });
}

/** Widths where one scrolls anyway: whole words, as far as they do not push others too far away. */
function scrolled(columns: readonly Column[], sized: readonly Sizes[]): number[] {
  return sized.map(({ declared, need }, index) => {
    const growth = columns[index]?.growth ?? USUAL_GROWTH;
    return Math.min(need, Math.floor(declared * growth));
  });
}

/** Px of a column: as the page declares it, as its words stand whole, as it still says something, and before one scrolls. */
interface Sizes {
  readonly declared: number;
  readonly need: number;
  readonly least: number;
  readonly last: number;
}

function sizesOf(column: Column, words: number, stays: boolean): Sizes {
  const declared = column.width;
  if (column.byHand) return { declared, need: declared, least: declared, last: declared };
  const head = Math.min(declared, headWidth(column));
  const need = Math.max(head, Math.min(words, LONGEST));
  if (stays) return { declared, need: Math.max(declared, need), least: declared, last: declared };
  if (column.growth !== undefined) {
    const whole = Math.min(need, Math.floor(declared * column.growth));
    return { declared: whole, need: whole, least: whole, last: Math.min(whole, declared) };
  }
  const least = Math.min(need, Math.max(head, readable(column)));
  return { declared, need, least, last: least };
}

/** Px that show everything which the rows hold now. */
function wordsNeed(column: Column, rows: readonly EntityRow[], dictionaries: Dictionaries): number {
  if (NARROW.has(kindOf(column)) && !column.render) return column.width * 0.7;
  if (rows.length === 0) return column.width;
  return Math.max(...rows.map((row) => cellWidth(column, row, dictionaries) ?? column.width));
}

/** Px below which a column would say nothing any more. */
function readable(column: Column): number {
  const kind = kindOf(column);
  if (MARKED.has(kind)) return Math.min(column.width, MARKED_WIDTH);
  if (!WORDS.has(kind)) return column.width;
  return Math.max(column.width * 0.8, Math.min(column.width, MARKED_WIDTH));
}

function needed({ need }: Sizes): number {
  return need;
}

/** While others are cut, nobody takes more than the page declares. */
function modest({ declared, need }: Sizes): number {
  return Math.min(declared, need);
}

/** Widths that begin at `from` and give what is missing in `room` alike, none below its `floor`. */
function drawn(
  sized: readonly Sizes[],
  room: number,
  from: (sizes: Sizes) => number,
  floor: (sizes: Sizes) => number,
): number[] {
  const widths = sized.map(from);
  const slacks = sized.map((sizes) => Math.max(0, from(sizes) - floor(sizes)));
  const slack = sumOf(slacks);
  const missing = sumOf(widths) - room;
  if (missing <= 0 || slack === 0) return widths;
  const share = Math.min(1, missing / slack);
  return widths.map((width, index) => Math.floor(width - (slacks[index] ?? 0) * share));
}

/** Gives the room that is left to columns whose words do not stand whole, to each as much of what it lacks. */
function grown(widths: readonly number[], sized: readonly Sizes[], room: number): number[] {
  const lacks = sized.map(({ need }, index) => Math.max(0, need - (widths[index] ?? 0)));
  const lack = sumOf(lacks);
  const spare = room - sumOf(widths);
  if (spare <= 0 || lack === 0) return [...widths];
  const share = Math.min(1, spare / lack);
  return widths.map((width, index) => Math.floor(width + (lacks[index] ?? 0) * share));
}

function withWidths(columns: readonly Column[], widths: readonly number[]): Column[] {
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }));
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0);
}

function kindOf(column: Column): string {
  return column.field?.kind.name ?? 'own';
}

const WORDS = new Set(['text', 'ref', 'refs', 'shown', 'richText', 'json']);
const NARROW = new Set(['integer', 'decimal', 'flag']);
/** A mark and one or two words. */
const MARKED = new Set(['dictionary', 'choice', 'choices']);
const MARKED_WIDTH = locale === 'en_US' ? 116 : 98;
/** A letter or two, for columns that declare no growth of their own. */
const USUAL_GROWTH = 1.1;
/** Longer words than this are read in the drawer. */
const LONGEST = 480;
