import { locale } from '../kernel/language.tsx';

/** Width of a column in px: Chinese words are shorter than English ones. */
export function widthFor(zh: number, en: number): number {
  return locale === 'en_US' ? en : zh;
}
