import { suggestion } from '@millwright/contract/constants';
import { api } from './api.ts';
import { createStore } from './store.ts';

/** A production order as suggestions show it. */
export interface OrderSuggestion {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/**
 * Shared by all pages: the site's newest orders, which the order filters offer, and the times at which its shifts start
 * and end. No page of this release reads the times: the pages that ask for a shift (Home's daily figures, plans, tool
 * and test records) will offer them as limits of their periods.
 */
export interface SharedOrders {
  readonly orderList: readonly OrderSuggestion[];
  readonly startTimes: readonly string[];
  readonly endTimes: readonly string[];
}

/** The shared state, loaded after sign-in and after a site switch. */
export const sharedOrders = createStore<SharedOrders>({
  orderList: [],
  startTimes: [],
  endTimes: [],
});

/** Loads the order list and the shift times; failures leave the old ones and are not shown. */
export async function loadOrders(): Promise<void> {
  const [orders, lines] = await Promise.allSettled([
    api.get<unknown>(
      '/api/commons/orders',
      { limit: suggestion.pageSize },
      { quiet: true, background: true },
    ),
    api.get<unknown>('/api/commons/lines', undefined, { quiet: true, background: true }),
  ]);
  sharedOrders.set((old) => ({
    orderList:
      orders.status === 'fulfilled' ? (rowsOf(orders.value) as OrderSuggestion[]) : old.orderList,
    ...(lines.status === 'fulfilled'
      ? shiftTimes(rowsOf(lines.value))
      : { startTimes: old.startTimes, endTimes: old.endTimes }),
  }));
}

/** Searches orders by code or name, 50 a page; null when that fails, which no suggestion tells. */
export async function searchOrders(
  keyword: string,
  page = 1,
): Promise<{ list: readonly OrderSuggestion[]; total: number } | null> {
  try {
    return await api.get<{ list: OrderSuggestion[]; total: number }>(
      '/api/commons/orders',
      { page, limit: suggestion.pageSize, params: { keyword: keyword.trim() } },
      { quiet: true },
    );
  } catch {
    return null;
  }
}

/** The distinct start and end times (`HH:mm`) of the shifts of some lines, sorted. */
export function shiftTimes(lines: readonly unknown[]): {
  startTimes: string[];
  endTimes: string[];
} {
  const starts = new Set<string>();
  const ends = new Set<string>();
  for (const line of lines) {
    for (const shift of shiftsOf(line)) {
      if (shift.startTime) starts.add(shift.startTime);
      if (shift.endTime) ends.add(shift.endTime);
    }
  }
  return { startTimes: [...starts].sort(), endTimes: [...ends].sort() };
}

/** The rows of an answer that is a list or a page of one. */
export function rowsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  const list = (answer as { list?: unknown } | null)?.list;
  return Array.isArray(list) ? list : [];
}

function shiftsOf(line: unknown): readonly { startTime?: string; endTime?: string }[] {
  const shifts = (line as { shifts?: unknown } | null)?.shifts;
  return Array.isArray(shifts) ? (shifts as { startTime?: string; endTime?: string }[]) : [];
}
