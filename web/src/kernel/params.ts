/** A query value; arrays become one `name[]`-less repeated key joined by commas, objects `name[key]`. */
export type ParamValue = string | number | boolean | null | undefined | readonly (string | number)[] | Params;

/** What a GET call sends; empty values are left out. */
export interface Params {
  readonly [name: string]: ParamValue;
}

/**
 * Writes query parameters by hand: `{ page: 1, params: { status: 'a' } }` gives `page=1&params[status]=a`.
 * Undefined, null, empty texts and empty lists are left out; lists are joined with commas.
 */
export function serialise(params: Params): string {
  const parts: string[] = [];
  for (const [name, value] of Object.entries(params)) add(parts, name, value);
  return parts.join('&');
}

function add(parts: string[], name: string, value: ParamValue): void {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value)) {
    if (value.length > 0) parts.push(`${name}=${encodeURIComponent(value.join(','))}`);
    return;
  }
  if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value as Params)) {
      add(parts, `${name}[${encodeURIComponent(key)}]`, inner);
    }
    return;
  }
  parts.push(`${name}=${encodeURIComponent(String(value))}`);
}
