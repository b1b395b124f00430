import { callsOf, fillPath } from '@millwright/contract/kernel/calls';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { useQuery } from '@tanstack/react-query';
import { api } from '../kernel/api.ts';
import type { EntityRow } from './entity-row.ts';
import { keyOf } from './query-key.ts';

/** One row with all that it holds; `known` (the row of the list) is shown until it has come. */
export function useRow(entity: AnyEntity, id: string | undefined, known?: EntityRow) {
  const query = useQuery({
    queryKey: keyOf(entity, 'row', id),
    queryFn: ({ signal }) => fetchRow(entity, id ?? '', signal),
    enabled: id !== undefined,
    ...(known ? { placeholderData: known } : {}),
  });
  return {
    row: query.data,
    whole: query.data !== undefined && !query.isPlaceholderData,
    error: query.error,
    refresh: () => void query.refetch(),
  };
}

/** Calls one row. */
export function fetchRow(entity: AnyEntity, id: string, signal?: AbortSignal): Promise<EntityRow> {
  return api.get<EntityRow>(
    fillPath(callsOf(entity).get.path, { id }),
    undefined,
    signal ? { signal } : {},
  );
}
