import type { BoardCommand } from '@millwright/contract/system/kanban-feed';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Board } from './board-of.ts';

/** A board that a command went to. */
export interface Commanded {
  readonly id: string;
  readonly siteId: string;
  readonly boardName: string;
  readonly commandId: string;
}

/** Writes a command for each of the boards; the streams send it when it is announced after the commit. */
export async function writeCommands(
  trx: Trx,
  boardIds: readonly string[],
  command: { command: string; args: object; by: string | null },
): Promise<Commanded[]> {
  const { rows } = await sql<Commanded>`
    with written as (
      insert into kanban_command (site_id, kanban_id, command, args, create_by)
      select site_id, id, ${command.command}, ${JSON.stringify(command.args)}::jsonb, ${command.by}
      from system_kanban where id = any(${[...boardIds]}::bigint[]) and status = '1' order by id
      returning id, kanban_id)
    update system_kanban k set last_command = ${command.command}, last_command_state = 'sent',
      outdated = k.outdated or ${command.command} in ('refresh', 'reload')
    from written w where w.kanban_id = k.id
    returning k.id, k.site_id as "siteId", k.board_name as "boardName", w.id as "commandId"`.execute(
    trx,
  );
  return rows;
}

/** Commands that wait for a screen within the time of an answer. */
export async function waitingCommands(trx: Trx, boardId: string): Promise<BoardCommand[]> {
  const { rows } = await sql<BoardCommand>`select id, command, args from kanban_command
    where kanban_id = ${boardId} and state = 'sent' order by id limit 50`.execute(trx);
  return rows;
}

/**
 * The newest refresh or reload when nobody carried it out, also when it was given up meanwhile: a screen that was
 * away performs it on its return. Older ones stay undone.
 */
export async function missedRefresh(trx: Trx, boardId: string): Promise<BoardCommand[]> {
  const { rows } = await sql<BoardCommand>`select id, command, args from (
      select id, command, args, state, received_time from kanban_command
      where kanban_id = ${boardId} and command in ('refresh', 'reload') order by id desc limit 1) newest
    where received_time is null and state = 'failed'`.execute(trx);
  return rows;
}

/** What a screen says of a command. */
export interface Acknowledged {
  readonly id: string;
  readonly state: 'received' | 'done' | 'failed';
  readonly error?: string | undefined;
}

/**
 * Notes how far a screen has come with a command; a late answer to one given up counts. False when the board has no
 * such command. Answers never go backwards, so they may come twice and out of order. Screens that share a token answer
 * for one board: it has failed when one of them has, whichever answers first.
 */
export async function acknowledge(trx: Trx, board: Board, ack: Acknowledged): Promise<boolean> {
  const { rows } = await sql<{ command: string }>`update kanban_command
    set state = ${ack.state}, received_time = coalesce(received_time, now()),
      end_time = case when ${ack.state} = 'received' then null else now() end,
      error = case when ${ack.state} = 'failed' then ${ack.error ?? null}::text end
    where id = ${ack.id} and kanban_id = ${board.id}
      and (received_time is null or (end_time is null and ${ack.state} <> 'received')
        or (state = 'done' and ${ack.state} = 'failed'))
    returning command`.execute(trx);
  if (rows.length === 0) {
    const known =
      await sql`select from kanban_command where id = ${ack.id} and kanban_id = ${board.id}`.execute(
        trx,
      );
    return known.rows.length > 0;
  }
  const isRefresh = ['refresh', 'reload'].includes(rows[0]?.command ?? '');
  await sql`update system_kanban k set
      last_command_state = case when newest.id = ${ack.id} then newest.state else last_command_state end,
      outdated = case when not ${isRefresh} then outdated when ${ack.state} = 'failed' then true
        else outdated and ${ack.state} <> 'done' end
    from (select id, state from kanban_command where kanban_id = ${board.id} order by id desc limit 1) newest
    where k.id = ${board.id}`.execute(trx);
  return true;
}

/** Gives up commands that nobody took within `ackSeconds`, and calls screens offline that were not heard. */
export async function giveUp(
  trx: Trx,
  limits: { ackSeconds: number; offlineSeconds: number },
): Promise<void> {
  await sql`with late as (
      update kanban_command set state = 'failed', end_time = now(), error = ${SILENT}
      where state = 'sent' and create_time < now() - make_interval(secs => ${limits.ackSeconds})
      returning id, kanban_id)
    update system_kanban k set last_command_state = 'failed'
    from (select kanban_id, max(id) as id from late group by kanban_id) l
    where k.id = l.kanban_id
      and l.id = (select max(id) from kanban_command c where c.kanban_id = k.id)`.execute(trx);
  await sql`update system_kanban set online = false
    where online and last_heartbeat_at < now() - make_interval(secs => ${limits.offlineSeconds})`.execute(
    trx,
  );
}

/** What stands behind a command given up; the sentence is `kanban.command.silent`. */
const SILENT = 'silent';
