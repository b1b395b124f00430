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

/** What stands in a text at the places of a content, by their names; null when it is another text. */
function valuesIn(content: string, said: string | null): Record<string, string> | null {
  if (said === null || said.length > 1000) return null;
  const names = [...content.matchAll(PLACES)].map(([, name]) => name ?? '');
  const parts = content.split(PLACE).map((part) => part.replaceAll(SPECIAL, String.raw`\$&`));
  const found = new RegExp(`^${parts.join('(\\S{1,40}?)')}$`, 'i').exec(said.trim());
  if (!found) return null;
  return Object.fromEntries(names.map((name, place) => [name, found[place + 1] ?? '']));
}

const PLACE = /\{\w+\}/;
const PLACES = /\{(\w+)\}/g;
const SPECIAL = /[.*+?^${}()|[\]\\]/g;
