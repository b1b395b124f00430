import { useEffect } from 'react';
import { api } from './api.ts';
import { titled } from './language.tsx';
import { createStore, useStore } from './store.ts';
import { watched } from './watched-headers.ts';

/** One dictionary item as the server sends it. */
export interface DictItem {
  readonly itemText: string;
  readonly itemTextEn?: string | null;
  readonly itemValue: string;
  readonly color?: string | null;
  readonly isDefault?: boolean;
  readonly ext?: Readonly<Record<string, unknown>> | null;
  /** A disabled one is no longer offered, but old rows go on showing it. */
  readonly isEnabled?: boolean;
}

/** A cache of key/value entries; a key that is null or empty is refused. */
export const dictCache = {
  set(key: string | null | undefined, value: readonly DictItem[]): boolean {
    if (!isKey(key)) return false;
    entries.set((old) => new Map(old).set(key, value));
    return true;
  },
  get(key: string | null | undefined): readonly DictItem[] | undefined {
    return isKey(key) ? entries.get().get(key) : undefined;
  },
  remove(key: string | null | undefined): boolean {
    if (!isKey(key) || !entries.get().has(key)) return false;
    entries.set((old) => {
      const next = new Map(old);
      next.delete(key);
      return next;
    });
    return true;
  },
  clear(): void {
    running.clear();
    entries.set(new Map());
  },
};

/** The items of a dictionary, disabled ones among them, loaded once; undefined while loading. */
export function useDictionary(type: string): readonly DictItem[] | undefined {
  const items = useStore(entries, (all) => all.get(type));
  useEffect(() => {
    if (items === undefined) void loadDictionary(type);
  }, [type, items]);
  return items;
}

/** Dictionaries by their types. */
export type Dictionaries = ReadonlyMap<string, readonly DictItem[]>;

/** The dictionaries held just now. */
export function useDictionaries(): Dictionaries {
  return useStore(entries, (all) => all);
}

/** Loads a dictionary unless it is held; a failure gives an empty list that is not held. */
export function loadDictionary(type: string): Promise<readonly DictItem[]> {
  const held = dictCache.get(type);
  if (held) return Promise.resolve(held);
  const already = running.get(type);
  if (already) return already;
  const started = fetchItems(type).finally(() => running.delete(type));
  running.set(type, started);
  return started;
}

/** The items that may be chosen. */
export function offered(items: readonly DictItem[] = []): readonly DictItem[] {
  return items.filter(({ isEnabled }) => isEnabled !== false);
}

/** The label of an item: itemText (by language), else label, name, title; the value when there is none. */
export function itemLabel(item: object): string {
  const of = item as Record<string, unknown>;
  if (typeof of['itemText'] === 'string')
    return titled(of['itemText'], of['itemTextEn'] as string | undefined);
  return textOf(of['label'] ?? of['name'] ?? of['title']) || itemValue(item);
}

/** The value of an item: itemValue, else value, id, uid, key. */
export function itemValue(item: object): string {
  const of = item as Record<string, unknown>;
  return textOf(of['itemValue'] ?? of['value'] ?? of['id'] ?? of['uid'] ?? of['key']);
}

/** The label that belongs to a value; the value itself when the dictionary does not know it. */
export function labelOf(
  items: readonly object[] | undefined,
  value: string | number | null | undefined,
): string {
  if (value === null || value === undefined || value === '') return '';
  const found = items?.find((item) => itemValue(item) === String(value));
  return found ? itemLabel(found) : String(value);
}

const entries = createStore<Dictionaries>(new Map());
const running = new Map<string, Promise<readonly DictItem[]>>();

let version = watched.get().dictionaries;
watched.subscribe(() => {
  const now = watched.get().dictionaries;
  if (version !== null && now !== version) dictCache.clear();
  version = now;
});

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}

function isKey(key: string | null | undefined): key is string {
  return key !== null && key !== undefined && key !== '';
}

async function fetchItems(type: string): Promise<readonly DictItem[]> {
  try {
    const items = await api.get<readonly DictItem[] | null>(
      `/api/commons/getDictItem/${encodeURIComponent(type)}`,
      { all: true },
      { quiet: true },
    );
    dictCache.set(type, items ?? []);
    return items ?? [];
  } catch {
    return [];
  }
}
