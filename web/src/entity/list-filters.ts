import { systemLabels } from '@millwright/contract/kernel/field-label';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldsFor } from '@millwright/contract/kernel/field';
import type { AnyField, Kind } from '@millwright/contract/kernel/field';
import { instant } from '@millwright/contract/kinds/instant';
import { text } from '@millwright/contract/kinds/text';
import { locale, t } from '../kernel/language.tsx';
import { viewOf } from '../kinds/kind-views.ts';
import { standsOnSites } from './list-columns.ts';
import { entityText } from '../locales/entity.ts';

/** One condition that the search row offers. */
export interface ListFilter {
  readonly name: string;
  readonly field: AnyField;
  /** Width in px. */
  readonly width: number;
}

/**
 * The conditions of a list in the order of the search row: one text over code and name, the department for
 * company-wide people, `first` as the page wants them, then the others, single texts last, of these what the first
 * text searches anyway.
 */
export function filtersOf(
  entity: AnyEntity,
  site: AnyField | undefined,
  companyWide: boolean,
  first: readonly string[] = [],
): ListFilter[] {
  const declared = fieldsFor(entity.fields, companyWide).filter(
    ([, field]) => field.filter && (field.kind as Kind).filter !== null && viewOf(field).Filter,
  );
  // When a row was made or changed is a condition of the pages that ask for it.
  const system = Object.entries(SYSTEM).filter(([name]) => first.includes(name));
  // What the first box searches alone is not offered once more.
  const names = entity.scope === 'log' ? [] : keywordNames(entity);
  const offered = [...declared, ...system].filter(
    ([name]) => names.length !== 1 || name !== names[0],
  );
  const rank = ([name, field]: [string, AnyField]) => {
    const wanted = first.indexOf(name);
    // Code and name are searched by the first box already.
    if (names.includes(name)) return 3_000;
    if (wanted >= 0) return wanted;
    return field.kind.name === 'text' ? 2_000 : 1_000;
  };
  const ordered = [...offered]
    .sort((a, b) => rank(a) - rank(b))
    .map(([name, field]) => filterOf(name, field));
  const own = !standsOnSites(entity) || 'siteId' in entity.fields || 'departName' in entity.fields;
  return [
    ...keywordOf(entity),
    ...(site && companyWide && !own ? [filterOf('siteId', site)] : []),
    ...ordered,
  ];
}

/** How many of the conditions stand in the first row of `width` px; `rest` px are taken by its buttons. */
export function fitting(
  filters: readonly ListFilter[],
  width: number,
  rest: number,
  gap = 8,
): number {
  let left = width - rest;
  const at = filters.findIndex((filter) => {
    left -= filter.width + gap;
    return left < 0;
  });
  return at < 0 ? filters.length : Math.max(1, at);
}

/** The field behind a condition's name, for its chip; undefined for what is no condition. */
export function conditionField(
  entity: AnyEntity,
  name: string,
  site: AnyField | undefined,
): AnyField | undefined {
  if (name === 'siteId' && !entity.fields[name]) return site;
  if (name === 'keyword') return keyword;
  return entity.fields[name] ?? SYSTEM[name];
}

function keywordOf(entity: AnyEntity): ListFilter[] {
  // The columns of a log are conditions themselves; a search over all of them would read the whole window.
  if (entity.scope === 'log') return [];
  const names = keywordNames(entity);
  if (names.length === 0) return [];
  const label = names
    .map((name) => t(entity.fields[spoken(entity, name)]?.label ?? keyword.label))
    .join(' / ');
  return [
    {
      name: 'keyword',
      field: { ...keyword, label: { zh: label, en: label } },
      width: Math.min(340, Math.max(206, textWidth(label) + 56)),
    },
  ];
}

/** The texts that one box searches: code and name. */
function keywordNames({ code, title, fields }: AnyEntity): string[] {
  return [...new Set([code, title])].filter((name) => fields[name]?.kind.name === 'text');
}

/** What holds the words in the language that is read, where a field has one for each and both are searched. */
function spoken({ fields }: AnyEntity, name: string): string {
  const english = name.replace(/Zh$/, 'En');
  return locale === 'en_US' && fields[english]?.filter ? english : name;
}

function filterOf(name: string, field: AnyField): ListFilter {
  const { filterWidth = LEAST_WIDTH, filterRoom = BESIDE_LABEL } = viewOf(field);
  return {
    name,
    field,
    width: Math.max(filterWidth, textWidth(t(field.label)) + filterRoom),
  };
}

const LEAST_WIDTH = 127;
/** Padding, a value of three characters and the arrow beside the label of a choice. */
const BESIDE_LABEL = 104;

/** Width of a text in 13 px letters, by and large: a Chinese character is as wide as high. */
function textWidth(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? 13 : 7), 0);
}

const keyword = text(entityText.keyword.zh, entityText.keyword.en, {
  filter: true,
}) as unknown as AnyField;
const period = (name: string) =>
  ({ ...instant('', '', { filter: true }), label: systemLabels[name] }) as unknown as AnyField;
const SYSTEM: Readonly<Record<string, AnyField>> = {
  createTime: period('createTime'),
  updateTime: period('updateTime'),
};
