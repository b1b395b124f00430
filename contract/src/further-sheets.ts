import { isWritable } from './kernel/check.ts';
import type { AnyEntity } from './kernel/entity.ts';
import type { Text } from './kernel/text.ts';

/** Sheets behind the list of an entity whose rows are those of another entity; its module on the server reads and writes them. */
export const moduleSheets = {
  'base/product': { route: { zh: '工艺路线', en: 'Route' } },
  'system/dictType': { items: { zh: '字典项', en: 'Dictionary item' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Text>>>>;

/** Names of the sheets that an import reads besides the first: one per field of child rows, then those of its module. */
export function furtherSheetNames(entity: AnyEntity): readonly Text[] {
  if (!isWritable(entity, entity.code)) return [];
  const own = Object.values(entity.fields)
    .filter((field) => field.kind.name === 'rows')
    .map((field) => field.label);
  const others: Readonly<Record<string, Readonly<Record<string, Text>>>> = moduleSheets;
  return [...own, ...Object.values(others[entity.name] ?? {})];
}
