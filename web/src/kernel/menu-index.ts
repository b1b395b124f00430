import { menuSearch } from '@millwright/contract/constants';
import Fuse from 'fuse.js';
import type { Findable } from './menu-search.ts';

/**
 * The search over some pages. Title and path decide; pages found only by the other language or by pinyin
 * come after them, so that the order of the specified matches never changes.
 */
export function menuIndex(pages: readonly Findable[]): (words: string) => Findable[] {
  const main = new Fuse(pages, {
    threshold: menuSearch.threshold,
    ignoreLocation: true,
    keys: [
      { name: 'title', weight: menuSearch.weights.title },
      { name: 'path', weight: menuSearch.weights.path },
    ],
  });
  const second = new Fuse(pages, { threshold: 0.2, ignoreLocation: true, keys: ['others'] });
  return (words) => {
    const found = main.search(words).map((hit) => hit.item);
    const more = second.search(words).map((hit) => hit.item);
    return [...found, ...more.filter((page) => !found.includes(page))];
  };
}
