import { textOf } from './text.ts';

/** A list call: `page` from 1, `limit` 1–200 (0 = the whole of a tree), filters by name. */
export interface ListQuery {
  page: number;
  limit: number;
  sort?: string;
  order?: 'ASC' | 'DESC';
  params: Record<string, FilterValue>;
}

/** `params[code]=x`, `params[status]=a,b`, `params[quantity][begin]=1&params[quantity][end]=9`. */
export type FilterValue = string | { begin?: string; end?: string };

/** Answer of every list. `sums` holds the totals over the whole filter of fields declared with `sum`. */
export interface ListAnswer<T> {
  list: T[];
  total: number;
  page: number;
  limit: number;
  sums?: Record<string, string>;
  totalCapped?: boolean;
}

/**
 * Serialises the parameters of a GET call by hand; nested objects are written as `name[key]`:
 * `{ page: 1, params: { code: 'a b' } }` → `page=1&params[code]=a%20b`. Empty values are left out.
 */
export function serializeParams(params: Readonly<Record<string, unknown>>): string {
  return Object.entries(params)
    .flatMap(([name, value]) => pairsOf(name, value))
    .join('&');
}

function pairsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return pairsOf(name, value.join(','));
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([key, inner]) =>
      pairsOf(`${name}[${encodeURIComponent(key)}]`, inner),
    );
  }
  return [`${name}=${encodeURIComponent(textOf(value))}`];
}
