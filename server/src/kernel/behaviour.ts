import type { ActionOf, AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListAnswer, ListQuery } from '@millwright/contract/kernel/query';
import type { RawBuilder } from 'kysely';
import type { ActionBody, Answer, Context } from './context.ts';
import type { Route } from './http/route.ts';
import type { ExportColumn } from './sheet-routes/export-columns.ts';
import type { FurtherSheet } from './sheet-routes/further-sheet.ts';
import type { Placed } from './store/references.ts';

/**
 * What a module puts in the place of the generic operations of an entity. An operation that is not named
 * here stays generic; one that is may call the generic one by `context.store(entity)`.
 */
export interface Behaviour<E extends AnyEntity = AnyEntity> {
  readonly entity: E;
  readonly list?: (context: Context, query: ListQuery) => Promise<ListAnswer<Answer<E>>>;
  /** Needed beside a `list` that asks for more than its caller: both count the same rows. */
  readonly figures?: (
    context: Context,
    params: ListQuery['params'],
  ) => Promise<Record<string, number>>;
  /**
   * What a replaced `list` does to each row, when it does nothing else: the fields that it sets and those that it
   * reads, what it opens for that, and the order of a list that names no sort. An export then reads the table by a cursor, and of it no more
   * than it needs, instead of asking for the list page by page.
   */
  readonly asListed?: {
    readonly fields: readonly string[];
    readonly reads: readonly string[];
    readonly open: (context: Context) => Promise<(row: Answer<E>) => object>;
    readonly order?: RawBuilder<unknown>;
  };
  readonly get?: (context: Context, id: string) => Promise<Answer<E>>;
  readonly create?: (context: Context, draft: Record<string, unknown>) => Promise<Answer<E>>;
  /**
   * New rows of an import, judged already (schema, references, dictionaries, unique keys); ids in order. Without it
   * an import goes through `create` row by row where that is replaced, else all rows are inserted at once.
   */
  readonly createMany?: (context: Context, placed: readonly Placed[]) => Promise<string[]>;
  /** What `create` and `update` add concerns child rows alone: an import writes the rows themselves straight to the table. */
  readonly sheetsArePlain?: boolean;
  /** Columns of an export behind those of the fields. */
  readonly exportedBeside?: (context: Context) => Promise<readonly ExportColumn[]>;
  /** Sheets of exports and imports beside those of the entity's own child rows. */
  readonly sheets?: readonly FurtherSheet[];
  readonly update?: (
    context: Context,
    id: string,
    change: Record<string, unknown>,
  ) => Promise<Answer<E>>;
  /**
   * Changed rows of an import, judged already and locked: what may be changed of each (throws what stands against it),
   * and what follows for all. Without it an import goes through `update` row by row where that is replaced.
   */
  readonly updateMany?: {
    readonly allowed: (row: Answer<E>, change: Record<string, unknown>) => Record<string, unknown>;
    readonly after: (context: Context, ids: readonly string[]) => Promise<void>;
  };
  readonly remove?: (
    context: Context,
    ids: readonly string[],
    params: Readonly<Record<string, string>>,
  ) => Promise<void>;
  readonly actions?: {
    readonly [A in ActionOf<E>]?: (
      context: Context,
      row: Answer<E>,
      body: ActionBody,
    ) => Promise<Answer<E>>;
  };
  /** Routes beyond the standard set. */
  readonly routes?: readonly Route[];
}

/** Ties a module to its entity; the module file's default export. */
export function behaviour<E extends AnyEntity>(
  entity: E,
  replaced: Omit<Behaviour<E>, 'entity'>,
): Behaviour {
  return { entity, ...replaced } as unknown as Behaviour;
}
