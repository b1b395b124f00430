import { dictionaries } from '../dictionaries.ts';
import type { Text } from '../kernel/text.ts';

/** The word for a category of downtime; unknown values stay. */
export function downtimeCategoryWord(category: string): Text {
  const item = dictionaries
    .find(({ type }) => type === 'downtime_category')
    ?.items.find(({ value }) => value === category);
  return item ?? { zh: category, en: category };
}
