import type { Text } from '@millwright/contract/kernel/text';
import { locale, say } from '../kernel/language.tsx';
import { markText } from '../locales/marks.ts';

/** Seconds as people say them: `45 秒`, `12 分 5 秒`, `3 小时 20 分`, `2 天 4 小时`; in English `2 h 05 min`. */
export function durationWord(seconds: number): string {
  const parts = UNITS.map(({ size, within, text }) => ({
    n: Math.floor(seconds / size) % within,
    text,
  }));
  const first = parts.findIndex(({ n }) => n > 0);
  if (first < 0) return say(markText.seconds, { n: 0 });
  return parts
    .slice(first, first + 2)
    .filter(({ n }) => n > 0)
    .map(({ n, text }, at) => say(text, { n: at === 0 ? n : twoDigits(n, text) }))
    .join(' ');
}

/** Minutes and seconds that follow stand in columns of figures. */
function twoDigits(n: number, text: Text): string {
  return locale === 'en_US' && text !== markText.hours ? String(n).padStart(2, '0') : String(n);
}

const UNITS = [
  { size: 86_400, within: Number.POSITIVE_INFINITY, text: markText.days },
  { size: 3_600, within: 24, text: markText.hours },
  { size: 60, within: 60, text: markText.minutes },
  { size: 1, within: 60, text: markText.seconds },
];
