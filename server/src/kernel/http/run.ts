import type { RawBuilder } from 'kysely';
import type { Context, RecordedChange, Session } from '../context.ts';
import type { Trx } from '../database/transaction.ts';
import { inScope } from '../database/transaction.ts';
import type { Services } from '../services.ts';
import { createStore } from '../store/store.ts';
import type { ScopedOptions } from './route.ts';

/** What a piece of work did besides its result. */
export interface Done<T> {
  readonly result: T;
  readonly records: readonly RecordedChange[];
}

/**
 * Runs work in one transaction in the scope of a session. `finish` gives the statements that end it (log rows, kept
 * answers); what was registered with `afterCommit` runs when all of it is on disk.
 */
export async function runScoped<T>(
  services: Services,
  session: Session,
  options: ScopedOptions,
  work: (context: Context) => Promise<T>,
  finish?: (done: Done<T>) => readonly RawBuilder<unknown>[],
): Promise<T> {
  const later: (() => Promise<void> | void)[] = [];
  const records: RecordedChange[] = [];
  const { isWide = false, ...limits } = options;
  const scope = {
    site: isWide ? '*' : siteScope(session),
    ...(session.userId === '0' ? {} : { user: session.userId }),
    ...limits,
  };
  const result = await inScope(
    services.database.pool,
    scope,
    (trx) => work(contextOn(session, trx, later, records)),
    (given) => finish?.({ result: given, records }) ?? [],
  );
  for (const step of later)
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => services.report(error, 'Work after a commit failed.'));
  return result;
}

/** The context of a route that opens its own transactions: a statement outside of one is a mistake of ours. */
export function contextWithout(session: Session): Context {
  const refuse = () => {
    throw new Error('This route has no transaction of its own; statements run inside scoped().');
  };
  return {
    session,
    get sql(): Trx {
      return refuse();
    },
    store: refuse,
    afterCommit: refuse,
    record: refuse,
  };
}

/** The system as a session: demo data, jobs, start; all sites, every right. */
export function systemSession(userId: string, siteId: string | null): Session {
  return {
    sessionId: null,
    userId,
    username: 'system',
    realName: '系统',
    identity: 1,
    siteId,
    homeSiteId: siteId ?? '0',
    customer: null,
    permissions: new Set(['*:*:*']),
    dataScope: '1',
    locale: 'zh_CN',
    timeZone: 'Asia/Shanghai',
    requestId: 'system',
    host: '',
  };
}

/** A context on an open transaction; `later` and `records` gather what the work registers. */
export function contextOn(
  session: Session,
  trx: Trx,
  later: (() => Promise<void> | void)[],
  records: RecordedChange[],
): Context {
  const context: Context = {
    session,
    sql: trx,
    store: (entity) => createStore(context, entity),
    afterCommit: (work) => void later.push(work),
    record: (change) => void records.push(change),
  };
  return context;
}

/** Company-wide people read all sites; others their session's site; nobody signed in, the company-wide rows alone. */
function siteScope(session: Session): string | null {
  if (session.identity === 1) return '*';
  const site = session.siteId ?? session.homeSiteId;
  return site === '0' ? null : site;
}
