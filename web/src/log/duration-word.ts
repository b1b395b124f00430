import type { Text } from '@millwright/contract/kernel/text';
import { locale, say } from '../kernel/language.tsx';

/** Seconds as people say them: `45 秒`, `12 分 5 秒`, `3 小时 20 分`, `2 天 4 小时`; in English `2 h 05 min`. */
export function durationWord(seconds: number): string {
  const parts = UNITS.map(({ size, within, text }) => ({
    n: Math.floor(seconds / size) % within,
    text,
  }));
  const first = parts.findIndex(({ n }) => n > 0);
  if (first < 0) return say(SECOND, { n: 0 });
  return parts
    .slice(first, first + 2)
    .filter(({ n }) => n > 0)
    .map(({ n, text }, at) => say(text, { n: at === 0 ? n : twoDigits(n, text) }))
    .join(' ');
}

/** Minutes and seconds that follow stand in columns of figures. */
function twoDigits(n: number, text: Text): string {
  return locale === 'en_US' && text !== HOUR ? String(n).padStart(2, '0') : String(n);
}

const HOUR: Text = { zh: '{n} 小时', en: '{n} h' };
const SECOND: Text = { zh: '{n} 秒', en: '{n} s' };
const UNITS = [
  { size: 86_400, within: Number.POSITIVE_INFINITY, text: { zh: '{n} 天', en: '{n} d' } },
  { size: 3_600, within: 24, text: HOUR },
  { size: 60, within: 60, text: { zh: '{n} 分', en: '{n} min' } },
  { size: 1, within: 60, text: SECOND },
];
