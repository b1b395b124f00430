import type { Text } from '@millwright/contract/kernel/text';
import { say } from '../kernel/language.tsx';

/** Seconds as people say them: `45 秒`, `12 分 5 秒`, `3 小时 20 分`, `2 天 4 小时`. */
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
    .map(({ n, text }) => say(text, { n }))
    .join(' ');
}

const SECOND: Text = { zh: '{n} 秒', en: '{n} s' };
const UNITS = [
  { size: 86_400, within: Number.POSITIVE_INFINITY, text: { zh: '{n} 天', en: '{n} d' } },
  { size: 3_600, within: 24, text: { zh: '{n} 小时', en: '{n} h' } },
  { size: 60, within: 60, text: { zh: '{n} 分', en: '{n} min' } },
  { size: 1, within: 60, text: SECOND },
];
