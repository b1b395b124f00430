import { createHash } from 'node:crypto';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import { refusals } from '@millwright/contract/kernel/errors';
import type { AnyField } from '@millwright/contract/kernel/field';
import type { ImportMapping, MappingSource } from '@millwright/contract/kernel/sheet';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { refuse } from '../refuse.ts';
import { columnIndex } from '../sheet/cell.ts';
import { readCell } from './cell-values.ts';
import type { Heading } from './headings.ts';
import { dictionaryOf, type Dictionaries } from './labels.ts';
import { isName, meantBy, normalHeading } from './synonyms.ts';

/** A mapping with the reason of each line. */
export type ProposedMapping = ImportMapping & { source: MappingSource | null };

/** Which column fills which field, by what was chosen before for the same headings, by our labels, by likely words. */
export async function proposeMapping(
  context: Context,
  entity: AnyEntity,
  fields: ReadonlyMap<string, AnyField>,
  headings: readonly Heading[],
  known: ReadonlyMap<string, string>,
  dictionaries: Dictionaries,
): Promise<ProposedMapping[]> {
  const earlier = await earlierMapping(context, entity, headings);
  const chosen = new Map<string, ProposedMapping>();
  const put = (
    field: string,
    column: string | null,
    value: string | null,
    source: MappingSource,
    words?: ImportMapping['words'],
  ) => {
    if (fields.has(field) && !chosen.has(field))
      chosen.set(field, { field, column, value, source, ...(words ? { words } : {}) });
  };
  for (const { field, heading, value, words } of earlier ?? []) {
    const found = headings.find(
      ({ label }) => heading !== null && normalHeading(label) === heading,
    );
    if (found || value !== null) put(field, found?.column ?? null, value, 'earlier', words);
  }
  if (earlier === null) {
    for (const { label, column } of headings)
      put(known.get(normalHeading(label)) ?? '', column, null, 'label');
    guess(entity, fields, headings, { chosen, put, context, dictionaries });
  }
  return [...fields.keys()].map(
    (field) => chosen.get(field) ?? { field, column: null, value: null, source: null },
  );
}

/** By our labels alone: what an import without a mapping does. */
export function mappingByLabels(
  headings: readonly Heading[],
  known: ReadonlyMap<string, string>,
): ImportMapping[] {
  const mapping = new Map<string, ImportMapping>();
  for (const { label, column } of headings) {
    const field = known.get(normalHeading(label));
    if (field !== undefined && !mapping.has(field))
      mapping.set(field, { field, column, value: null });
  }
  return [...mapping.values()];
}

/** The mapping that a form sent as JSON. Throws `call.invalid` on anything that no dialog would send. */
export function mappingSent(text: string, fields: ReadonlyMap<string, AnyField>): ImportMapping[] {
  const parsed = SENT_MAPPING.safeParse(parseJson(text));
  if (!parsed.success) throw refuse(refusals['call.invalid'], { detail: 'mapping' });
  const lines = parsed.data.map(({ field, column, value, words }): ImportMapping => ({
    field,
    column: column ?? null,
    value: value ?? null,
    ...(words ? { words } : {}),
  }));
  const wrong = lines.find(
    ({ field }, index) =>
      !fields.has(field) || lines.findIndex((other) => other.field === field) !== index,
  );
  if (wrong)
    throw refuse(refusals['call.invalid'], { detail: `mapping: ${wrong.field.slice(0, 40)}` });
  return lines.filter(
    ({ column, value }) => column !== null || (value !== null && value.trim() !== ''),
  );
}

/** Remembers what was chosen for these headings, for everybody of the site. */
export async function rememberMapping(
  context: Context,
  entity: AnyEntity,
  headings: readonly Heading[],
  mapping: readonly ImportMapping[],
): Promise<void> {
  const lines = mapping.map(({ field, column, value, words }): Remembered => {
    const label = headings.find((heading) => heading.column === column)?.label;
    const heading = label === undefined ? null : normalHeading(label);
    return { field, heading, value, ...(words ? { words } : {}) };
  });
  await sql`insert into import_mapping (site_id, entity, headings, mapping)
    values (${context.session.siteId}, ${entity.name}, ${keyOf(headings)}, ${JSON.stringify(lines)}::jsonb)
    on conflict (coalesce(site_id, 0), entity, headings) do update set mapping = excluded.mapping, update_time = now()`.execute(
    context.sql,
  );
}

interface Remembered extends Pick<ImportMapping, 'field' | 'value' | 'words'> {
  readonly heading: string | null;
}

async function earlierMapping(
  context: Context,
  entity: AnyEntity,
  headings: readonly Heading[],
): Promise<Remembered[] | null> {
  const found = await sql<{ mapping: Remembered[] }>`select mapping from import_mapping
    where entity = ${entity.name} and headings = ${keyOf(headings)} and site_id is not distinct from ${context.session.siteId}`.execute(
    context.sql,
  );
  return found.rows[0]?.mapping ?? null;
}

/** The set of headings, whatever their order. */
function keyOf(headings: readonly Heading[]): string {
  const words = headings.map(({ label }) => normalHeading(label)).toSorted();
  return createHash('sha256').update(words.join('\n')).digest('hex');
}

interface Guessing {
  readonly chosen: ReadonlyMap<string, ProposedMapping>;
  readonly put: (
    field: string,
    column: string | null,
    value: string | null,
    source: MappingSource,
  ) => void;
  readonly context: Context;
  readonly dictionaries: Dictionaries;
}

function guess(
  entity: AnyEntity,
  fields: ReadonlyMap<string, AnyField>,
  headings: readonly Heading[],
  guessing: Guessing,
): void {
  const { chosen, put } = guessing;
  const taken = () => new Set([...chosen.values()].map(({ column }) => column));
  for (const heading of headings) {
    if (taken().has(heading.column)) continue;
    const free = meantBy(normalHeading(heading.label)).find(
      (field) => fields.has(field) && !chosen.has(field) && fits(field, fields, heading, guessing),
    );
    if (free !== undefined) put(free, heading.column, null, 'guess');
  }
  // What others call the name is our title; where they know a thing by its name alone, it is the code too.
  const name = headings.find(
    ({ label, column }) =>
      isName(normalHeading(label)) &&
      (!taken().has(column) || chosen.get(entity.title)?.column === column),
  );
  if (!name) return;
  if (fits(entity.title, fields, name, guessing)) put(entity.title, name.column, null, 'guess');
  if (fields.get(entity.code)?.required && fits(entity.code, fields, name, guessing))
    put(entity.code, name.column, null, 'guess');
}

/** A guess stands only when the field can read at least one of the column's values. */
function fits(
  name: string,
  fields: ReadonlyMap<string, AnyField>,
  { samples }: Heading,
  { context, dictionaries }: Guessing,
): boolean {
  const field = fields.get(name);
  if (!field) return false;
  const items = dictionaries.get(dictionaryOf(field) ?? '') ?? [];
  return (
    samples.length === 0 ||
    samples.some((cell) => 'value' in readCell(cell, field, context.session, items))
  );
}

const SENT_MAPPING = z
  .array(
    z.strictObject({
      field: z.string().max(80),
      column: z
        .string()
        .regex(/^[A-Z]{1,3}$/)
        .refine((column) => columnIndex(column) >= 0)
        .nullish(),
      value: z.string().max(500).nullish(),
      words: z
        .record(z.string().max(200), z.string().max(500))
        .refine((words) => Object.keys(words).length <= 200)
        .optional(),
      source: z.string().nullish(),
    }),
  )
  .max(300);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
