/** Grants everything. */
export const EVERYTHING = '*:*:*';

/**
 * Whether a set of granted tags allows a tag. `*:*:*` grants all; `system:*:*` and `system:user:*`
 * are prefixes. Three parts, compared letter for letter.
 */
export function allows(granted: ReadonlySet<string>, tag: string): boolean {
  if (granted.has(EVERYTHING) || granted.has(tag)) return true;
  const [area, entity] = tag.split(':');
  return granted.has(`${area}:*:*`) || granted.has(`${area}:${entity}:*`);
}

/** Whether a pattern such as `system:user:*` covers a tag. */
export function covers(pattern: string, tag: string): boolean {
  return allows(new Set([pattern]), tag);
}
