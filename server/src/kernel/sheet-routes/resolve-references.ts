import { englishTitle } from '@millwright/contract/kernel/english-title';
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
  readonly english: string | null;
  readonly labelEnglish: string;
  readonly fits: boolean;
  /** What the row itself points at: ids by entity. */
  readonly points: Readonly<Record<string, string | null>>;
}

/** What a row of the sheet is known to belong to: ids by entity. */
export type Near = (row: ImportRow) => Readonly<Record<string, string | null>>;

/**
 * Puts ids in the place of the codes and names that rows hold in reference fields; one query a field, whatever the
 * number of rows. A code wins over a name. Of several rows with one name that is taken which belongs to the same
 * product, procedure or other row as `near` says; if still several are left it is a problem, as is a name that none has.
 */
export async function resolveReferences(
  context: Context,
  fields: ReadonlyMap<string, AnyField>,
  rows: readonly ImportRow[],
  near?: Near,
): Promise<void> {
  const done = new Map<string, AnyField>();
  for (const [name, field] of fields) {
    const target = targetOf(field);
    if (!target || name === 'siteId' || target.scope === 'log') continue;
    const words = new Set(rows.flatMap(({ values }) => wordsOf(values[name])));
    if (words.size === 0) continue;
    const found = await findTargets(context, target, field, [...words].map(lower));
    for (const row of rows)
      resolveIn(row, name, field, found, { ...near?.(row), ...ownPoints(row, done) });
    done.set(name, field);
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
  const labelEnglish = labelOf(target, 't', 'en_US');
  const englishName = englishTitle(target);
  const english = englishName ? sql`${sql.ref(`t.${snake(englishName)}`)}::text` : sql`null::text`;
  const fits = fitting(field);
  const wanted = sql`${words}::text[]`;
  const conditions = [
    ...visibility(target, context.session),
    sql<boolean>`(lower(${code}::text) = any(${wanted}) or lower(${title}::text) = any(${wanted}) or lower(${label}) = any(${wanted})
      or lower(${english}) = any(${wanted}) or lower(${labelEnglish}) = any(${wanted}))`,
  ];
  const found =
    await sql<Found>`select t.id::text as id, t.site_id::text as "siteId", ${code}::text as code, ${title}::text as title,
      ${label} as label, ${english} as english, ${labelEnglish} as "labelEnglish", ${pointsOf(target)} as points,
      ${fits.length === 0 ? sql`true` : sql`(${sql.join(fits, sql` and `)})`} as fits
    from ${sql.table(target.table)} t ${where(conditions)}`.execute(context.sql);
  return {
    byCode: groups(found.rows, ({ code: own }) => [own]),
    byName: groups(found.rows, (row) => [row.title, row.label, row.english, row.labelEnglish]),
  };
}

function resolveIn(
  row: ImportRow,
  name: string,
  field: AnyField,
  targets: Targets,
  near: ReturnType<Near>,
): void {
  const typed = wordsOf(row.values[name]);
  if (typed.length === 0) return;
  const chosen = typed.map((word) => choose(word, row, name, field, targets, near));
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
  near: ReturnType<Near>,
): Found | null {
  const here = (found: readonly Found[] = []) =>
    found.filter(({ siteId }) => siteId === null || row.siteId === null || siteId === row.siteId);
  const key = lower(word);
  const coded = here(byCode.get(key));
  const candidates = coded.length > 0 ? coded : here(byName.get(key));
  const usable = candidates.filter(({ fits }) => fits);
  const [first, second] = nearest(usable.length > 0 ? usable : candidates, near);
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

/** Those of several rows that belong to what the row of the sheet belongs to, else to nothing, else all of them. */
function nearest(found: readonly Found[], near: ReturnType<Near>): readonly Found[] {
  let left = found;
  for (const [entity, id] of Object.entries(near)) {
    if (left.length < 2) break;
    const same = left.filter(({ points }) => id !== null && points[entity] === id);
    const free = left.filter(({ points }) => points[entity] === null);
    left = same.length > 0 ? same : free.length > 0 ? free : left;
  }
  return left;
}

/** What a row of the sheet points at itself, by the fields that are resolved. */
function ownPoints(
  { values }: ImportRow,
  fields: ReadonlyMap<string, AnyField>,
): Record<string, string> {
  return Object.fromEntries(
    [...fields].flatMap(([name, field]) => {
      const target = field.kind.name === 'ref' ? targetOf(field) : undefined;
      const id = values[name];
      return target && typeof id === 'string' ? [[target.name, id]] : [];
    }),
  );
}

function pointsOf(target: AnyEntity) {
  const parts = Object.entries(target.fields).flatMap(([name, field]) => {
    const other = field.kind.name === 'ref' ? targetOf(field) : undefined;
    return other ? [sql`${other.name}::text, ${sql.ref(`t.${snake(name)}`)}::text`] : [];
  });
  return parts.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(parts)})`;
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
