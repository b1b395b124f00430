import { dictionaries } from '@millwright/contract/dictionaries';
import { checkDraft, isWritable } from '@millwright/contract/kernel/check';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { AnyField, AnyFields, Kind } from '@millwright/contract/kernel/field';
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

/** Values of a field that the product's own schema accepts, odd ones among them. References come from `ids`. */
export function arbitraryFor(
  field: AnyField,
  ids: (target: string) => readonly string[],
): fc.Arbitrary<unknown> {
  const made = rawArbitrary(field, ids);
  if (field.kind.name === 'rows') return made;
  const schema = (field.kind as Kind).schema(field as never);
  return made.map((value) => (schema.safeParse(value).success ? value : undefined));
}

/** Drafts that the schema and the rules of an entity accept, or null for those that they refuse. */
export function draftArbitrary(
  entity: AnyEntity,
  ids: (target: string) => readonly string[],
): fc.Arbitrary<Record<string, unknown> | null> {
  return recordArbitrary(writableFields(entity), ids).map((draft) =>
    checkDraft(entity, draft, 'create').draft ? draft : null,
  );
}

/** Fields that a client may send at creation. */
export function writableFields(entity: AnyEntity): AnyFields {
  return Object.fromEntries(
    Object.entries(entity.fields).filter(([name]) => isWritable(entity, name)),
  );
}

/** Texts that have broken other programs. */
export const ODD_TEXTS = [
  "' or '1'='1",
  '"; drop table base_line; --',
  '\\',
  '%',
  '_',
  '%%%',
  '\u2028',
  '👷🏽‍♀️',
  '<img src=x onerror=alert(1)>',
  '=1+1',
  '${7*7}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-0',
  '1e309',
  '0x10',
  '１２',
  'ﬀ',
  'İ',
  '\t',
  'a\nb',
];

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
  for (let seed = n * 100; seed < n * 100 + 100; seed += 1) {
    const [text = ''] = fc.sample(fc.stringMatching(pattern), { seed, numRuns: 1 });
    if (
      text.length <= max &&
      text.length >= Math.max(min, 1) &&
      text.trim() === text &&
      PLAIN.test(text)
    )
      return text;
  }
  throw new Error(`No text matches ${String(pattern)}`);
}

const PLAIN = /^[\x21-\x7e]+$/;

function decimalFor({ above, min, max }: DecimalField): string {
  const least = Math.max(min ?? 1, (above ?? 0) + 1);
  return String(Math.min(max ?? least, least));
}

function itemsOf({ dictionary }: DictionaryField): string[] {
  const found = dictionaries.find(({ type }) => type === dictionary);
  return found ? found.items.map(({ value }) => value) : [];
}

function recordArbitrary(
  fields: AnyFields,
  ids: (target: string) => readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const parts = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = arbitraryFor(field, ids);
      return [
        name,
        field.required && field.default === undefined
          ? value
          : fc.option(value, { nil: undefined }),
      ];
    }),
  );
  return fc
    .record(parts)
    .map((draft) =>
      Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined)),
    );
}

function rawArbitrary(
  field: AnyField,
  ids: (target: string) => readonly string[],
): fc.Arbitrary<unknown> {
  const { kind } = field;
  if (kind.name === 'ref' || kind.name === 'refs') {
    const known = ids((field as unknown as RefField).target);
    if (known.length === 0) return fc.constant(undefined);
    return kind.name === 'ref'
      ? fc.constantFrom(...known)
      : fc.uniqueArray(fc.constantFrom(...known), { maxLength: 3 });
  }
  if (kind.name === 'rows') {
    const { columns, min, max } = field as unknown as RowsField;
    return fc.array(recordArbitrary(columns, ids), {
      minLength: min,
      maxLength: Math.min(max, Math.max(min, 3)),
    });
  }
  return scalarArbitrary(field);
}

function scalarArbitrary(field: AnyField): fc.Arbitrary<unknown> {
  switch (field.kind.name) {
    case 'text':
      return textArbitrary(field as unknown as TextField);
    case 'richText':
      return fc.string({ unit: 'grapheme', maxLength: 200 });
    case 'integer': {
      const { min, max } = field as unknown as IntegerField;
      return fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));
    }
    case 'decimal':
      return decimalArbitrary(field as unknown as DecimalField);
    case 'flag':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...Object.keys((field as unknown as ChoiceField).options));
    case 'choices': {
      const options = (field as unknown as { options: Record<string, unknown> | null }).options;
      const item = options
        ? fc.constantFrom(...Object.keys(options))
        : fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
      return fc.uniqueArray(item, { maxLength: 4 });
    }
    case 'dictionary':
      return fc.constantFrom(...itemsOf(field as unknown as DictionaryField), null);
    default:
      return otherArbitrary(field.kind.name);
  }
}

function otherArbitrary(kind: string): fc.Arbitrary<unknown> {
  const from = new Date('1900-01-01T00:00:00Z');
  const date = fc.date({ min: from, max: new Date('2999-12-31T00:00:00Z'), noInvalidDate: true });
  if (kind === 'day') return date.map((at) => at.toISOString().slice(0, 10));
  if (kind === 'instant') return date.map((at) => at.toISOString());
  if (kind === 'clock')
    return fc
      .tuple(fc.nat(23), fc.nat(59))
      .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  if (kind === 'image')
    return fc.constantFrom(null, '/edition/api/file/a-1.png', '/edition/api/file/a-1.png?x=1');
  if (kind === 'files')
    return fc.uniqueArray(fc.constantFrom('/edition/api/file/a.pdf', '/edition/api/file/b.zip'));
  if (kind === 'password')
    return fc.string({ unit: 'grapheme-ascii', minLength: 6, maxLength: 20 });
  if (kind === 'json')
    return fc.oneof(fc.constantFrom([], {}, ['1', '2'], { excusable: true }), fc.jsonValue());
  return fc.constant(undefined);
}

function textArbitrary({ pattern, max, min }: TextField): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(pattern).filter((text) => text.length <= max);
  const any = fc.string({ unit: 'binary', minLength: min, maxLength: Math.min(max, 300) });
  return fc.oneof(
    any,
    fc.string({ unit: 'grapheme', minLength: min, maxLength: max }),
    fc.constantFrom(...ODD_TEXTS),
  );
}

function decimalArbitrary({ digits, places, min, max, above }: DecimalField): fc.Arbitrary<string> {
  const cap = 10 ** (digits - places) - 1;
  const low = Math.max(min ?? -cap, above ?? -cap);
  const high = Math.min(max ?? cap, cap);
  const whole = fc.integer({
    min: Math.max(Math.floor(low), -BIG),
    max: Math.min(Math.floor(high), BIG),
  });
  return fc
    .tuple(whole, fc.nat(10 ** places - 1))
    .map(([number, part]) =>
      places === 0 ? `${number}` : `${number}.${String(part).padStart(places, '0')}`,
    );
}

const BIG = 2_000_000_000;
