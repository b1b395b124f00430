import { spanWords } from '../charts/chart-data.ts';
import type { List } from '../entity/use-list.ts';
import type { Params } from '../kernel/params.ts';

/** The time window of a log's list and its site as the parameters of the figures above it. */
export function figureParams(list: Pick<List, 'state'>): Params {
  const at = list.state.filters['at'];
  return {
    ...(typeof at === 'object' ? { begin: at.begin, end: at.end } : {}),
    ...siteParams(list),
  };
}

/** The site to which a log's list is narrowed, for figures with a time of their own. */
export function siteParams({ state }: Pick<List, 'state'>): Params {
  const siteId = state.filters['siteId'];
  return typeof siteId === 'string' && siteId !== '' ? { siteId } : {};
}

/** The time window among the parameters of figures, in words. */
export function periodOf({ begin, end }: Params): string | undefined {
  return spanWords(begin, end);
}
