import type { ListAnswer } from '@millwright/contract/kernel/query';

/** The most rows that a call gives. */
export const MOST_ROWS = 200;

/**
 * Rows of all pages of a list, in their order: of the first one, which tells how many there are, then of the others at
 * once. A row that moved to another page in between comes once.
 */
export async function allPages<R extends { readonly id: string }>(
  pageOf: (page: number) => Promise<ListAnswer<R>>,
): Promise<R[]> {
  const first = await pageOf(1);
  const others = Math.max(0, Math.ceil(first.total / MOST_ROWS) - 1);
  const rest = await Promise.all(Array.from({ length: others }, (_, place) => pageOf(place + 2)));
  const rows = [first, ...rest].flatMap(({ list }) => list);
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
