import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { labelOf, snake, targetOf } from '../store/columns.ts';
import { visibility, where } from '../store/filter.ts';
import { fitting } from './field-options.ts';
import { complain, type ImportRow } from './import-row.ts';

interface Found {
  readonly id: string;
  readonly siteId: string | null;
  readonly code: string | null;
  readonly title: string | null;
  readonly label: string;
  readonly fits: boolean;
}

/**
 * Puts ids in the place of the codes and names that rows hold in reference fields; one query a field, whatever the
 * number of rows. A code wins over a name; a name that several rows have is a problem, as is one that none has.
 */
export async function resolveReferences(
  context: Context,
  fields: ReadonlyMap<string, AnyField>,
  rows: readonly ImportRow[],
): Promise<void> {
  for (const [name, field] of fields) {
    const target = targetOf(field);
    if (!target || name === 'siteId' || target.scope === 'log') continue;
    const words = new Set(rows.flatMap(({ values }) => wordsOf(values[name])));
    if (words.size === 0) continue;
    const found = await findTargets(context, target, field, [...words].map(lower));
    for (const row of rows) resolveIn(row, name, field, found);
  }
}

/** What a word found: rows by code, and rows by title or by code and title together. */
export interface Targets {
  readonly byCode: ReadonlyMap<string, readonly Found[]>;
  readonly byName: ReadonlyMap<string, readonly Found[]>;
}

/** Rows of an entity whose code, title or label is one of these words in lower case. */
export async function findTargets(
  context: Context,
  target: AnyEntity,
  field: AnyField,
  words: readonly string[],
): Promise<Targets> {
  const [code, title] = [sql.ref(`t.${snake(target.code)}`), sql.ref(`t.${snake(target.title)}`)];
  const label = labelOf(target, 't');
  const fits = fitting(field);
  const wanted = sql`${words}::text[]`;
  const conditions = [
    ...visibility(target, context.session),
    sql<boolean>`(lower(${code}::text) = any(${wanted}) or lower(${title}::text) = any(${wanted}) or lower(${label}) = any(${wanted}))`,
  ];
  const found =
    await sql<Found>`select t.id::text as id, t.site_id::text as "siteId", ${code}::text as code, ${title}::text as title,
      ${label} as label, ${fits.length === 0 ? sql`true` : sql`(${sql.join(fits, sql` and `)})`} as fits
    from ${sql.table(target.table)} t ${where(conditions)}`.execute(context.sql);
  return {
    byCode: groups(found.rows, ({ code: own }) => [own]),
    byName: groups(found.rows, ({ title: own, label: whole }) => [own, whole]),
  };
}

function resolveIn(row: ImportRow, name: string, field: AnyField, targets: Targets): void {
  const typed = wordsOf(row.values[name]);
  if (typed.length === 0) return;
  const chosen = typed.map((word) => choose(word, row, name, field, targets));
  if (chosen.includes(null)) {
    delete row.values[name];
    return;
  }
  const rows = chosen as Found[];
  row.values[name] = Array.isArray(row.values[name])
    ? [...new Set(rows.map(({ id }) => id))]
    : rows[0]?.id;
  row.shown[name] = Array.isArray(row.values[name])
    ? rows.map(({ label }) => label)
    : rows[0]?.label;
}

function choose(
  word: string,
  row: ImportRow,
  name: string,
  field: AnyField,
  { byCode, byName }: Targets,
): Found | null {
  const here = (found: readonly Found[] = []) =>
    found.filter(({ siteId }) => siteId === null || row.siteId === null || siteId === row.siteId);
  const key = lower(word);
  const coded = here(byCode.get(key));
  const candidates = coded.length > 0 ? coded : here(byName.get(key));
  const usable = candidates.filter(({ fits }) => fits);
  const [first, second] = usable.length > 0 ? usable : candidates;
  const args = { label: field.label, value: word };
  if (!first) complain(row, name, refusals['ref.missing'], args);
  else if (second) complain(row, name, refusals['ref.ambiguous'], args);
  else if (!first.fits)
    row.doubts[name] = {
      field: name,
      key: refusals['ref.missing'].key,
      text: refusals['ref.missing'].text,
      args,
    };
  return first && !second ? first : null;
}

function groups(
  rows: readonly Found[],
  keysOf: (row: Found) => (string | null)[],
): Map<string, Found[]> {
  const grouped = new Map<string, Found[]>();
  for (const row of rows) {
    for (const key of new Set(keysOf(row).flatMap((word) => (word === null ? [] : [lower(word)]))))
      grouped.set(key, [...(grouped.get(key) ?? []), row]);
  }
  return grouped;
}

function wordsOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

function lower(word: string): string {
  return word.trim().toLowerCase();
}
