import { dictionaries } from '@millwright/contract/dictionaries';
import { checkDraft, isWritable } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField, AnyFields } from '@millwright/contract/kernel/field';
import type { ChoiceField } from '@millwright/contract/kinds/choice';
import type { DecimalField } from '@millwright/contract/kinds/decimal';
import type { DictionaryField } from '@millwright/contract/kinds/dictionary';
import type { IntegerField } from '@millwright/contract/kinds/integer';
import type { RefField } from '@millwright/contract/kinds/ref';
import type { RowsField } from '@millwright/contract/kinds/rows';
import type { TextField } from '@millwright/contract/kinds/text';
import fc from 'fast-check';

/** Gives the id of a row that a reference may point at; conditions of the field hold for it. */
export type Target = (field: RefField) => string | Promise<string>;

/** Values that one draft must have, such as those that a reference's condition asks of its target. */
export type Wanted = Readonly<Record<string, unknown>>;

/**
 * A valid draft of an entity: its required fields, and what its rules ask for besides. `n` makes texts and
 * numbers differ from draft to draft. Throws when the declaration's own rules cannot be satisfied this way.
 */
export async function draftFor(
  entity: AnyEntity,
  n: number,
  target: Target,
  wanted: Wanted = {},
): Promise<Record<string, unknown>> {
  const draft: Record<string, unknown> = { ...wanted };
  for (const [name, field] of Object.entries(entity.fields)) {
    const needed = field.required && (field.default === undefined || isNumbered(entity, name));
    if (isWritable(entity, name) && needed && !(name in draft))
      draft[name] = await valueFor(field, n, target);
  }
  for (let round = 0; round < 4; round += 1) {
    const { problems } = checkDraft(entity, draft, 'create');
    if (problems.length === 0) return draft;
    for (const { field: path } of problems) {
      const [name = ''] = path.split('.');
      const field = entity.fields[name];
      if (!field) throw new Error(`${entity.name}: nothing can be put at ${path}`);
      draft[name] = await valueFor(field, n + round, target);
    }
  }
  throw new Error(
    `${entity.name}: no draft satisfies its rules: ${JSON.stringify(checkDraft(entity, draft, 'create').problems)}`,
  );
}

/** A value that fits a field, the plainest of its kind. */
export async function valueFor(field: AnyField, n: number, target: Target): Promise<unknown> {
  switch (field.kind.name) {
    case 'ref':
      return target(field as unknown as RefField);
    case 'refs':
      return [await target(field as unknown as RefField)];
    case 'rows':
      return rowsFor(field as unknown as RowsField, n, target);
    default:
      return plainValue(field, n);
  }
}

/** Fields that a client may send at creation. */
export function writableFields(entity: AnyEntity): AnyFields {
  return Object.fromEntries(
    Object.entries(entity.fields).filter(([name]) => isWritable(entity, name)),
  );
}

function isNumbered(entity: AnyEntity, name: string): boolean {
  return entity.unique.some((key) => key.length === 1 && key[0] === name);
}

async function rowsFor(
  field: RowsField,
  n: number,
  target: Target,
): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = [];
  for (let index = 0; index < Math.max(1, field.min); index += 1) {
    const row: Record<string, unknown> = {};
    for (const [name, column] of Object.entries(field.columns)) {
      if (column.required && column.default === undefined)
        row[name] = await valueFor(column, n + index, target);
    }
    rows.push(row);
  }
  return rows;
}

function plainValue(field: AnyField, n: number): unknown {
  switch (field.kind.name) {
    case 'text':
      return textFor(field as unknown as TextField, n);
    case 'password':
      return `Kq${n}-Wechsel`;
    case 'integer': {
      const { min, max } = field as unknown as IntegerField;
      return Math.min(max, min + n);
    }
    case 'decimal':
      return decimalFor(field as unknown as DecimalField);
    case 'flag':
      return false;
    case 'choice':
      return Object.keys((field as unknown as ChoiceField).options)[0];
    case 'dictionary':
      return itemsOf(field as unknown as DictionaryField)[0] ?? null;
    case 'day':
      return new Date(Date.now() + (isFuture(field) ? 30 * DAY_MS : 0)).toISOString().slice(0, 10);
    case 'instant':
      return new Date(
        Date.now() + (isFuture(field) ? DAY_MS : -DAY_MS) + 60_000 * (n % 1000),
      ).toISOString();
    case 'clock':
      return '08:00';
    default:
      return null;
  }
}

const DAY_MS = 86_400_000;

/** Planning fields may lie ahead; some must. */
function isFuture(field: AnyField): boolean {
  return (field as { future?: boolean }).future === true;
}

function textFor({ pattern, max, min }: TextField, n: number): string {
  if (!pattern) return `T${n}`.padEnd(min, 'x').slice(0, max);
  let longest = '';
  for (let seed = n * 100; seed < n * 100 + 100 && longest.length < DISTINCT; seed += 1) {
    const [text = ''] = fc.sample(fc.stringMatching(pattern), { seed, numRuns: 1 });
    const fits = text.length <= max && text.length >= min && PLAIN.test(text);
    if (fits && text.length > longest.length) longest = text;
  }
  if (longest === '') throw new Error(`No text matches ${String(pattern)}`);
  return longest;
}

/** Two texts of so many characters are hardly ever the same. */
const DISTINCT = 6;

const PLAIN = /^[\x21-\x7e]+$/;

function decimalFor({ above, min, max }: DecimalField): string {
  const least = Math.max(min ?? 1, (above ?? 0) + 1);
  return String(Math.min(max ?? least, least));
}

/** Values of a field's dictionary as it is delivered. */
export function itemsOf({ dictionary }: DictionaryField): string[] {
  const found = dictionaries.find(({ type }) => type === dictionary);
  return found ? found.items.map(({ value }) => value) : [];
}
