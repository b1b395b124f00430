import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { FilterValue, ListQuery } from '@millwright/contract/kernel/query';
import { refuse } from './refuse.ts';

/**
 * The parsed query string as a list call: page from 1, limit 1–200 (20 unless given; 0 = the whole of a tree).
 * Throws `call.invalid` on anything else, also on names that no list knows.
 */
export function listQueryOf(
  entity: AnyEntity,
  query: Readonly<Record<string, unknown>>,
): ListQuery {
  for (const name of Object.keys(query)) if (!KNOWN.has(name)) throw invalid(name);
  const least = entity.parent === undefined ? 1 : 0;
  const { sort, order } = query;
  if (sort !== undefined && (typeof sort !== 'string' || sort === '')) throw invalid('sort');
  if (order !== undefined && order !== 'ASC' && order !== 'DESC') throw invalid('order');
  return {
    page: whole(query.page, 'page', 1, 1, 1_000_000_000),
    limit: whole(query.limit, 'limit', 20, least, 200),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
    params: paramsOf(query.params),
  };
}

const KNOWN = new Set(['page', 'limit', 'sort', 'order', 'params', '_']);

function whole(sent: unknown, name: string, usual: number, least: number, most: number): number {
  if (sent === undefined) return usual;
  const value = typeof sent === 'string' && /^\d{1,10}$/.test(sent) ? Number(sent) : Number.NaN;
  if (!(value >= least && value <= most)) throw invalid(name);
  return value;
}

function paramsOf(sent: unknown): Record<string, FilterValue> {
  if (sent === undefined) return {};
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalid('params');
  const params: Record<string, FilterValue> = {};
  for (const [name, value] of Object.entries(sent)) {
    const filter = filterOf(name, value);
    if (filter !== null) params[name] = filter;
  }
  return params;
}

/** Characters of a filter that somebody types, and of a list of ids that a page makes. */
const MOST_TYPED = 500;
const MOST_LISTED = 10_000;
const LISTS = /^[\d,]+$/;

function filterOf(name: string, value: unknown): FilterValue | null {
  if (typeof value === 'string') {
    if (value.length > (LISTS.test(value) ? MOST_LISTED : MOST_TYPED))
      throw invalid(`params[${name}]`);
    return value.trim() === '' ? null : value;
  }
  if (typeof value !== 'object' || value === null) throw invalid(`params[${name}]`);
  const span: { begin?: string; end?: string } = {};
  for (const [side, bound] of Object.entries(value)) {
    if ((side !== 'begin' && side !== 'end') || typeof bound !== 'string')
      throw invalid(`params[${name}][${side}]`);
    if (bound !== '') span[side] = bound;
  }
  return span.begin === undefined && span.end === undefined ? null : span;
}

function invalid(detail: string) {
  return refuse(refusals['call.invalid'], { detail });
}
