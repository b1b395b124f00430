import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '@millwright/contract/kernel/calls';
import type { Text } from '@millwright/contract/kernel/text';
import type { Context } from '../context.ts';

/**
 * A route names who may call it: a permission tag, `session` (anybody signed in) or `public`.
 * A route without one does not type-check, and a tag that the menu does not know stops the start.
 */
export interface Route extends Call {
  readonly tag: string;
  /** Business type of its operate-log row (dictionary `business_type`); GET calls are logged only when given. */
  readonly business?: string;
  /** Module of its operate-log row. */
  readonly module?: Text;
  /** Calls for which it says yes need no session and are answered like public ones: they are signed (addresses of files). */
  readonly signed?: (request: FastifyRequest) => boolean;
  /**
   * Somebody may open its address in the browser: the session comes from the browser's cookies then, and a refusal is a
   * page. For what only reads: cookies never stand for a change.
   */
  readonly opensInBrowser?: boolean;
  /** Does not count as activity of the session (polls, streams). */
  readonly passive?: boolean;
  /** Answers while the screen is locked or the password must be changed. */
  readonly whenLocked?: boolean;
  readonly whenMustChange?: boolean;
  /** Reads only: the transaction is read-only. GET calls are unless they say `false`. */
  readonly readOnly?: boolean;
  /** Bytes of body at most; 2 MB unless given. */
  readonly bodyLimit?: number;
  /**
   * `none`: the context runs no statements; the handler opens its own transactions through `call.scoped` (uploads,
   * streams, exports, imports). What they `record` goes into the one operate-log row that is written at the end.
   */
  readonly transaction?: 'none';
  /** JSON Schema of query and body and a sentence for the API description. */
  readonly describe?: { readonly summary: Text; readonly query?: object; readonly body?: object };
  /** Gives the `data` of the envelope, or `SENT` when it answered by itself (files). */
  handle(context: Context, call: CallInput): Promise<unknown>;
}

export interface CallInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /**
   * Runs `work` in a transaction in the scope of the session, for routes with `transaction: 'none'`: committed when
   * it resolves, rolled back when it throws, `afterCommit` as usual. May be called several times.
   */
  readonly scoped: <T>(
    work: (context: Context) => Promise<T>,
    options?: ScopedOptions,
  ) => Promise<T>;
}

export interface ScopedOptions {
  readonly readOnly?: boolean;
  /** Every statement reads what stood when the first one began; for reading alone. */
  readonly ofOneMoment?: boolean;
  /** Milliseconds after which a statement is given up; 5,000 unless given. */
  readonly timeoutMs?: number;
  /** Over all sites: for one's own account, which may belong to another site than the one worked in. */
  readonly isWide?: boolean;
}

/** Returned by a handler that has answered by itself. */
export const SENT = Symbol('sent');
