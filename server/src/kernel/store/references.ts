import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { type Problem, refusals } from '@millwright/contract/kernel/errors';
import { problem } from '@millwright/contract/kernel/check';
import { rowLabel } from '@millwright/contract/kernel/field-label';
import type { AnyField, AnyFields } from '@millwright/contract/kernel/field';
import type { Text } from '@millwright/contract/kernel/text';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { refuseDraft } from '../refuse.ts';
import { childFields, snake, targetOf } from './columns.ts';
import { visibility, where } from './filter.ts';

/** One id that a draft points at, and where it stands. */
interface Mention {
  readonly draft: number;
  readonly path: string;
  readonly label: Text;
  readonly field: AnyField;
  readonly target: AnyEntity;
  readonly id: string;
}

interface Found {
  target: string;
  id: string;
  siteId: string | null;
  fits: boolean;
}

/** A draft on its way into the table: its site and its values. */
export interface Placed {
  readonly siteId: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Problems of the references of drafts, by draft: each target must exist, be visible to this session, lie in
 * the row's own site or be company-wide, and fit the field's conditions, unless the row named it `before`. One
 * statement for all of them.
 */
export async function referenceProblems(
  context: Context,
  entity: AnyEntity,
  drafts: readonly Placed[],
  before: Readonly<Record<string, unknown>> = {},
): Promise<Problem[][]> {
  const mentions = drafts.flatMap((draft, index) => mentionsOf(entity, draft, index));
  const problems: Problem[][] = drafts.map(() => []);
  if (mentions.length === 0) return problems;
  const found = await lookUp(context, mentions);
  for (const mention of mentions) {
    const siteId = drafts[mention.draft]?.siteId ?? null;
    const target = found.get(keyOf(mention.target.name, mention.id, mention.field));
    const inSite =
      target && (target.siteId === null || siteId === null || target.siteId === siteId);
    if (!inSite || !(target.fits || wasNamed(before, mention)))
      problems[mention.draft]?.push(problem(mention.path, mention.label, refusals['ref.missing']));
  }
  return problems;
}

function wasNamed(before: Readonly<Record<string, unknown>>, { path, id }: Mention): boolean {
  return [before[path]].flat().includes(id);
}

/** Throws all reference problems of one draft at once. */
export async function checkReferences(
  context: Context,
  entity: AnyEntity,
  draft: Placed,
): Promise<void> {
  const [problems = []] = await referenceProblems(context, entity, [draft]);
  if (problems.length > 0) throw refuseDraft(problems);
}

function mentionsOf(entity: AnyEntity, draft: Placed, index: number): Mention[] {
  const own = mentionsIn(entity.fields, draft.values, index, '', (label) => label);
  const children = childFields(entity).flatMap(([name, field]) => {
    const rows = (draft.values[name] ?? []) as Record<string, unknown>[];
    return rows.flatMap((row, line) =>
      mentionsIn(field.columns, row, index, `${name}.${line}.`, (column) =>
        rowLabel(field.label, line, column),
      ),
    );
  });
  return [...own, ...children];
}

function mentionsIn(
  fields: AnyFields,
  values: Readonly<Record<string, unknown>>,
  draft: number,
  path: string,
  placed: (label: Text) => Text,
): Mention[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const target = targetOf(field);
    const value = values[name];
    // What the server sets by itself (an author from the company, say) is its own to answer for.
    if (!target || field.computed || value === null || value === undefined) return [];
    const label = placed(field.label);
    const ids = Array.isArray(value) ? value : [value];
    return ids.map((id) => ({ draft, path: path + name, label, field, target, id: String(id) }));
  });
}

function keyOf(target: string, id: string, field: AnyField): string {
  return `${target}#${id}#${JSON.stringify(conditionOf(field))}`;
}

function conditionOf(field: AnyField): Readonly<Record<string, string | readonly string[]>> {
  return (field as { where?: Record<string, string | readonly string[]> }).where ?? {};
}

async function lookUp(context: Context, mentions: readonly Mention[]): Promise<Map<string, Found>> {
  const groups = new Map<string, Mention[]>();
  for (const mention of mentions) {
    const key = keyOf(mention.target.name, '', mention.field);
    groups.set(key, [...(groups.get(key) ?? []), mention]);
  }
  const parts = [...groups.entries()].map(([key, group]) => groupQuery(context, key, group));
  const found = await sql<Found & { key: string }>`${sql.join(parts, sql` union all `)}`.execute(
    context.sql,
  );
  return new Map(found.rows.map((row) => [row.key.replace('##', `#${row.id}#`), row]));
}

function groupQuery(context: Context, key: string, group: readonly Mention[]): RawBuilder<unknown> {
  const [first] = group as [Mention];
  const ids = [...new Set(group.map(({ id }) => id))];
  const conditions = [
    ...visibility(first.target, context.session),
    sql<boolean>`t.id = any(${ids}::bigint[])`,
  ];
  const table = sql.table(first.target.table);
  // No foreign key watches over a list: what it names is held, so that nobody deletes it meanwhile.
  const isListed = group.some(({ field }) => field.kind.name === 'refs');
  const targets = isListed
    ? sql`(select t.* from ${table} t ${where(conditions)} for key share) t`
    : sql`${table} t ${where(conditions)}`;
  return sql`select ${key}::text as key, t.id::text as id, t.site_id::text as "siteId", ${fits(first.field)} as fits
    from ${targets}`;
}

function fits(field: AnyField): RawBuilder<unknown> {
  const conditions = Object.entries(conditionOf(field)).map(
    ([name, value]) => sql`${sql.ref(`t.${snake(name)}`)}::text = any(${[value].flat()}::text[])`,
  );
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}
