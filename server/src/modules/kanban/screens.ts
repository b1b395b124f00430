import type { IncomingHttpHeaders } from 'node:http';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Board } from './board-of.ts';

/** One of the screens of a board; several may share its token. */
export interface Screen {
  /** What it calls itself in the header `X-Screen`; empty when it does not, then all such screens are one. */
  readonly name: string;
  readonly ip: string;
}

/** The screen that calls. */
export function screenOf(request: { headers: IncomingHttpHeaders; ip: string }): Screen {
  const name = request.headers['x-screen'];
  return {
    name: typeof name === 'string' && /^[\w-]{1,40}$/.test(name) ? name : '',
    ip: request.ip,
  };
}

/** Notes that a screen opened a stream: from now on it is asked for an answer to every command. */
export async function arrive(
  trx: Trx,
  board: Board,
  screen: Screen,
  stream: string,
): Promise<void> {
  await sql`insert into kanban_screen (kanban_id, screen, site_id, stream, ip)
    values (${board.id}, ${screen.name}, ${board.siteId}, ${stream}, ${screen.ip})
    on conflict (kanban_id, screen) do update
      set stream = excluded.stream, ip = excluded.ip, seen_at = now(), left_at = null`.execute(trx);
}

/** Notes that a stream ended; the screen has left unless it opened another meanwhile. */
export async function leave(trx: Trx, stream: string): Promise<void> {
  await sql`update kanban_screen set left_at = now() where stream = ${stream}`.execute(trx);
}

/** Notes a sign of life: whoever beats is there, also between two streams. */
export async function seeScreen(
  trx: Trx,
  board: Board,
  screen: Screen,
  resolution: string | null,
): Promise<void> {
  await sql`insert into kanban_screen (kanban_id, screen, site_id, ip, resolution)
    values (${board.id}, ${screen.name}, ${board.siteId}, ${screen.ip}, ${resolution})
    on conflict (kanban_id, screen) do update
      set ip = excluded.ip, resolution = excluded.resolution, seen_at = now(), left_at = null`.execute(
    trx,
  );
}

/** Those not heard for so long have left, whether or not a process saw their streams end. */
export async function missSilent(trx: Trx, offlineSeconds: number): Promise<void> {
  await sql`update kanban_screen set left_at = now()
    where left_at is null and seen_at < now() - make_interval(secs => ${offlineSeconds})`.execute(
    trx,
  );
}

/** Forgets screens that left before the commands that are kept. */
export async function forgetScreens(trx: Trx): Promise<void> {
  await sql`delete from kanban_screen where left_at < now() - interval '30 days'`.execute(trx);
}
