import type { List } from '../entity/use-list.ts';
import type { Params } from '../kernel/params.ts';

/** The time window of a log's list as the parameters of the figures above it. */
export function figureParams(list: List): Params {
  const at = list.state.filters['at'];
  return typeof at === 'object' ? { begin: at.begin, end: at.end } : {};
}
