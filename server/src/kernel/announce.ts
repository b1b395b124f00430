import type { Context } from './context.ts';
import { type Listener, notify } from './database/listen.ts';
import type { Trx } from './database/transaction.ts';

/** What caches hear of: sessions, rights, dictionaries, settings, the tree of sites, notices (payload: the site's id),
 * boards (their ids) and what they show (the site's id). */
export type Channel =
  | 'session'
  | 'permission'
  | 'dictionary'
  | 'setting'
  | 'site'
  | 'notice'
  | 'job'
  | 'kanban'
  | 'boardData';

type Handler = (payload: string) => void;

/** Where announcements arrive in one process: by PostgreSQL from all processes, and at once from this one. */
export interface Announcements {
  hear(channel: Channel, handler: Handler): void;
  /** Tells this process alone; for work that committed a moment ago. */
  tellHere(channel: Channel, payload: string): void;
  close(): void;
}

/** Joins the process to the announcements of all processes on one database. */
export function openAnnouncements(listener: Listener): Announcements {
  const handlers = new Map<Channel, Handler[]>();
  const stops: (() => void)[] = [];
  const tellHere = (channel: Channel, payload: string) =>
    handlers.get(channel)?.forEach((handler) => handler(payload));
  listener.onGap(() => handlers.forEach((_, channel) => tellHere(channel, '')));
  return {
    hear(channel, handler) {
      const known = handlers.get(channel);
      if (known) known.push(handler);
      else handlers.set(channel, [handler]);
      if (!known)
        stops.push(
          listener.listen(`millwright_${channel}`, (payload) => tellHere(channel, payload)),
        );
    },
    tellHere,
    close: () => stops.forEach((stop) => stop()),
  };
}

/**
 * Announces a change when the transaction commits: to every process, and to this one before the answer goes out,
 * so that the next request already sees it. An empty payload means everything.
 */
export async function announce(
  context: Context,
  here: Announcements,
  channel: Channel,
  payload = '',
): Promise<void> {
  await notify(context.sql, `millwright_${channel}`, payload);
  context.afterCommit(() => here.tellHere(channel, payload));
}

/** The same outside a request; the caller tells this process itself after the commit. */
export async function announceIn(trx: Trx, channel: Channel, payload = ''): Promise<void> {
  await notify(trx, `millwright_${channel}`, payload);
}
