import type { Text } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../kernel/context.ts';

/** The name of a product `p` in the language of the reader; without an English one the Chinese. */
export function productWord({ session }: Context): RawBuilder<string> {
  return session.locale === 'en_US'
    ? sql<string>`coalesce(nullif(p.product_name_en, ''), p.product_name)`
    : sql<string>`p.product_name`;
}

/** The name of a product for a sentence: in each language its own, without an English one the Chinese. */
export function productText(named: {
  readonly productName: string;
  readonly productNameEn: string | null;
}): Text {
  return { zh: named.productName, en: named.productNameEn ?? named.productName };
}
