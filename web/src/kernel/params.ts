import { serializeParams } from '@millwright/contract/kernel/query';

/** A query value; lists are joined with commas, objects become `name[key]`. */
export type ParamValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly (string | number)[]
  | Params;

/** What a GET call sends; empty values are left out. */
export interface Params {
  readonly [name: string]: ParamValue;
}

/**
 * Writes query parameters by hand: `{ page: 1, params: { status: 'a' } }` gives `page=1&params[status]=a`.
 * Undefined, null and empty texts are left out.
 */
export function serialise(params: Params): string {
  return serializeParams(params);
}
