import type { AnyActions } from './action.ts';
import type { Problem } from './errors.ts';
import type { AnyField, AnyFields, Field, ValueOf } from './field.ts';
import type { Figure } from './figure.ts';
import type { Text } from './text.ts';

/**
 * Where the rows of an entity live.
 * `site`: each row belongs to one site. `company`: rows are seen by all sites, a row with a site by that site only.
 * `log`: append only, partitioned by time, keyed `(siteId, at, id)`.
 */
export type Scope = 'site' | 'company' | 'log';

/** What happens on DELETE: the row goes, it is kept but hidden, or nothing may be deleted. */
export type Removal = 'delete' | 'soft' | 'never';

/**
 * How a log is kept and searched. A filter is answered from the counts per hour (`counted`), by its index over the
 * whole of the log (`words`, `keys`), or else by reading a narrow window.
 */
export interface LogShape<K extends string = string> {
  /** Length of a partition in time. */
  readonly partition: 'month' | 'week';
  /** Frequent filters with few values: rows are counted per site, hour and combination of them. */
  readonly counted: readonly K[];
  /** Those of `counted` with values so rare that an index must find their rows. */
  readonly rare?: readonly K[];
  /** The value of a rare field that most rows have: those are found by their hours, and its index leaves them out. */
  readonly usual?: { readonly [F in K]?: string };
  /** Texts with few different values, such as devices and people: found by any part of the word, then by index. */
  readonly words?: readonly K[];
  /** Texts that few rows share, such as a message id: found by the whole text and its index. */
  readonly keys?: readonly K[];
  /** Columns that come after the row, such as the end of an alarm; all others are never changed. */
  readonly later?: readonly K[];
}

/** Calls of an entity whose paths the specification fixes; `:id` and others are filled from the row. */
export interface FixedCalls {
  readonly list?: string;
  readonly get?: string;
  readonly create?: string;
  readonly update?: string;
  readonly remove?: string;
  /** Path below which export, import, actions and history stand. */
  readonly base: string;
}

/** What a declaration says; see ARCHITECTURE.md. */
export interface Declaration<N extends string, F extends AnyFields, A extends AnyActions> {
  /** `area/entity`, the thing in the singular: `production/order`. */
  readonly name: N;
  readonly label: Text;
  readonly scope: Scope;
  /** Last part of the path when adding an s is not English: `dict-types`. */
  readonly plural?: string;
  /** Tag `area:entity` of the page that guards it when it has no page of its own. */
  readonly guardedBy?: string;
  readonly calls?: FixedCalls;
  /** Field that names a row for people. */
  readonly title: string & keyof F;
  /** Field by which a row is typed, scanned and found in an import; default: title. */
  readonly code?: string & keyof F;
  /** Named `code(title)` instead of `code title` where rows are chosen or referred to. */
  readonly titleInBrackets?: boolean;
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' };
  /** Keys that are unique inside one site (company scope: inside the company). Case-insensitive for text. */
  readonly unique?: readonly (readonly (string & keyof F)[])[];
  /** Where keys are unique when not as the scope says: `site` lets a site have its own row of a company's key. */
  readonly uniqueWithin?: 'site' | 'company';
  readonly fields: F;
  /** Two to five counters above the list, those that matter to the person who opens it. */
  readonly figures?: Readonly<Record<string, Figure>>;
  /** Field that holds the state of the life cycle. */
  readonly state?: string & keyof F;
  readonly actions?: A;
  /** States in which the row may be changed, or deleted, by hand; absent = in every state. */
  readonly editable?: readonly string[];
  readonly removable?: readonly string[];
  /** Problems over several fields of a whole draft, pure; days are those of the site's zone. */
  readonly rules?: (draft: Partial<ValuesOf<F>>, timeZone: string) => Problem[];
  /** Headings of form sections in their order. */
  readonly sections?: Readonly<Record<string, Text>>;
  /** Date or instant that `params[beginTime]` and `params[endTime]` narrow; default `createTime`, logs `at`. */
  readonly period?: string;
  /** Dates of search ranges may lie in the future (planning pages). */
  readonly future?: boolean;
  readonly removal?: Removal;
  /** Rows are about persons: column with the id of each, by which the data scope of roles narrows what is seen. */
  readonly person?: 'id' | (string & keyof F);
  /** A tree: field that refers to the parent row of the same entity. */
  readonly parent?: string & keyof F;
  /** Needed by scope `log`, and by it alone. */
  readonly log?: LogShape<string & keyof F>;
}

/** A declaration with its defaults filled and its derived names; what `defineEntity` gives. */
export interface Entity<
  N extends string = string,
  F extends AnyFields = AnyFields,
  A extends AnyActions = AnyActions,
> extends AnyEntity {
  readonly name: N;
  readonly fields: F;
  readonly actions: A;
}

/** Entity without its generics, for the machinery; domain code uses `Entity<N, F, A>`. */
export interface AnyEntity {
  readonly name: string;
  readonly area: string;
  readonly label: Text;
  readonly scope: Scope;
  /** Table `production_order`. */
  readonly table: string;
  /** Tag `production:order` whose actions guard it. */
  readonly tag: string;
  /** Path `/api/production/orders` below which its calls stand. */
  readonly path: string;
  readonly calls?: FixedCalls;
  readonly title: string;
  readonly code: string;
  readonly titleInBrackets?: boolean;
  readonly sort: { readonly by: string; readonly order: 'asc' | 'desc' };
  readonly unique: readonly (readonly string[])[];
  readonly uniqueWithin: 'site' | 'company';
  readonly fields: AnyFields;
  readonly figures: Readonly<Record<string, Figure>>;
  readonly state?: string;
  readonly actions: AnyActions;
  readonly editable?: readonly string[];
  readonly removable?: readonly string[];
  readonly rules?: (draft: never, timeZone: string) => Problem[];
  readonly sections: Readonly<Record<string, Text>>;
  readonly period: string;
  readonly future: boolean;
  readonly removal: Removal;
  readonly person?: string;
  readonly parent?: string;
  readonly log?: LogShape;
}

/** Columns that every row has beside its fields. */
export interface SystemColumns {
  id: string;
  siteId: string | null;
  remark: string | null;
  createBy: string | null;
  createTime: string;
  updateBy: string | null;
  updateTime: string;
  revision: number;
}

/** What an answer adds to a stored row. */
export interface RowExtras {
  /** Names behind references: `{ productId: 'W1890A 18寸锻造轮', lineIds: ['L02 锻造线'] }`. */
  shown: Record<string, string | string[]>;
  /** Site's name; only company-wide users get it. */
  departName?: string;
  /** Actions that this user may do now, `edit` and `remove` included. */
  actions: string[];
}

type ValuesOf<F extends AnyFields> = { [K in keyof F]: ValueOf<F[K]> };
type FieldsOf<E> = E extends { readonly fields: infer F extends AnyFields } ? F : never;
/** Fields that a draft must hold: required, not computed, without a default. */
type NeededKey<F extends AnyFields> = {
  [K in keyof F]: F[K] extends Field<unknown, true, false>
    ? F[K] extends { readonly default: unknown }
      ? undefined extends F[K]['default']
        ? K
        : never
      : K
    : never;
}[keyof F];

/** Fields that a draft may hold. */
type FreeKey<F extends AnyFields> = {
  [K in keyof F]: F[K] extends Field<unknown, boolean, true> ? never : K;
}[keyof F];

/** A stored row as the server answers it. */
export type Row<E> = SystemColumns & ValuesOf<FieldsOf<E>>;

/** What a client sends to create a row: needed fields, the others at will. */
export type Draft<E> = DraftOf<FieldsOf<E>> & { siteId?: string | null; remark?: string | null };

type DraftOf<F extends AnyFields> = { [K in NeededKey<F>]: DraftValue<F[K]> } & {
  [K in Exclude<FreeKey<F>, NeededKey<F>>]?: DraftValue<F[K]> | null;
};

/** Child rows are drafts themselves; a row that is there already names its id. */
type DraftValue<F> = F extends { readonly columns: infer C extends AnyFields }
  ? (DraftOf<C> & { id?: string | null })[]
  : ValueOf<F>;

/** What a client sends to change a row: the fields that change, with the revision it saw. */
export type Change<E> = Partial<Draft<E>> & { revision: number };

/** Name of an action of an entity. */
export type ActionOf<E> = E extends { readonly actions: infer A } ? string & keyof A : never;

/** Declares an entity; table, routes, pages, permissions and Excel follow from what it returns. */
export function defineEntity<
  const N extends `${string}/${string}`,
  const F extends AnyFields,
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- an entity without actions has none
  const A extends AnyActions = Record<never, never>,
>(declaration: Declaration<N, F, A>): Entity<N, F, A> {
  const [area = '', thing = ''] = declaration.name.split('/');
  const kebab = thing.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
  return {
    ...declaration,
    area,
    table: `${area}_${kebab.replaceAll('-', '_')}`,
    tag: declaration.guardedBy ?? `${area}:${thing}`,
    path: declaration.calls?.base ?? `/api/${area}/${declaration.plural ?? `${kebab}s`}`,
    code: declaration.code ?? declaration.title,
    unique: declaration.unique ?? [],
    uniqueWithin: declaration.uniqueWithin ?? (declaration.scope === 'site' ? 'site' : 'company'),
    figures: declaration.figures ?? {},
    actions: declaration.actions ?? ({} as A),
    sections: declaration.sections ?? {},
    period: declaration.period ?? (declaration.scope === 'log' ? 'at' : 'createTime'),
    future: declaration.future ?? false,
    removal: declaration.removal ?? (declaration.scope === 'log' ? 'never' : 'delete'),
  };
}

/** Field of an entity by name; throws on a name that the declaration does not know. */
export function fieldOf(entity: AnyEntity, name: string): AnyField {
  const field = entity.fields[name];
  if (!field) throw new Error(`${entity.name} has no field ${name}`);
  return field;
}

/** Names and fields of an entity that fit a test, in the order of the declaration. */
export function fieldsWhere(
  entity: AnyEntity,
  test: (field: AnyField, name: string) => boolean,
): [string, AnyField][] {
  return Object.entries(entity.fields).filter(([name, field]) => test(field, name));
}
