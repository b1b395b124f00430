import type { ActionOf, Change, Draft, Row, RowExtras } from '@millwright/contract/kernel/entity';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { ListAnswer, ListQuery } from '@millwright/contract/kernel/query';
import type { Locale } from '@millwright/contract/kernel/text';
import type { RawBuilder } from 'kysely';
import type { Trx } from './database/transaction.ts';

/** Who acts, where and with which rights; built anew for every request from the session's row. */
export interface Session {
  /** Id of the session's row; null for the system (jobs, demo, device input). */
  readonly sessionId: string | null;
  readonly userId: string;
  readonly username: string;
  readonly realName: string;
  /** 1 company-wide, 2 site, 3 customer. */
  readonly identity: 1 | 2 | 3;
  /** Site that the person works in; for company-wide users it presets filters and new rows, null = the company itself. */
  readonly siteId: string | null;
  readonly homeSiteId: string;
  /** Value of the customer dictionary for identity 3. */
  readonly customer: string | null;
  readonly permissions: ReadonlySet<string>;
  readonly dataScope: DataScope;
  readonly locale: Locale;
  /** Zone of the current site, such as `Asia/Shanghai`. */
  readonly timeZone: string;
  readonly requestId: string;
  readonly host: string;
}

/** The widest data scope of a person's roles: 1 all, 2 the site, 3 own departments and below, 4 oneself. */
export type DataScope = '1' | '2' | '3' | '4';

/** A row as answered: its columns and fields, names behind references, what this user may do with it. */
export type Answer<E> = Row<E> & RowExtras;

/** The generic operations on one entity, inside the context's transaction and scope. */
export interface Store<E extends AnyEntity> {
  /** `ordering` replaces the order of the query: an `order by …` over the alias `t`. */
  list(query: ListQuery, ordering?: RawBuilder<unknown>): Promise<ListAnswer<Answer<E>>>;
  /** The declared counters by name, each counted over the rows that fit `params` besides. */
  figures(params: ListQuery['params']): Promise<Record<string, number>>;
  /** Throws `row.missing`. */
  get(id: string): Promise<Answer<E>>;
  find(where: Readonly<Record<string, unknown>>): Promise<Row<E> | null>;
  create(
    draft: Draft<E> | Record<string, unknown>,
    owned?: Readonly<Record<string, unknown>>,
  ): Promise<Answer<E>>;
  /** Throws `row.stale` when `revision` is not the stored one. */
  update(
    id: string,
    change: Change<E> | Record<string, unknown>,
    owned?: Readonly<Record<string, unknown>>,
  ): Promise<Answer<E>>;
  /** All or nothing; throws `row.missing`, `row.inUse`. */
  remove(ids: readonly string[]): Promise<void>;
  /** One conditional update; throws `row.state`, `row.stale`, `row.reason`. */
  act(
    action: ActionOf<E>,
    id: string,
    body: ActionBody,
    owned?: Readonly<Record<string, unknown>>,
  ): Promise<Answer<E>>;
}

export interface ActionBody {
  readonly revision?: number;
  readonly reason?: string;
  readonly [field: string]: unknown;
}

/** One handle, one scope, one transaction: all that a module may touch. */
export interface Context {
  readonly session: Session;
  /** Statements inside the transaction and its site scope. */
  readonly sql: Trx;
  store<E extends AnyEntity>(entity: E): Store<E>;
  /** Runs after the commit: cache invalidation, notices. A failure is logged, not answered. */
  afterCommit(work: () => Promise<void> | void): void;
  /** Adds what changed to the operate-log row of this request (entity, id, field changes). */
  record(change: RecordedChange): void;
}

export interface RecordedChange {
  readonly entity: string;
  readonly entityId: string;
  readonly siteId: string | null;
  /** Word of the operation: create, update, remove, or the action. */
  readonly operation: string;
  readonly title: string;
  readonly reason?: string;
  readonly changes: readonly {
    field: string;
    label: { zh: string; en: string };
    before: unknown;
    after: unknown;
  }[];
}
