/** Full pinyin and initials of a title, without tones: `生产订单` → `['shengchandingdan', 'scdd']`. */
export async function pinyinOf(title: string): Promise<string[]> {
  const known = cache.get(title);
  if (known) return known;
  // Loaded when first needed: the table of characters is the largest thing that the server would hold at start.
  const { pinyin } = await import('pinyin-pro');
  const options = { toneType: 'none', type: 'array', nonZh: 'consecutive' } as const;
  const full = pinyin(title, options).join('');
  const initials = pinyin(title, { ...options, pattern: 'first' }).join('');
  const words = [
    ...new Set([full, initials].map((word) => word.toLowerCase().replaceAll(/\s/g, ''))),
  ];
  cache.set(title, words);
  return words;
}

const cache = new Map<string, string[]>();
