import type { AnyField } from '@millwright/contract/kernel/field';
import type { Locale } from '@millwright/contract/kernel/text';
import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** One value of a dictionary with its label in both languages. */
export interface DictionaryItem {
  readonly value: string;
  readonly zh: string;
  readonly en: string;
  readonly enabled: boolean;
}

/** The items of dictionaries by type, in their order, disabled ones included. */
export type Dictionaries = ReadonlyMap<string, readonly DictionaryItem[]>;

/** Reads the dictionaries that some fields use. */
export async function dictionariesOf(
  context: Context,
  fields: readonly AnyField[],
): Promise<Dictionaries> {
  const types = [...new Set(fields.flatMap((field) => dictionaryOf(field) ?? []))];
  const items = new Map<string, DictionaryItem[]>(types.map((type) => [type, []]));
  if (types.length === 0) return items;
  const found = await sql<
    DictionaryItem & { type: string }
  >`select d.dict_type as type, i.item_value as value, i.item_text as zh,
      coalesce(nullif(i.item_text_en, ''), i.item_text) as en, i.status = '1' as enabled
    from system_dict_item i join system_dict_type d on d.id = i.dict_id
    where d.dict_type = any(${types}::text[]) order by i.order_num, i.id`.execute(context.sql);
  for (const { type, ...item } of found.rows) items.get(type)?.push(item);
  return items;
}

/** Type of the dictionary whose values a field takes; null for other kinds. */
export function dictionaryOf(field: AnyField): string | null {
  return (field as { dictionary?: string }).dictionary ?? null;
}

/** Labels by value in one language; of two equal values the first counts. */
export function labelsOf(
  items: readonly DictionaryItem[],
  locale: Locale,
): ReadonlyMap<string, string> {
  return new Map(
    items.toReversed().map(({ value, zh, en }) => [value, locale === 'en_US' ? en : zh]),
  );
}
