import { checkDraft } from '@millwright/contract/kernel/check';
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
import { itemsOf, writableFields } from './drafts.testing.ts';

/** Values of a field that the product's own schema accepts, odd ones among them. References come from `ids`. */
export function arbitraryFor(
  field: AnyField,
  ids: (target: string) => readonly string[],
): fc.Arbitrary<unknown> {
  const made = rawArbitrary(field, ids);
  if (field.kind.name === 'rows') return made;
  const schema = field.kind.schema(field as never);
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
