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
  const days = services.settings.number('session.terminalDays');
  const boards = await services.asSystem((trx) => boardsOf(trx, boardCode, days), {
    readOnly: true,
  });
  const board = boards.find(({ digest }) => secretFits(token, digest));
  if (!board) throw refuse(kanbanRefusals['kanban.call.token']);
  return board;
}

/** Whether a board still stands as it signed in: enabled, with the same token. */
export async function stillStands(trx: Trx, board: Board): Promise<boolean> {
  const { rows } = await sql`select from system_kanban k join kanban_token t on t.kanban_id = k.id
    where k.id = ${board.id} and k.status = '1' and t.digest = ${board.digest}`.execute(trx);
  return rows.length > 0;
}

/** A token that no screen has used for `session.terminalDays` is not taken any more. */
async function boardsOf(trx: Trx, boardCode: string, days: number): Promise<Board[]> {
  const { rows } = await sql<Board>`
    select k.id, k.site_id as "siteId", k.board_code as "boardCode", k.line_id as "lineId", t.digest
    from system_kanban k join kanban_token t on t.kanban_id = k.id
    where lower(k.board_code) = lower(${boardCode}) and k.status = '1'
      and greatest(k.token_time, k.last_heartbeat_at) > now() - make_interval(days => ${days}::int)`.execute(
    trx,
  );
  return rows;
}
