import type { ItemMapping } from '@millwright/contract/device/mapping';

type Values = NonNullable<ItemMapping['values']>;

/** A table of words as it is typed: `ACTIVE=run; ARMED=0; *=idle`. */
export function valuesOf(values: Values | undefined): string {
  return Object.entries(values ?? {})
    .map(([word, ours]) => `${word}=${String(ours)}`)
    .join('; ');
}

/** Reads such a table; parts without `=` are none, numbers are numbers. Undefined for an empty one. */
export function valuesIn(written: string): Values | undefined {
  const pairs = written.split(/[;；\n]/).flatMap((part): [string, string | number][] => {
    const at = part.lastIndexOf('=');
    const [word, ours] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 0 || word === '' || ours === '') return [];
    return [[word, /^-?\d+(\.\d+)?$/.test(ours) ? Number(ours) : ours]];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
