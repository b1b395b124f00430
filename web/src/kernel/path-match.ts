/** Values of the parameters of a path, decoded once. */
export type PathValues = Readonly<Record<string, string>>;

/**
 * Matches a path against a pattern such as `/dict/type/data/:dictId(\d+)`; case-sensitive, undefined = no match.
 * A trailing slash is forgiven; a parameter without a rule takes everything up to the next slash.
 */
export function matchPattern(pattern: string, path: string): PathValues | undefined {
  const names: string[] = [];
  const source = pattern
    .split('/')
    .map((part) => {
      const parameter = /^:(\w+)(?:\((.+)\))?$/.exec(part);
      if (!parameter) return part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
      names.push(parameter[1] ?? '');
      return `(${parameter[2] ?? '[^/]+'})`;
    })
    .join('/');
  const found = new RegExp(`^${source}/?$`).exec(path);
  if (!found) return undefined;
  const values: Record<string, string> = {};
  for (const [index, name] of names.entries()) values[name] = decodeOnce(found[index + 1] ?? '');
  return values;
}

/** Whether a pattern has parameters, so that each address is a tab of its own. */
export function hasParameters(pattern: string): boolean {
  return pattern.includes('/:');
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
