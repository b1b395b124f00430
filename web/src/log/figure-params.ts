import { spanWords } from '../charts/chart-data.ts';
import { placeOf } from '../entity/list-place.ts';
import type { List } from '../entity/use-list.ts';
import type { Params } from '../kernel/params.ts';

/** The time window of a log's list and its site as the parameters of the figures above it. */
export function figureParams(list: Pick<List, 'state'>): Params {
  const at = list.state.filters['at'];
  return {
    ...(typeof at === 'object' ? { begin: at.begin, end: at.end } : {}),
    ...placeOf(list),
  };
}

/** The time window among the parameters of figures, in words. */
export function periodOf({ begin, end }: Params): string | undefined {
  return spanWords(begin, end);
}
