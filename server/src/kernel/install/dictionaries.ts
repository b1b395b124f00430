import { dictionaries } from '@millwright/contract/dictionaries';
import { sql } from 'kysely';
import type { Trx } from '../database/transaction.ts';
import { insertRows, neverInstalled } from './installed.ts';

/** Adds dictionary types and items that were never delivered before. */
export async function installDictionaries(trx: Trx): Promise<void> {
  const fresh = await neverInstalled(
    trx,
    'dictionary',
    dictionaries.map(({ type }) => type),
  );
  const types = dictionaries.filter(({ type }) => fresh.has(type));
  await insertRows(
    trx,
    'system_dict_type',
    types.map(({ type, name, fixed }) => ({
      dict_type: type,
      dict_name: name.zh,
      dict_name_en: name.en,
      system: fixed,
      status: '1',
    })),
  );
  await installItems(trx);
}

async function installItems(trx: Trx): Promise<void> {
  const all = dictionaries.flatMap(({ type, items }) =>
    items.map((item, index) => ({ key: `${type}:${item.value}`, type, item, index })),
  );
  const fresh = await neverInstalled(
    trx,
    'dictionaryItem',
    all.map(({ key }) => key),
  );
  const ids = await typeIds(trx);
  const rows = all.filter(({ key, type }) => fresh.has(key) && ids.has(type));
  await insertRows(
    trx,
    'system_dict_item',
    rows.map(({ type, item, index }) => ({
      dict_id: ids.get(type),
      item_value: item.value,
      item_text: item.zh,
      item_text_en: item.en,
      order_num: (index + 1) * 10,
      color: item.color ?? null,
      is_default: item.isDefault ?? false,
      ext: item.ext ?? null,
      status: '1',
    })),
  );
}

async function typeIds(trx: Trx): Promise<Map<string, string>> {
  const { rows } = await sql<{
    id: string;
    type: string;
  }>`select id, dict_type as type from system_dict_type`.execute(trx);
  return new Map(rows.map(({ id, type }) => [type, id]));
}
