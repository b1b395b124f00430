import { locales } from '@millwright/contract/constants';
import { pick, say as sayIn } from '@millwright/contract/kernel/text';
import type { Locale, Text, TextArgs } from '@millwright/contract/kernel/text';

/** The interface language of this page load; toggling it reloads, so it never changes under a component. */
export const locale: Locale = readLocale();

/** The language as HTTP and HTML write it. */
export const languageTag = locale === 'en_US' ? 'en-US' : 'zh-CN';

/** Picks the text of the interface language. */
export function t(text: Text): string {
  return pick(text, locale);
}

/** Says a sentence with values in the interface language. */
export function say(text: Text, args: TextArgs): string {
  return sayIn(text, args, locale);
}

/** Data with two texts (menu titles, sites): the English one falls back to the Chinese. */
export function titled(zh: string | undefined, en: string | undefined): string {
  return pick({ zh: zh ?? '', en: en ?? '' }, locale);
}

/** Stores the other language and reloads; the next load says that it was switched. */
export function toggleLanguage(): void {
  setLanguage(locale === 'zh_CN' ? 'en_US' : 'zh_CN');
}

/** Stores a language and reloads the page. */
export function setLanguage(next: Locale): void {
  localStorage.setItem(locales.storageKey, next);
  sessionStorage.setItem(SWITCHED, '1');
  location.reload();
}

/** Whether this load follows a language switch; true once. */
export function languageJustSwitched(): boolean {
  const switched = sessionStorage.getItem(SWITCHED) === '1';
  sessionStorage.removeItem(SWITCHED);
  return switched;
}

/** Any stored value but en_US means the default, Chinese. */
export function localeOf(stored: string | null): Locale {
  return stored === 'en_US' ? 'en_US' : 'zh_CN';
}

const SWITCHED = 'localeSwitched';

function readLocale(): Locale {
  return localeOf(
    typeof localStorage === 'undefined' ? null : localStorage.getItem(locales.storageKey),
  );
}
