import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { fieldLabel, type Labelled } from '@millwright/contract/kernel/field-label';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { FilterValue, ListQuery } from '@millwright/contract/kernel/query';
import type { Locale, Text } from '@millwright/contract/kernel/text';
import { enumerated, pick } from '@millwright/contract/kernel/text';
import { type RawBuilder, sql } from 'kysely';
import type { Context, Session } from '../context.ts';
import type { Sheet } from '../sheet/cell.ts';
import { labelOf, targetOf } from '../store/columns.ts';
import { visibility, where } from '../store/filter.ts';
import { dictionaryOf, type Dictionaries, labelsOf } from './labels.ts';

/** A filter as people read it. */
export interface NamedFilter {
  readonly label: string;
  readonly value: string;
}

/** The filters of a list call with their labels; ids and dictionary values by their names. */
export async function askedFilters(
  context: Context,
  entity: AnyEntity,
  query: ListQuery,
  dictionaries: Dictionaries,
): Promise<NamedFilter[]> {
  const { locale } = context.session;
  const named: NamedFilter[] = [];
  for (const [name, value] of Object.entries(query.params)) {
    const field = entity.fields[name];
    const label = pick(fieldLabel(name, { ...OTHERS, ...entity.fields }), locale);
    named.push({
      label,
      value:
        field && typeof value === 'string'
          ? await words(context, field, value, dictionaries)
          : plain(value),
    });
  }
  return named;
}

/** The second sheet of an export: who asked for what, when, and how many rows came. Rows are made when it is written. */
export function filterSheet(
  session: Session,
  filters: readonly NamedFilter[],
  state: { readonly rows: number },
): Sheet {
  const text = (word: Text) => pick(word, session.locale);
  const now = new Date().toLocaleString('sv-SE', { timeZone: session.timeZone });
  return {
    name: text(WORDS.sheet),
    columns: [
      { header: text(WORDS.what), format: 'text', width: 24 },
      { header: text(WORDS.value), format: 'text', width: 60 },
    ],
    rows: (function* all() {
      yield [text(WORDS.user), `${session.realName} (${session.username})`];
      yield [text(WORDS.time), `${now} ${session.timeZone}`];
      yield [text(WORDS.rows), String(state.rows)];
      for (const { label, value } of filters) yield [label, value];
      if (filters.length === 0) yield [text(WORDS.filters), text(WORDS.none)];
    })(),
  };
}

async function words(
  context: Context,
  field: AnyField,
  value: string,
  dictionaries: Dictionaries,
): Promise<string> {
  const list = value.split(',').filter(Boolean);
  const target = targetOf(field);
  if (target) {
    const wanted = list.filter((id) => /^\d{1,18}$/.test(id));
    const conditions: RawBuilder<boolean>[] = [
      ...visibility(target, context.session),
      sql<boolean>`t.id = any(${wanted}::bigint[])`,
    ];
    const found = await sql<{
      label: string;
    }>`select ${labelOf(target, 't', context.session.locale)} as label from ${sql.table(target.table)} t ${where(conditions)} limit 50`.execute(
      context.sql,
    );
    const labels = found.rows.map(({ label }) => label);
    return enumerated(labels, context.session.locale);
  }
  const labels = optionsOf(field, dictionaries, context.session.locale);
  if (!labels) return value;
  return enumerated(
    list.map((item) => labels.get(item) ?? item),
    context.session.locale,
  );
}

function optionsOf(
  field: AnyField,
  dictionaries: Dictionaries,
  locale: Locale,
): ReadonlyMap<string, string> | null {
  const type = dictionaryOf(field);
  if (type !== null) return labelsOf(dictionaries.get(type) ?? [], locale);
  const options = (field as { options?: Record<string, Text> | null }).options;
  return options
    ? new Map(Object.entries(options).map(([value, label]) => [value, pick(label, locale)]))
    : null;
}

function plain(value: FilterValue): string {
  return typeof value === 'string' ? value : `${value.begin ?? ''} – ${value.end ?? ''}`;
}

const OTHERS: Labelled = {
  keyword: { label: { zh: '关键字', en: 'Keyword' } },
  beginTime: { label: { zh: '开始时间', en: 'From' } },
  endTime: { label: { zh: '结束时间', en: 'To' } },
  ids: { label: { zh: '选中的行', en: 'Chosen rows' } },
};

const WORDS = {
  sheet: { zh: '筛选条件', en: 'Filters' },
  what: { zh: '项目', en: 'Item' },
  value: { zh: '内容', en: 'Content' },
  user: { zh: '导出人', en: 'Exported by' },
  time: { zh: '导出时间', en: 'Exported at' },
  rows: { zh: '行数', en: 'Rows' },
  filters: { zh: '筛选条件', en: 'Filters' },
  none: { zh: '无', en: 'None' },
} as const;
