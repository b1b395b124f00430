import type { BoardCommand } from '@millwright/contract/system/kanban-feed';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { Board } from './board-of.ts';
import { missSilent } from './screens.ts';

/** A board that a command went to. */
export interface Commanded {
  readonly id: string;
  readonly siteId: string;
  readonly boardName: string;
  readonly commandId: string;
}

/**
 * Writes a command for each of the boards, and whom it waits for: every screen that is there. The streams send it when
 * it is announced after the commit.
 */
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
      returning id, kanban_id, site_id),
    asked as (
      insert into kanban_answer (command_id, screen, site_id, kanban_id)
      select w.id, s.screen, w.site_id, w.kanban_id
      from written w join kanban_screen s on s.kanban_id = w.kanban_id and s.left_at is null)
    select k.id, k.site_id as "siteId", k.board_name as "boardName", w.id as "commandId"
    from written w join system_kanban k on k.id = w.kanban_id order by k.id`.execute(trx);
  await tellBoards(
    trx,
    rows.map(({ commandId }) => commandId),
  );
  return rows;
}

/** Commands that a screen has not taken yet, within the time of an answer. */
export async function waitingCommands(
  trx: Trx,
  boardId: string,
  screen: string,
): Promise<BoardCommand[]> {
  const { rows } = await sql<BoardCommand>`select c.id, c.command, c.args from kanban_command c
    left join kanban_answer a on a.command_id = c.id and a.screen = ${screen}
    where c.kanban_id = ${boardId} and coalesce(a.state, c.state) = 'sent' order by c.id limit 50`.execute(
    trx,
  );
  return rows;
}

/**
 * The newest refresh or reload when a screen did not take it, also when it was given up meanwhile: a screen that was
 * away performs it on its return, one that is new when nobody did. Older ones stay undone.
 */
export async function missedRefresh(
  trx: Trx,
  boardId: string,
  screen: string,
): Promise<BoardCommand[]> {
  const { rows } = await sql<BoardCommand>`select c.id, c.command, c.args from (
      select id, command, args, state, received_time from kanban_command
      where kanban_id = ${boardId} and command in ('refresh', 'reload') order by id desc limit 1) c
    left join kanban_answer a on a.command_id = c.id and a.screen = ${screen}
    where case when a.command_id is null then c.received_time is null and c.state = 'failed'
      else a.received_time is null and a.state in ('failed', 'gone') end`.execute(trx);
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
 * such command. Answers never go backwards, so they may come twice and out of order.
 */
export async function acknowledge(
  trx: Trx,
  board: Board,
  screen: string,
  ack: Acknowledged,
): Promise<boolean> {
  // Answers of several screens at the same moment are judged one after another.
  const known = await sql`select from kanban_command
    where id = ${ack.id} and kanban_id = ${board.id} for update`.execute(trx);
  if (known.rows.length === 0) return false;
  const { rows } = await sql`insert into kanban_answer as a
      (command_id, screen, site_id, kanban_id, state, received_time, end_time, error)
    values (${ack.id}, ${screen}, ${board.siteId}, ${board.id}, ${ack.state}, now(),
      case when ${ack.state} <> 'received' then now() end,
      case when ${ack.state} = 'failed' then ${ack.error ?? null}::text end)
    on conflict (command_id, screen) do update set state = excluded.state,
      received_time = coalesce(a.received_time, now()), end_time = excluded.end_time, error = excluded.error
    where a.received_time is null or (a.end_time is null and ${ack.state} <> 'received')
      or a.state = 'gone' or (a.state = 'done' and ${ack.state} = 'failed')
    returning screen`.execute(trx);
  if (rows.length > 0) await settle(trx, [ack.id]);
  return true;
}

/** Gives up what nobody took within `ackSeconds`, no longer waits for screens that left, and calls silent ones offline. */
export async function giveUp(
  trx: Trx,
  limits: { ackSeconds: number; offlineSeconds: number },
): Promise<void> {
  await missSilent(trx, limits.offlineSeconds);
  const { rows } = await sql<{ id: string }>`select id from kanban_command
    where create_time < now() - make_interval(secs => ${limits.ackSeconds}) and (state = 'sent'
      or id in (select a.command_id from kanban_answer a where a.state = 'sent'
        or (a.state = 'received' and not ${isThere})))
    order by id for update`.execute(trx);
  const late = rows.map(({ id }) => id);
  if (late.length > 0) {
    await sql`update kanban_answer a set end_time = now(), state = case when s.is_there then 'failed' else 'gone' end,
        error = case when s.is_there then ${SILENT} end
      from (select a.command_id, a.screen, ${isThere} as is_there
        from kanban_answer a where a.command_id = any(${late}::bigint[])) s
      where a.command_id = s.command_id and a.screen = s.screen
        and (a.state = 'sent' or (a.state = 'received' and not s.is_there))`.execute(trx);
    await settle(trx, late);
  }
  await sql`update system_kanban set online = false
    where online and last_heartbeat_at < now() - make_interval(secs => ${limits.offlineSeconds})`.execute(
    trx,
  );
}

/** Whether the screen that owes an answer `a` is there. */
const isThere = sql`exists (select from kanban_screen s
  where s.kanban_id = a.kanban_id and s.screen = a.screen and s.left_at is null)`;

/**
 * What becomes of commands by the answers of their screens: failed when one of them failed, done when all that are left
 * have done it, and failed when nobody is left. Only called for commands without a screen when their time is over.
 */
async function settle(trx: Trx, commandIds: readonly string[]): Promise<void> {
  await sql`update kanban_command c set state = n.state, error = case when n.state = 'failed' then n.error end,
      received_time = coalesce(c.received_time, n.received_time),
      end_time = case when n.state in ('done', 'failed') then coalesce(c.end_time, now()) end
    from (select o.id, min(a.received_time) as received_time,
        case when bool_or(a.state = 'failed') then max(a.error) else ${SILENT} end as error,
        case when bool_or(a.state = 'failed') then 'failed'
          when bool_or(a.state in ('sent', 'received'))
            then case when bool_or(a.state in ('received', 'done')) then 'received' else 'sent' end
          when bool_or(a.state = 'done') then 'done' else 'failed' end as state
      from kanban_command o left join kanban_answer a on a.command_id = o.id
      where o.id = any(${[...commandIds]}::bigint[]) group by o.id) n
    where c.id = n.id`.execute(trx);
  await tellBoards(trx, commandIds);
}

/** Boards say of their newest command how it stands and who has not done it, and by their newest refresh whether they are outdated. */
async function tellBoards(trx: Trx, commandIds: readonly string[]): Promise<void> {
  const ids = sql`any(${[...commandIds]}::bigint[])`;
  await sql`update system_kanban k set last_command = n.command,
      last_command_state = case when n.error = ${SILENT} then 'silent' else n.state end,
      unanswered = (select left(string_agg(concat_ws(' ', '#' || nullif(left(a.screen, 4), ''), s.ip, s.resolution),
          ', ' order by s.ip, a.screen), 300)
        from kanban_answer a left join kanban_screen s on s.kanban_id = a.kanban_id and s.screen = a.screen
        where a.command_id = n.id and a.state not in ('done', 'gone')),
      outdated = case when r.id is null or not r.id = ${ids} then outdated
        when r.state = 'received' then outdated else r.state <> 'done' end
    from (select distinct kanban_id from kanban_command where id = ${ids}) b
    cross join lateral (select id, command, state, error from kanban_command
      where kanban_id = b.kanban_id order by id desc limit 1) n
    left join lateral (select id, state from kanban_command
      where kanban_id = b.kanban_id and command in ('refresh', 'reload') order by id desc limit 1) r on true
    where k.id = b.kanban_id`.execute(trx);
}

/** What stands behind a command given up. */
const SILENT = 'silent';
