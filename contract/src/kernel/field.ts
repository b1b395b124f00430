import type { z } from 'zod';
import type { Refusal } from './errors.ts';
import type { Locale, Text, TextArgs } from './text.ts';

/** How a list may be narrowed by a field; the kind decides. `presence`: whether there is anything (`some`) or not (`none`). */
export type FilterMode = 'contains' | 'oneOf' | 'range' | 'presence' | null;

/** A value as a spreadsheet holds it. Days and instants travel as text in the site's zone. */
export type SheetValue = string | number | boolean | null;

/** What a kind made of a spreadsheet cell: a value for the draft, or why not. */
export type SheetReading<V> = { value: V | null } | { refusal: Refusal; args?: TextArgs };

/**
 * What all fields of one kind have in common. One kind, one file in `contract/src/kinds`;
 * its Cell, Input and Filter stand in the file of the same name in `web/src/kinds`.
 */
export interface Kind<F extends AnyField = AnyField> {
  readonly name: string;
  /** Word for the kind in refusals and import templates. */
  readonly label: Text;
  readonly filter: FilterMode;
  /** PostgreSQL type of the column; null when the value lives in a table of its own (child rows). */
  column(field: F): string | null;
  /** Judges a filled value; emptiness is the field's matter, not the kind's. */
  schema(field: F): z.ZodType;
  /** The value as a spreadsheet cell in the language of the reader. */
  toSheet(value: unknown, field: F, locale: Locale): SheetValue;
  /** A spreadsheet cell as a draft value; labels of either language are understood. */
  fromSheet(cell: SheetValue, field: F): SheetReading<unknown>;
  /** Whether values hold addresses of stored files, which whoever sees the row may read then. Such fields stand in no sheet. */
  holdsFiles?(field: F): boolean;
}

/** Options that every kind of field takes. Letters are the flags of the field tables. */
export interface FieldOptions {
  /** R: must be filled. */
  readonly required?: boolean;
  /** L: a column of the list. */
  readonly list?: boolean;
  /** F: a filter of the list. */
  readonly filter?: boolean;
  /** S: the list can be sorted by it. */
  readonly sort?: boolean;
  /** The list shows its total over all rows of the filter; numbers of entities that are no logs. */
  readonly sum?: boolean;
  /** E: stands in the form (default: yes, unless computed). */
  readonly form?: boolean;
  /** X: stands in exports and imports (default: as the kind says). */
  readonly sheet?: boolean;
  /** C: computed by the server, never accepted from a client. */
  readonly computed?: boolean;
  /** Chosen at creation, fixed afterwards. */
  readonly fixed?: boolean;
  /** Column and filter are shown to company-wide users only. */
  readonly companyOnly?: boolean;
  /** Never returned, never logged. */
  readonly secret?: boolean;
  /** Of a person: its middle is hidden in lists and sheets from those without the entity's `query` tag. */
  readonly sensitive?: boolean;
  /** Value of a new row when none is given. */
  readonly default?: unknown;
  /** One sentence under the field in the form. */
  readonly help?: Text;
  /** The help tells how a new row gets its value: forms of rows that have one do not say it. */
  readonly helpOnce?: boolean;
  /** Unit behind the number or in the head of the column. */
  readonly unit?: Text;
  /** Section of the form; a key of the entity's `sections`. */
  readonly section?: string;
  /** Column width in px when the kind's own does not fit. */
  readonly width?: number;
}

/** A field of an entity: value type `V`, required `R`, computed `C`. */
export interface Field<
  V,
  R extends boolean = boolean,
  C extends boolean = boolean,
> extends FieldOptions {
  readonly kind: Kind<never>;
  readonly label: Text;
  readonly required: R;
  readonly computed: C;
  readonly list: boolean;
  readonly filter: boolean;
  readonly sort: boolean;
  readonly form: boolean;
  readonly sheet: boolean;
  /** Phantom: carries the value type, never set. */
  readonly value?: V;
}

export type AnyField = Field<unknown>;
export type AnyFields = Readonly<Record<string, AnyField>>;

type IsTrue<T> = T extends true ? true : false;

/** The field type that a constructor gives for value `V`, its own properties `P` and the options `O`. */
export type FieldOf<V, O, P = unknown> = Field<
  V,
  IsTrue<O extends { required: infer R } ? R : false>,
  IsTrue<O extends { computed: infer C } ? C : false>
> &
  (O extends { default: infer D } ? { readonly default: D } : unknown) &
  P;

/** Whether a field exists for somebody: those for company-wide people are nobody else's. */
export function isFieldFor(field: Pick<AnyField, 'companyOnly'>, companyWide: boolean): boolean {
  return companyWide || !field.companyOnly;
}

/** The fields that exist for somebody, by their names, in the order of the declaration. */
export function fieldsFor(fields: AnyFields, companyWide: boolean): [string, AnyField][] {
  return Object.entries(fields).filter(([, field]) => isFieldFor(field, companyWide));
}

/** Whether a field, or a column of its child rows, holds addresses of stored files. */
export function holdsFiles(field: AnyField): boolean {
  const { columns = {} } = field as { columns?: AnyFields };
  const kind = field.kind as Kind;
  return kind.holdsFiles?.(field) === true || Object.values(columns).some(holdsFiles);
}

/** Fills the defaults of the options; every constructor of a kind ends in this. */
export function makeField<V, const O extends FieldOptions, P extends object>(
  kind: Kind<never>,
  label: Text,
  options: O | undefined,
  own: P,
): FieldOf<V, O, P> {
  const computed = options?.computed ?? false;
  const field = {
    ...options,
    ...own,
    kind,
    label,
    required: options?.required ?? false,
    computed,
    list: options?.list ?? false,
    filter: options?.filter ?? false,
    sort: options?.sort ?? false,
    form: options?.form ?? !computed,
    sheet: options?.sheet ?? options?.secret !== true,
  };
  return field as unknown as FieldOf<V, O, P>;
}

/** Value type of a field as a stored row holds it; lists are never null, at most empty. */
export type ValueOf<F> =
  F extends Field<infer V, infer R>
    ? R extends true
      ? V
      : V extends readonly unknown[]
        ? V
        : V | null
    : never;
