import type { Text } from '@millwright/contract/kernel/text';

/**
 * The words of a configuration for one alarm: its placeholders take what the machine wrote in their place, in either
 * language; where its text cannot be matched they stand as `…`.
 */
export function contentOf(
  config: { readonly contentZh: string; readonly contentEn: string },
  said: string | null,
): Text {
  const { contentZh: zh, contentEn: en } = config;
  if (!PLACE.test(zh + en)) return { zh, en };
  const values = valuesIn(en, said) ?? valuesIn(zh, said) ?? {};
  const filled = (content: string) =>
    content.replaceAll(PLACES, (_, name: string) => values[name] ?? '…').slice(0, 300);
  return { zh: filled(zh), en: filled(en) };
}

/** Content of an alarm as pages show it: the words of its configuration, without one the machine's own. */
export function shownContent(
  config: { readonly contentZh: string; readonly contentEn: string } | null | undefined,
  said: string | null,
): { contentZh: string | null; contentEn: string | null } {
  const content = config ? contentOf(config, said) : null;
  return { contentZh: content?.zh ?? said, contentEn: content?.en ?? said };
}

/** What stands in a text at the places of a content, by their names; null when it is another text. */
function valuesIn(content: string, said: string | null): Record<string, string> | null {
  if (said === null || said.length > 1000) return null;
  const names = [...content.matchAll(PLACES)].map(([, name]) => name ?? '');
  const found = valuesBetween(content.split(PLACE), said.trim());
  return found && Object.fromEntries(names.map((name, place) => [name, found[place] ?? '']));
}

/**
 * What stands between fixed parts that make a text up, each value the shortest that fits. Where the rest does not fit
 * behind a place is tried once: texts come from outside, and trying all lengths of all values would take for ever.
 */
function valuesBetween(parts: readonly string[], said: string): string[] | null {
  const failed = new Set<number>();
  const fits = (place: number, at: number): string[] | null => {
    const end = at + (parts[place]?.length ?? 0);
    if (said.slice(at, end).toLowerCase() !== parts[place]?.toLowerCase()) return null;
    if (place === parts.length - 1) return end === said.length ? [] : null;
    const key = place * (said.length + 1) + end;
    if (failed.has(key)) return null;
    for (const value of words(said, end)) {
      const rest = fits(place + 1, end + value.length);
      if (rest) return [value, ...rest];
    }
    failed.add(key);
    return null;
  };
  return fits(0, 0);
}

/** The first letters at a place of a text, one more each time: no spaces, and at most 40. */
function* words(text: string, from: number): Generator<string> {
  for (let end = from + 1; end <= Math.min(text.length, from + LONGEST); end += 1) {
    if (SPACE.test(text.charAt(end - 1))) return;
    yield text.slice(from, end);
  }
}

const LONGEST = 40;
const SPACE = /\s/;
const PLACE = /\{\w+\}/;
const PLACES = /\{(\w+)\}/g;
