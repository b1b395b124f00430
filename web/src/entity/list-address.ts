import { paging } from '@millwright/contract/constants';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Kind } from '@millwright/contract/kernel/field';
import type { FilterValue } from '@millwright/contract/kernel/query';
import { maySort } from './log-sorting.ts';

export type Filters = Readonly<Record<string, FilterValue>>;

/** What a list shows: page from 1, rows per page, sorting, conditions by field. */
export interface ListState {
  readonly page: number;
  readonly limit: number;
  readonly sort?: string | undefined;
  readonly order?: 'ASC' | 'DESC' | undefined;
  readonly filters: Filters;
}

/** The state of an untouched list. */
export const FRESH: ListState = {
  page: paging.defaultPage,
  limit: paging.defaultLimit,
  filters: {},
};

/**
 * Reads a list's state from the address: `?page=2&state=running,paused&dueDate=2025-11-01~2025-11-30`.
 * A condition that is named but empty has been taken away; one that is not named is as in `usual`. What nobody knows is ignored.
 */
export function readAddress(
  entity: AnyEntity,
  search: URLSearchParams,
  usual: ListState = FRESH,
): ListState {
  const filters: Record<string, FilterValue> = { ...usual.filters };
  for (const [name, typed] of search) {
    if (!isCondition(entity, name)) continue;
    const value = isRange(entity, name) ? rangeIn(typed) : typed.trim();
    if (value === '') delete filters[name];
    else filters[name] = value;
  }
  const sort = search.get('sort');
  const order = search.get('order');
  const sorting =
    sort === null
      ? { sort: usual.sort, order: usual.order }
      : { sort, order: order === 'DESC' ? ('DESC' as const) : ('ASC' as const) };
  return {
    page: wholeIn(search.get('page')) ?? usual.page,
    limit:
      (paging.sizes as readonly number[]).find((size) => String(size) === search.get('limit')) ??
      usual.limit,
    ...(sorting.sort === '' || (sorting.sort && !maySort(entity, sorting.sort, filters))
      ? {}
      : sorting),
    filters,
  };
}

/** The address of a list's state; only what differs from `usual` is written. */
export function writeAddress(state: ListState, usual: ListState = FRESH): URLSearchParams {
  const search = new URLSearchParams();
  if (state.page !== usual.page) search.set('page', String(state.page));
  if (state.limit !== usual.limit) search.set('limit', String(state.limit));
  if (state.sort !== usual.sort || state.order !== usual.order) {
    search.set('sort', state.sort ?? '');
    if (state.sort && state.order) search.set('order', state.order);
  }
  for (const name of new Set([...Object.keys(usual.filters), ...Object.keys(state.filters)])) {
    const value = written(state.filters[name]);
    if (value !== written(usual.filters[name])) search.set(name, value);
  }
  return search;
}

/** What the sorting of a table column means for the call: ascending → ASC, descending → DESC, otherwise none. */
export function orderOf(direction: string | null | undefined): 'ASC' | 'DESC' | undefined {
  if (direction === 'ascend' || direction === 'ascending') return 'ASC';
  return direction === 'descend' || direction === 'descending' ? 'DESC' : undefined;
}

/** Whether two sets of conditions ask for the same rows. */
export function sameFilters(a: Filters, b: Filters): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => written(a[name]) === written(b[name]));
}

function written(value: FilterValue | undefined): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : `${value.begin ?? ''}~${value.end ?? ''}`;
}

function rangeIn(typed: string): FilterValue {
  if (!typed.includes('~')) return typed.trim();
  const [begin = '', end = ''] = typed.split('~').map((part) => part.trim());
  if (begin === '' && end === '') return '';
  return { ...(begin === '' ? {} : { begin }), ...(end === '' ? {} : { end }) };
}

function wholeIn(typed: string | null): number | undefined {
  return typed !== null && /^[1-9]\d{0,8}$/.test(typed) ? Number(typed) : undefined;
}

function isCondition(entity: AnyEntity, name: string): boolean {
  const field = entity.fields[name];
  if (field) return field.filter && (field.kind as Kind).filter !== null;
  return ALWAYS.has(name);
}

function isRange(entity: AnyEntity, name: string): boolean {
  const field = entity.fields[name];
  return field ? (field.kind as Kind).filter === 'range' : PERIODS.has(name);
}

const PERIODS = new Set(['createTime', 'updateTime']);
const ALWAYS = new Set(['keyword', 'siteId', 'ids', 'createBy', ...PERIODS]);
