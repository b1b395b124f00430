/** One sentence in both languages of the product. Chinese is the default. */
export interface Text {
  readonly zh: string;
  readonly en: string;
}

/** Interface language as it is kept in local storage. */
export type Locale = 'zh_CN' | 'en_US';

/** Values that are put into the `{name}` places of a sentence. */
export type TextArgs = Readonly<Record<string, string | number | Text>>;

/** Picks the language of a text; an empty English text falls back to the Chinese one. */
export function pick(text: Text, locale: Locale): string {
  return locale === 'en_US' && text.en !== '' ? text.en : text.zh;
}

/** Words one after the other, parted as the language parts them. */
export function enumerated(words: readonly string[], locale: Locale): string {
  return words.join(locale === 'en_US' ? ', ' : '、');
}

/**
 * Says a sentence with its values: `say({ zh: '还有{n}件', en: '{n|piece|pieces} left' }, { n: 1 }, 'en_US')`
 * gives `1 piece left`. A place `{n|one|many}` chooses the word by number; an unknown place stays as it is.
 * A number has its thousands separated; what is no amount (a port, a year) is given as a word.
 */
export function say(text: Text, args: TextArgs, locale: Locale): string {
  return pick(text, locale).replace(PLACE, (place, name: string, one?: string, many?: string) => {
    const value = args[name];
    if (value === undefined) return place;
    const word = typeof value === 'object' ? pick(value, locale) : shown(value);
    return many === undefined ? word : `${word} ${Number(value) === 1 ? one : many}`;
  });
}

/** Digits with their thousands separated: `'-1234.5'` → `-1,234.5`. */
export function grouped(digits: string): string {
  const [whole = '', places] = digits.split('.');
  const parted = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return places === undefined ? parted : `${parted}.${places}`;
}

/** Any value as text: nothing is empty, numbers and flags are their words, structures are JSON. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The locale of an `Accept-Language` header; anything but English is Chinese. */
export function localeOf(header: string | undefined): Locale {
  return header?.trim().toLowerCase().startsWith('en') ? 'en_US' : 'zh_CN';
}

const PLACE = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g;

function shown(value: string | number): string {
  return typeof value === 'number' ? grouped(String(value)) : value;
}
