import type { AnyField } from '@millwright/contract/kernel/field';
import type { Locale, Text } from '@millwright/contract/kernel/text';
import { pick } from '@millwright/contract/kernel/text';
import { flagWords } from '@millwright/contract/kinds/flag';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { labelOf, snake, targetOf } from '../store/columns.ts';
import { visibility, where } from '../store/filter.ts';
import { dictionaryOf, type Dictionaries } from './labels.ts';

/** A value that a cell may hold: what is typed or mapped, and how it reads. */
export interface FieldOption {
  readonly value: string;
  readonly label: string;
}

/** More than these are no drop-down any more. */
export const MAX_OPTIONS = 200;

/** What a field may hold when that can be listed: dictionary, fixed choice, yes and no, references of up to 200 rows; else null. */
export async function optionsOf(
  context: Context,
  field: AnyField,
  dictionaries: Dictionaries,
): Promise<FieldOption[] | null> {
  const { locale } = context.session;
  const type = dictionaryOf(field);
  if (type !== null)
    return (dictionaries.get(type) ?? [])
      .filter(({ enabled }) => enabled)
      .map(({ value, zh, en }) => ({ value, label: locale === 'en_US' ? en : zh }));
  if (field.kind.name === 'flag')
    return Object.entries(flagWords).map(([value, label]) => ({
      value,
      label: pick(label, locale),
    }));
  if (targetOf(field)) return referenceOptions(context, field);
  return field.kind.name === 'choice' ? choiceOptions(field, locale) : null;
}

/** Conditions on a reference's target as its field declares them: `{ status: '1' }`. */
export function fitting(field: AnyField): RawBuilder<boolean>[] {
  const conditions =
    (field as { where?: Readonly<Record<string, string | readonly string[]>> }).where ?? {};
  return Object.entries(conditions).map(
    ([name, value]) =>
      sql<boolean>`${sql.ref(`t.${snake(name)}`)}::text = any(${[value].flat()}::text[])`,
  );
}

function choiceOptions(field: AnyField, locale: Locale): FieldOption[] {
  const options = (field as { options?: Readonly<Record<string, Text>> }).options ?? {};
  return Object.entries(options).map(([value, label]) => ({ value, label: pick(label, locale) }));
}

/** Those of one site stand together, so that the first ones of several fields fit each other. */
async function referenceOptions(context: Context, field: AnyField): Promise<FieldOption[] | null> {
  const target = targetOf(field);
  if (!target || target.scope === 'log') return null;
  const code = sql.ref(`t.${snake(target.code)}`);
  const conditions = where([...visibility(target, context.session), ...fitting(field)]);
  const found =
    await sql<FieldOption>`select ${code}::text as value, ${labelOf(target, 't', context.session.locale)} as label
    from ${sql.table(target.table)} t ${conditions}
    order by (select s.institution_code from base_site s where s.id = t.site_id) nulls first, ${code}, t.id limit ${sql.lit(MAX_OPTIONS + 1)}`.execute(
      context.sql,
    );
  return found.rows.length > MAX_OPTIONS
    ? null
    : found.rows.map(({ value, label }) => ({ value: value ?? label, label }));
}
