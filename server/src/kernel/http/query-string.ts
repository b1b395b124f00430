import { refusals } from '@millwright/contract/kernel/errors';
import { refuse } from '../refuse.ts';

type Parsed = Record<string, unknown>;

/**
 * Reads `page=1&params[quantity][begin]=5` into nested objects without a prototype: at most three names deep,
 * 200 pairs, the last of equal names wins. Throws `call.invalid` on arrays (`a[]=`), deeper nesting and names
 * such as `__proto__` or `toString`.
 */
export function parseQuery(text: string): Parsed {
  const parsed: Parsed = Object.create(null) as Parsed;
  if (text === '') return parsed;
  const pairs = text.split('&');
  if (pairs.length > MAX_PAIRS) throw invalid('query');
  for (const pair of pairs) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = decode(cut < 0 ? pair : pair.slice(0, cut));
    put(parsed, name, cut < 0 ? '' : decode(pair.slice(cut + 1)));
  }
  return parsed;
}

/** Under this symbol a query that cannot be read carries its refusal, since the parser runs before any route. */
export const BROKEN_QUERY = Symbol('broken query');

/** The same as `parseQuery`, for Fastify: a refusal is put under `BROKEN_QUERY` instead of being thrown. */
export function parseQueryQuietly(text: string): Parsed {
  try {
    return parseQuery(text);
  } catch (error) {
    return { [BROKEN_QUERY]: error };
  }
}

const MAX_PAIRS = 200;
const MAX_DEPTH = 3;
/** What every object answers to: a look-up by such a name finds what nobody declared. */
const FORBIDDEN = new Set(['prototype', ...Object.getOwnPropertyNames(Object.prototype)]);

function put(parsed: Parsed, name: string, value: string): void {
  const keys = keysOf(name);
  let place = parsed;
  for (const key of keys.slice(0, -1)) {
    const inner = place[key] ?? (Object.create(null) as Parsed);
    if (typeof inner !== 'object') throw invalid(name);
    place[key] = inner;
    place = inner as Parsed;
  }
  const last = keys[keys.length - 1] ?? '';
  if (typeof place[last] === 'object') throw invalid(name);
  place[last] = value;
}

/** `params[quantity][begin]` → `['params', 'quantity', 'begin']`. */
function keysOf(name: string): string[] {
  const first = name.indexOf('[');
  const keys = first < 0 ? [name] : [name.slice(0, first), ...bracketed(name, first)];
  const wrong = keys.length > MAX_DEPTH || keys.some((key) => key === '' || FORBIDDEN.has(key));
  if (wrong) throw invalid(name.slice(0, 60));
  return keys;
}

function bracketed(name: string, first: number): string[] {
  const rest = name.slice(first);
  if (!/^(\[[^[\]]*\])+$/.test(rest)) throw invalid(name.slice(0, 60));
  return rest.slice(1, -1).split('][');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('query');
  }
}

function invalid(detail: string) {
  return refuse(refusals['call.invalid'], { detail });
}
