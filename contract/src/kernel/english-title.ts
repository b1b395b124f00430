import type { AnyEntity } from './entity.ts';

/** Field that holds the title in English: `productNameEn` beside `productName`, `nameEn` beside `nameZh`. */
export function englishTitle({ title, fields }: AnyEntity): string | undefined {
  return [`${title}En`, title.replace(/Zh$/, 'En')].find(
    (name) => name !== title && name in fields,
  );
}
