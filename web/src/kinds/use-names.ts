import { useQuery } from '@tanstack/react-query';
import { namesOf } from './option-search.ts';

/** Names behind ids of an entity, for conditions that came with the address; empty while loading. */
export function useNames(target: string, ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['names', target, [...ids].sort().join(',')],
    queryFn: () => namesOf(target, ids),
    enabled: ids.length > 0,
    staleTime: 300_000,
  });
  return new Map((data ?? []).map((option) => [option.id, option.label]));
}
