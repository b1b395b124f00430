import type { FilterValue } from '@millwright/contract/kernel/query';

/** The values of a one-of condition: `'a,b'` → `['a', 'b']`. */
export function wordsOf(value: FilterValue | undefined): string[] {
  return typeof value === 'string' ? value.split(',').filter(Boolean) : [];
}

/** Values as a one-of condition; none = no condition. */
export function oneOf(words: readonly string[]): FilterValue | undefined {
  return words.length === 0 ? undefined : words.join(',');
}

/** Both ends of a range condition; a single value is both. */
export function endsOf(value: FilterValue | undefined): { begin?: string; end?: string } {
  if (value === undefined) return {};
  return typeof value === 'string' ? { begin: value, end: value } : value;
}

/** Two ends as a range condition; none = no condition. */
export function rangeOf(
  begin: string | undefined,
  end: string | undefined,
): FilterValue | undefined {
  const ends = { ...(begin ? { begin } : {}), ...(end ? { end } : {}) };
  return Object.keys(ends).length === 0 ? undefined : ends;
}

/** Asks for rows without a time. */
export const NO_TIME = 'none';

/** Asks for rows that point at nothing. */
export const NO_REF = 'none';

/** Asks for rows in which nobody has told it. */
export const NO_FLAG = 'none';

/** Asks for rows without a number. */
export const NO_NUMBER = 'none';
