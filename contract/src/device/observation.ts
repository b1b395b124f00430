/** What a source said of one data item at one time. */
export interface Observation {
  /** ISO 8601 in UTC. */
  readonly time: string;
  /** Name of the device at the source; empty where a source has a single one. */
  readonly source: string;
  readonly item: string;
  readonly value: string;
  /** Of a condition: what is wrong; `value` is its level (Normal, Warning, Fault, Unavailable). */
  readonly condition?: {
    readonly code: string;
    readonly severity: string;
    readonly text: string;
  };
}

/**
 * Observations of a line `time|item|value|item|value…` of an MTConnect adapter. A condition takes five values: level,
 * code, severity, qualifier, text. Replies to pings, assets and lines without a time give none.
 */
export function readShdrLine(line: string): Observation[] {
  const [stamp = '', ...words] = line.replace(/[\r\n]+$/, '').split('|');
  const time = timeOf(stamp);
  if (time === null) return [];
  const observations: Observation[] = [];
  for (let at = 0; at + 1 < words.length;) {
    const name = words[at] ?? '';
    const value = words[at + 1] ?? '';
    if (name.startsWith('@')) return observations;
    const colon = name.indexOf(':');
    const source = colon < 0 ? '' : name.slice(0, colon);
    const item = name.slice(colon + 1);
    const isCondition = LEVELS.test(value) && words.length - at >= 6;
    if (isCondition) {
      const [code = '', severity = '', , text = ''] = words.slice(at + 2, at + 6);
      observations.push({ time, source, item, value, condition: { code, severity, text } });
    } else {
      observations.push({ time, source, item, value: value.trim() });
    }
    at += isCondition ? 6 : 2;
  }
  return observations;
}

/** Observations of a line `time|node|value|node|value…`, names taken as they are; without a time none. */
export function readPointLine(line: string): Observation[] {
  const [stamp = '', ...words] = line.replace(/[\r\n]+$/, '').split('|');
  const time = timeOf(stamp);
  if (time === null) return [];
  return words.flatMap((word, at) =>
    at % 2 === 0 && at + 1 < words.length
      ? [{ time, source: '', item: word.trim(), value: (words[at + 1] ?? '').trim() }]
      : [],
  );
}

/** Times without a zone are UTC; a duration behind `@` is left out. */
function timeOf(stamp: string): string | null {
  const bare = stamp.replace(/@.*$/, '').trim();
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(bare)) return null;
  const time = /(Z|[+-]\d\d:?\d\d)$/.test(bare) ? bare : `${bare}Z`;
  const moment = Date.parse(time);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
}

const LEVELS = /^(normal|warning|fault|unavailable)$/i;
