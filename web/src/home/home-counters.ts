import { hasPermission } from '../kernel/permission.tsx';
import { UNFINISHED } from '../kernel/due-orders.ts';
import { addDays } from '../kernel/dates-plain.ts';

type Condition = string | { readonly begin?: string; readonly end?: string };

/** A counter of Home: how many rows of a list fit some conditions, and the page where they stand. */
export interface HomeCounter {
  readonly name: 'overdue' | 'dueWeek' | 'drafts' | 'paused' | 'online';
  /** Its list call. */
  readonly call: string;
  readonly tag: string;
  readonly params: Readonly<Record<string, Condition>>;
  /** The first of these that the person may open. */
  readonly pages: readonly string[];
  readonly tone?: 'bad' | 'warn';
}

const ORDERS = {
  call: '/api/production/orders',
  tag: 'production:order:list',
  pages: ['/production/order', '/baseConfig/order'],
} as const;

/** The counters of the lists that this person may see; `today` is `YYYY-MM-DD`. */
export function homeCounters(today: string): HomeCounter[] {
  const all: HomeCounter[] = [
    {
      ...ORDERS,
      name: 'overdue',
      params: { state: UNFINISHED, dueDate: { end: addDays(today, -1) } },
      tone: 'bad',
    },
    {
      ...ORDERS,
      name: 'dueWeek',
      params: { state: UNFINISHED, dueDate: { begin: today, end: addDays(today, 7) } },
    },
    {
      ...ORDERS,
      name: 'drafts',
      params: { state: 'draft' },
      pages: ['/baseConfig/order', '/production/order'],
    },
    { ...ORDERS, name: 'paused', params: { state: 'paused' }, tone: 'warn' },
    {
      name: 'online',
      call: '/api/system/sessions',
      tag: 'system:session:list',
      params: {},
      pages: ['/system/session'],
    },
  ];
  return all.filter((one) => hasPermission([one.tag]));
}

/** The address of a list with conditions: `/production/order?state=draft`. */
export function listAddress(page: string, params: HomeCounter['params']): string {
  const search = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : `${value.begin ?? ''}~${value.end ?? ''}`,
  ]);
  return search.length === 0 ? page : `${page}?${new URLSearchParams(search).toString()}`;
}
