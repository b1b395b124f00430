import type { Text } from '../kernel/text.ts';

/** Tag colours of the design; a normal state has none. */
export type TagColor = 'ok' | 'warn' | 'bad' | 'info';

/** One value of a dictionary as it is delivered. */
export interface DictionaryItem<V extends string = string> {
  readonly value: V;
  readonly zh: string;
  readonly en: string;
  readonly color?: TagColor;
  /** Chosen in a new form; one per type. */
  readonly isDefault?: boolean;
  /** Marks that rules read, e.g. `{ excusable: true }`. */
  readonly ext?: Readonly<Record<string, string | boolean>>;
}

/** A dictionary type with its items. */
export interface Dictionary<T extends string = string, V extends string = string> {
  readonly type: T;
  readonly name: Text;
  /** Values live in the code: labels may be changed, items neither added nor removed. */
  readonly fixed: boolean;
  readonly items: readonly DictionaryItem<V>[];
}

/** An item as it is written down: value, Chinese, English, and what is not ordinary. */
export type ItemRow<V extends string> = readonly [
  value: V,
  zh: string,
  en: string,
  options?: Pick<DictionaryItem, 'color' | 'isDefault' | 'ext'>,
];

/** A type whose values the declarations know. */
export function fixed<const T extends string, const V extends string>(
  type: T,
  zh: string,
  en: string,
  rows: readonly ItemRow<V>[],
): Dictionary<T, V> {
  return dictionary(type, { zh, en }, true, rows);
}

/** A type that a company extends; delivered with these items. */
export function editable<const T extends string, const V extends string>(
  type: T,
  zh: string,
  en: string,
  rows: readonly ItemRow<V>[],
): Dictionary<T, V> {
  return dictionary(type, { zh, en }, false, rows);
}

function dictionary<T extends string, V extends string>(
  type: T,
  name: Text,
  isFixed: boolean,
  rows: readonly ItemRow<V>[],
): Dictionary<T, V> {
  const items = rows.map(([value, zh, en, options]) => ({ value, zh, en, ...options }));
  return { type, name, fixed: isFixed, items };
}
