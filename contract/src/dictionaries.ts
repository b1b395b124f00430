import { deliveryDictionaries } from './dictionaries/delivery.ts';
import type { Dictionary } from './dictionaries/dictionary.ts';
import { equipmentDictionaries } from './dictionaries/equipment.ts';
import { inspectionDictionaries } from './dictionaries/inspection.ts';
import { platformDictionaries } from './dictionaries/platform.ts';
import { productionDictionaries } from './dictionaries/production.ts';
import { projectDictionaries } from './dictionaries/project.ts';

const delivered = [
  ...platformDictionaries,
  ...productionDictionaries,
  ...inspectionDictionaries,
  ...equipmentDictionaries,
  ...projectDictionaries,
  ...deliveryDictionaries,
] as const;

/** Every dictionary type that comes with the product. */
export const dictionaries: readonly Dictionary[] = delivered;

/** Name of a delivered dictionary type: `'order_state'`. */
export type DictionaryType = (typeof delivered)[number]['type'];

/** Value of a delivered dictionary: `DictionaryValue<'order_state'>` is `'draft' | 'released' | …`. */
export type DictionaryValue<T extends DictionaryType> =
  Extract<(typeof delivered)[number], { type: T }> extends Dictionary<T, infer V> ? V : never;

/** A delivered dictionary by its type; throws on a type that does not exist. */
export function dictionaryOf(type: DictionaryType): Dictionary {
  const found = dictionaries.find((dictionary) => dictionary.type === type);
  if (!found) throw new Error(`No dictionary ${type}`);
  return found;
}

/** Values of a dictionary in their order. */
export function valuesOf<T extends DictionaryType>(type: T): DictionaryValue<T>[] {
  return dictionaryOf(type).items.map((item) => item.value as DictionaryValue<T>);
}
