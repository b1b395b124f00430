import { callsOf } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListAnswer } from '@millwright/contract/kernel/query';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '../kernel/api.ts';
import type { CallOptions } from '../kernel/api.ts';
import type { Params } from '../kernel/params.ts';
import type { EntityRow } from './entity-row.ts';
import { FRESH, readAddress, writeAddress } from './list-address.ts';
import type { Filters, ListState } from './list-address.ts';
import { usualPlace } from './list-place.ts';
import { keyOf } from './query-key.ts';

export interface ListOptions {
  /** Conditions, sorting and page size of the list before anybody touches it. */
  readonly usual?: Partial<ListState> | undefined;
  /** Conditions that belong to the page itself: always asked, never shown nor taken away. */
  readonly fixed?: Filters | undefined;
  /** Rows instead of `limit` of the state: 0 = the whole tree, more than a page on a phone. */
  readonly limit?: number | undefined;
}

/** A list as its views draw it: state out of the address, rows of the server, selection. */
export interface List {
  readonly entity: AnyEntity;
  readonly state: ListState;
  /** Conditions of the page itself, beside those of the state. */
  readonly fixed: Filters;
  /** The state that "reset" leads back to. */
  readonly usual: ListState;
  readonly rows: readonly EntityRow[];
  readonly total: number;
  readonly capped: boolean;
  readonly sums: Readonly<Record<string, string>>;
  /** Nothing has come yet; afterwards old rows stay until the new ones are there. */
  readonly first: boolean;
  readonly fetching: boolean;
  readonly error: Error | null;
  readonly selected: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  /** Changes page, size or sorting; everything but a page change goes back to page 1. */
  readonly change: (patch: Partial<ListState>) => void;
  readonly filter: (filters: Filters) => void;
  /** Changes what is asked for; asks anew when that is what is shown already. */
  readonly ask: (patch: Partial<ListState>) => void;
  /** Asks anew for all that is shown of the entity: rows, figures, the open row. */
  readonly refresh: () => void;
}

/** The list of an entity, without any view. */
export function useList(entity: AnyEntity, options: ListOptions = {}): List {
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const [chosen, select] = useState<readonly string[]>([]);
  const usual = useMemo(() => usualOf(entity, options.usual), [entity, options.usual]);
  const state = useMemo(() => readAddress(entity, search, usual), [entity, search, usual]);
  // A second change may come before the page is drawn with the first one; it goes on from there.
  const wanted = useRef(state);
  useLayoutEffect(() => {
    wanted.current = state;
  }, [state]);
  const fixed = options.fixed ?? NO_FILTERS;
  const asked = queryOf(state, options.limit, fixed);
  const query = useQuery({
    queryKey: keyOf(entity, 'list', asked),
    queryFn: ({ signal }) => fetchList(entity, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.list ?? NONE;
  // What is not shown, on another page or gone, is not selected.
  const selected = useMemo(
    () => chosen.filter((id) => rows.some((row) => row.id === id)),
    [chosen, rows],
  );
  const change = (patch: Partial<ListState>) => {
    wanted.current = { ...wanted.current, page: FRESH.page, ...patch };
    if (patch.page === undefined || patch.filters) select([]);
    setSearch(writeAddress(wanted.current, usual), { replace: true });
  };
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(entity) });
  const address = () => writeAddress(wanted.current, usual).toString();
  const ask = (patch: Partial<ListState>) => {
    const before = address();
    change(patch);
    if (address() === before) refresh();
  };
  return {
    entity,
    state,
    fixed,
    usual,
    selected,
    select,
    change,
    rows,
    total: query.data?.total ?? 0,
    capped: query.data?.totalCapped ?? false,
    sums: query.data?.sums ?? NO_SUMS,
    first: query.data === undefined && query.isPending,
    fetching: query.isFetching,
    error: query.error,
    filter: (filters) => change({ filters }),
    ask,
    refresh,
  };
}

/** Calls the list of an entity. */
export function fetchList(
  entity: AnyEntity,
  query: Params,
  options?: CallOptions,
): Promise<ListAnswer<EntityRow>> {
  return api.get<ListAnswer<EntityRow>>(callsOf(entity).list.path, query, options);
}

/** A state as the parameters of a list call. */
export function queryOf(
  state: ListState,
  limit: number = state.limit,
  fixed: Filters = NO_FILTERS,
): Params {
  const { sort, order, filters, page } = state;
  return {
    page: limit === state.limit ? page : 1,
    limit,
    sort,
    order: sort ? order : undefined,
    params: { ...filters, ...fixed },
  };
}

function usualOf(entity: AnyEntity, own: Partial<ListState> | undefined): ListState {
  const place = entity.scope === 'company' ? {} : usualPlace();
  return { ...FRESH, ...own, filters: { ...place, ...own?.filters } };
}

const NONE: readonly EntityRow[] = [];
const NO_SUMS = {};
const NO_FILTERS: Filters = {};
