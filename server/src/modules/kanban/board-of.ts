import { kanbanRefusals } from '@millwright/contract/system/kanban';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { refuse } from '../../kernel/refuse.ts';
import type { Services } from '../../kernel/services.ts';
import { secretFits } from '../device/gateway-secret.ts';

/** A board whose screen has proven itself. */
export interface Board {
  readonly id: string;
  readonly siteId: string;
  readonly boardCode: string;
  readonly lineId: string | null;
  /** What of the token is kept; a stream ends when it changes. */
  readonly digest: Buffer;
}

/**
 * The enabled board of a code and the token in `Authorization: Bearer …`. Codes are unique within a site only, the
 * token says which of them. Throws `kanban.call.token` for every way of being wrong.
 */
export async function boardOf(
  services: Services,
  boardCode: string,
  request: FastifyRequest,
): Promise<Board> {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token || boardCode.length > 30) throw refuse(kanbanRefusals['kanban.call.token']);
  const days = terminalDays(services);
  const boards = await services.asSystem((trx) => boardsOf(trx, boardCode, days), {
    readOnly: true,
  });
  const board = boards.find(({ digest }) => secretFits(token, digest));
  if (!board) throw refuse(kanbanRefusals['kanban.call.token']);
  return board;
}

/** Those of some boards that still stand as they signed in: enabled, with the same token, which is still taken. */
export async function standing<B extends Pick<Board, 'id' | 'digest'>>(
  trx: Trx,
  services: Pick<Services, 'settings'>,
  boards: readonly B[],
): Promise<B[]> {
  const ids = boards.map(({ id }) => id);
  const { rows } = await sql<Pick<Board, 'id' | 'digest'>>`
    select k.id, t.digest from system_kanban k join kanban_token t on t.kanban_id = k.id
    where k.id = any(${ids}::bigint[]) and k.status = '1' and ${isUsed(terminalDays(services))}`.execute(
    trx,
  );
  const digests = new Map(rows.map(({ id, digest }) => [id, digest]));
  return boards.filter(({ id, digest }) => digests.get(id)?.equals(digest));
}

function terminalDays({ settings }: Pick<Services, 'settings'>): number {
  return settings.number('session.terminalDays');
}

/** A token that no screen has used for `session.terminalDays` is not taken any more. */
function isUsed(days: number) {
  return sql`greatest(k.token_time, k.last_heartbeat_at) > now() - make_interval(days => ${days}::int)`;
}

async function boardsOf(trx: Trx, boardCode: string, days: number): Promise<Board[]> {
  const { rows } = await sql<Board>`
    select k.id, k.site_id as "siteId", k.board_code as "boardCode", k.line_id as "lineId", t.digest
    from system_kanban k join kanban_token t on t.kanban_id = k.id
    where lower(k.board_code) = lower(${boardCode}) and k.status = '1'
      and ${isUsed(days)}`.execute(trx);
  return rows;
}
