import type { Text } from '@millwright/contract/kernel/text';
import { loginInfo, logModules } from '@millwright/contract/log/log-words';
import { menuRows } from '@millwright/contract/menu';
import { entities } from '@millwright/contract/registry';
import { endReasons, signInRefusals } from '@millwright/contract/system/refusals';
import type { EntityRow } from '../entity/entity-row.ts';
import { useSiteField, useSiteIds } from '../entity/use-sites.ts';
import { session } from '../kernel/session-store.ts';
import { locale, say, t, titled } from '../kernel/language.tsx';

/** The module of a logged operation in the language of the reader; the log keeps its Chinese word. */
export function moduleWord(value: unknown): string {
  return wordOf(MODULES, value);
}

/** The answer to a logged sign-in in the language of the reader. */
export function loginInfoWord(value: unknown): string {
  return wordOf(INFOS, value);
}

/** The address of a logged request as a person reads it: what the address escapes in its own letters. */
export function urlWord(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '—';
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** The address without what it asks for, which stands with the details. */
export function pathOf(url: unknown): string {
  return urlWord(url).split('?', 1).join('');
}

/** Cell of a site that a log keeps by its Chinese name. */
export function siteCell(row: EntityRow): React.ReactNode {
  return <SiteWord name={row['departName']} />;
}

/** A site's name in the language of the reader, as far as the reader may know the site. */
export function SiteWord({ name }: { name: unknown }) {
  const sites = useSiteField();
  const ids = useSiteIds();
  const own = session.get().user?.sysDepart;
  if (typeof name !== 'string' || name === '') return '—';
  if (own?.departName === name) return titled(own.departName, own.departNameEn);
  const known = optionsOf(sites)[ids?.get(name) ?? ''];
  return known ? t(known) : name;
}

const MODULES: readonly Text[] = [
  ...menuRows.map(({ title }) => title),
  ...entities.map(({ label }) => label),
  ...Object.values(logModules),
];

const INFOS: readonly Text[] = [
  ...Object.values(loginInfo),
  ...Object.values(endReasons),
  ...Object.values(signInRefusals).map(({ text }) => text),
];

/** The text whose Chinese the log keeps; what stood in a place of it goes into the same place. */
export function wordOf(texts: readonly Text[], value: unknown): string {
  if (typeof value !== 'string' || value === '') return '—';
  if (locale === 'zh_CN') return value;
  for (const text of texts) {
    if (text.zh === value) return t(text);
    const args = text.zh.includes('{') ? placesOf(text.zh, value) : undefined;
    if (args) return say(text, args);
  }
  return value;
}

function placesOf(sentence: string, value: string): Record<string, string> | undefined {
  const pattern = sentence
    .split(/\{(\w+)[^}]*\}/)
    .map((part, index) =>
      index % 2 === 0 ? part.replace(/[.*+?^$()|[\]\\]/g, '\\$&') : `(?<${part}>.+)`,
    )
    .join('');
  return new RegExp(`^${pattern}$`).exec(value)?.groups;
}

function optionsOf(field: ReturnType<typeof useSiteField>): Readonly<Record<string, Text>> {
  return field && 'options' in field ? (field.options as Readonly<Record<string, Text>>) : {};
}
