import type { RecordedChange } from '../../kernel/context.ts';
import { checkFields } from '@millwright/contract/kernel/check';
import { refusals } from '@millwright/contract/kernel/errors';
import { textOf } from '@millwright/contract/kernel/text';
import { allows } from '@millwright/contract/kernel/permission';
import { commandFields, kanban, kanbanRefusals } from '@millwright/contract/system/kanban';
import { sql } from 'kysely';
import { announce } from '../../kernel/announce.ts';
import { type Behaviour, behaviour } from '../../kernel/behaviour.ts';
import { BUSINESS } from '../../kernel/business.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse, refuseDraft } from '../../kernel/refuse.ts';
import { objectOf } from '../../kernel/sent-body.ts';
import type { Services } from '../../kernel/services.ts';
import { renewToken } from './board-token.ts';
import { type Commanded, writeCommands } from './commands.ts';

/** Screens hear at once of their board's changes; a removed board and a new token end their streams. */
export function kanbanBehaviour(services: Services): Behaviour {
  const tell = (context: Context, ids: readonly string[]) =>
    announce(context, services.announcements, 'kanban', ids.join(','));
  return behaviour(kanban, {
    /** Without a token yet: answers of creating calls are kept for a day, and a token is not to be kept. */
    create: (context, draft) => context.store(kanban).create(draft),

    async update(context, id, change) {
      const row = await context.store(kanban).update(id, change);
      await tell(context, [id]);
      return row;
    },

    async remove(context, ids) {
      await context.store(kanban).remove(ids);
      await tell(context, ids);
    },

    actions: {
      /** The answer holds the token, which is never shown again. */
      async renewToken(context, row, body) {
        const owned = { tokenTime: new Date().toISOString() };
        const renewed = await context.store(kanban).act('renewToken', row.id, body, owned);
        const screenToken = await renewToken(context.sql, row);
        await tell(context, [row.id]);
        return { ...renewed, screenToken };
      },
    },

    routes: [
      {
        method: 'POST',
        path: `${kanban.path}/actions/refresh`,
        tag: 'session',
        module: kanban.label,
        business: BUSINESS.act,
        describe: {
          summary: {
            zh: '向所选看板、产线或厂区的看板发送指令；刷新需要 system:kanban:refresh，其他需要 system:kanban:command',
            en: 'Sends a command to boards named or to those of a line or site; refresh needs system:kanban:refresh, others system:kanban:command',
          },
        },
        async handle(context, { body }) {
          const sent = objectOf(body);
          const command = sent.command === undefined ? 'refresh' : textOf(sent.command);
          const args = argsOf(command, sent.args);
          refuseWithoutRight(context, command);
          const by = context.session.userId;
          const ids = await boardsNamed(context, sent);
          const boards = await writeCommands(context.sql, ids, { command, args, by });
          if (boards.length === 0) throw refuse(kanbanRefusals['kanban.command.none']);
          for (const board of boards) context.record(changeOf(board, command, args));
          await tell(
            context,
            boards.map(({ id }) => id),
          );
          return { sent: boards.length, commands: boards.map((board) => board.commandId) };
        },
      },
    ],
  });
}

/** The judged arguments of a command. Throws `kanban.command.unknown`, `draft.invalid`. */
function argsOf(command: string, sent: unknown): object {
  const fields = Object.hasOwn(commandFields, command) ? commandFields[command] : undefined;
  if (!fields) throw refuse(kanbanRefusals['kanban.command.unknown'], { command });
  const { draft, problems } = checkFields(fields, objectOf(sent ?? {}));
  if (!draft) throw refuseDraft(problems);
  return draft;
}

function refuseWithoutRight({ session }: Context, command: string): void {
  const tag = `system:kanban:${command === 'refresh' ? 'refresh' : 'command'}`;
  if (!allows(session.permissions, tag)) throw refuse(refusals['permission.missing']);
}

/** Enabled boards by ids, by line, or of a site; what the caller cannot see is not there. */
async function boardsNamed(
  context: Context,
  { ids, lineId, siteId }: Record<string, unknown>,
): Promise<string[]> {
  const named = Array.isArray(ids) ? ids.map(String) : null;
  const one = named ? null : textOf(lineId ?? siteId ?? '');
  const isValid = named
    ? named.length > 0 && named.length <= 200 && named.every((id) => ID.test(id))
    : ID.test(one ?? '');
  if (!isValid) throw refuse(refusals['call.invalid'], { detail: 'ids | lineId | siteId' });
  const which = named
    ? sql`id = any(${named}::bigint[])`
    : lineId !== undefined && lineId !== null
      ? sql`line_id = ${one}`
      : sql`site_id = ${one}`;
  const found = await sql<{ id: string }>`select id from system_kanban
    where status = '1' and ${which} order by id limit 500`.execute(context.sql);
  return found.rows.map(({ id }) => id);
}

const ID = /^[1-9]\d{0,17}$/;

function changeOf(board: Commanded, command: string, args: object): RecordedChange {
  const { lastCommand } = kanban.fields;
  return {
    entity: kanban.name,
    entityId: board.id,
    siteId: board.siteId,
    operation: command,
    title: board.boardName,
    changes: [
      { field: 'lastCommand', label: lastCommand.label, before: null, after: command },
      ...Object.entries(args).map(([field, after]) => ({
        field,
        label: commandFields[command]?.[field]?.label ?? lastCommand.label,
        before: null,
        after,
      })),
    ],
  };
}
