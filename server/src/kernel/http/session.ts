import type { IncomingHttpHeaders } from 'node:http';
import { refusals } from '@millwright/contract/kernel/errors';
import type { Locale } from '@millwright/contract/kernel/text';
import { type EndReason, endReasons } from '@millwright/contract/system/refusals';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Announcements } from '../announce.ts';
import type { Session } from '../context.ts';
import type { Pool } from '../database/pool.ts';
import { inScope } from '../database/transaction.ts';
import type { LiveSettings } from '../live-settings.ts';
import { refuse } from '../refuse.ts';
import { type LiveSession, readSession } from './session-row.ts';
import { codeFits, type Tokens } from './token.ts';

/** The sessions of the installation as this process sees them. */
export interface Sessions {
  /** The session of a request. Throws `session.missing` (402) or `session.ended` (408). */
  of(headers: IncomingHttpHeaders, passive: boolean): Promise<LiveSession>;
  /** The session that headers name, whatever its state; null when the three values do not belong together. */
  find(headers: IncomingHttpHeaders): Promise<LiveSession | null>;
}

/** Called when a session is found to have run out, so that the login log tells it. */
export type OnExpired = (session: LiveSession) => void;

/** Keeps up to 5,000 sessions in memory; announcements of any process empty what changed. */
export function openSessions(
  pool: Pool,
  tokens: Tokens,
  settings: LiveSettings,
  announcements: Announcements,
  onExpired: OnExpired,
): Sessions {
  const cache: Cache = new LRUCache({ max: 5000 });
  forgetWhenAnnounced(cache, announcements);
  const find = async (headers: IncomingHttpHeaders) => {
    const { jwt_token: token, sub, code } = headers;
    if (typeof token !== 'string' || typeof sub !== 'string' || typeof code !== 'string')
      return null;
    const claims = await tokens.read(token);
    if (!claims || claims.sub !== sub) return null;
    const session = await known(cache, pool, claims.sid);
    return session && codeFits(code, session.codeHash) ? session : null;
  };
  return {
    find,
    async of(headers, passive) {
      const found = await find(headers);
      if (!found) throw refuse(refusals['session.missing']);
      const live = checkAlive(found) && (await isFresh(found)) ? found : null;
      if (!live) throw refuse(refusals['session.missing']);
      if (!passive) touch(pool, live);
      return live;
    },
  };

  /** Idle time counts from the row, since another process may have seen the session later than this one. */
  async function isFresh(session: LiveSession): Promise<boolean> {
    const idleMs = settings.number('session.idleMinutes') * 60_000;
    if (Date.now() - session.lastSeenAt <= idleMs && Date.now() < session.expiresAt) return true;
    cache.delete(session.id);
    const again = await readSession(pool, session.id);
    if (again?.isLive && Date.now() - again.lastSeenAt <= idleMs && Date.now() < again.expiresAt)
      return true;
    if (again?.isLive) await expire(pool, again, onExpired);
    return false;
  }
}

type Cache = LRUCache<string, Promise<LiveSession | null>>;

/** The row of a session, read once; what is missing or could not be read is asked for again. */
function known(cache: Cache, pool: Pool, id: string): Promise<LiveSession | null> {
  const kept = cache.get(id);
  if (kept) return kept;
  const loading = readSession(pool, id);
  cache.set(id, loading);
  loading.then(
    (row) => row ?? cache.delete(id),
    () => cache.delete(id),
  );
  return loading;
}

/** What handlers see of a session, for one request. */
export function sessionFor(
  live: LiveSession,
  request: { locale: Locale; requestId: string; host: string },
): Session {
  return {
    sessionId: live.id,
    userId: live.userId,
    username: live.username,
    realName: live.realName,
    identity: live.identity,
    siteId: live.siteId,
    homeSiteId: live.homeSiteId,
    customer: live.customer,
    permissions: live.permissions,
    dataScope: live.dataScope,
    timeZone: live.timeZone,
    ...request,
  };
}

/** Payload `user:7` or `session:9`; anything else empties all. */
function forgetWhenAnnounced(cache: Cache, announcements: Announcements): void {
  announcements.hear('permission', () => cache.clear());
  announcements.hear('site', () => cache.clear());
  announcements.hear('session', (payload) => {
    const [kind, id = ''] = payload.split(':');
    if (kind === 'session') cache.delete(id);
    else cache.clear();
  });
}

/** Throws 408 with its reason for a session that somebody or something ended; false for one that ran out. */
function checkAlive(session: LiveSession): boolean {
  const reason = session.isLive && !session.isEnabled ? 'disabled' : session.endReason;
  if (session.isLive && session.isEnabled) return true;
  if (reason !== null && reason in endReasons) {
    throw refuse(
      refusals['session.ended'],
      { reason: endReasons[reason as EndReason] },
      { reason },
    );
  }
  return false;
}

/** Notes activity, at most once a minute a session; nobody waits for it. */
function touch(pool: Pool, session: LiveSession): void {
  const now = Date.now();
  if (now - session.lastSeenAt < 60_000) return;
  session.lastSeenAt = now;
  inScope(pool, { site: '*' }, (trx) =>
    sql`update system_session set last_seen_at = greatest(last_seen_at, now()) where id = ${session.id}`.execute(
      trx,
    ),
  ).catch(() => undefined);
}

async function expire(pool: Pool, session: LiveSession, onExpired: OnExpired): Promise<void> {
  const ended = await inScope(pool, { site: '*' }, (trx) =>
    sql`update system_session set live = false, ended_at = now(), end_reason = 'expired' where id = ${session.id} and live`.execute(
      trx,
    ),
  );
  if (ended.numAffectedRows === 1n) onExpired(session);
}
