import { kanban } from '@millwright/contract/system/kanban';
import { sql } from 'kysely';
import { announceIn } from '../../kernel/announce.ts';
import type { Trx } from '../../kernel/database/transaction.ts';
import { logSystemActs, type SiteChange } from '../../kernel/log/system-log.ts';
import type { Services } from '../../kernel/services.ts';
import { type Commanded, giveUp, writeCommands } from './commands.ts';
import { forgetScreens } from './screens.ts';
import { boardStreams } from './streams.ts';

/**
 * Gives up what nobody answers, and refreshes the boards of a site a second after the data that they show changed:
 * many changes at once are one refresh, whatever the number of processes. The function it returns ends that and the
 * streams.
 */
export function keepBoards(services: Services): () => void {
  const streams = boardStreams(services);
  const stale = new Map<string, NodeJS.Timeout>();
  const work = (task: () => Promise<unknown>, message: string) =>
    void task().catch((error: unknown) => services.report(error, message));
  const tick = setInterval(
    () =>
      work(
        () => services.asSystem((trx) => giveUp(trx, limitsOf(services))),
        'Boards that do not answer could not be noted; it is tried again.',
      ),
    TICK_MS,
  );
  const sweep = setInterval(
    () => work(() => services.asSystem(forgetOld), 'Old commands to boards could not be removed.'),
    HOUR_MS,
  );
  services.announcements.hear('boardData', (siteId) => {
    if (stale.has(siteId)) return;
    const refresh = () => {
      stale.delete(siteId);
      work(() => refreshSite(services, siteId), 'Boards could not be refreshed after a change.');
    };
    stale.set(siteId, setTimeout(refresh, STALE_MS).unref());
  });
  tick.unref();
  sweep.unref();
  return () => {
    clearInterval(tick);
    clearInterval(sweep);
    for (const timer of stale.values()) clearTimeout(timer);
    streams.close();
  };
}

const TICK_MS = 5_000;
const HOUR_MS = 3_600_000;
const STALE_MS = 1_000;
const STALE_LOCK = 4_170_022;

function limitsOf({ settings }: Services) {
  return {
    ackSeconds: settings.number('kanban.ackSeconds'),
    offlineSeconds: settings.number('kanban.offlineSeconds'),
  };
}

/** Of several processes that heard of the change at the same moment one writes the commands. */
async function refreshSite(services: Services, siteId: string): Promise<void> {
  await services.asSystem(async (trx) => {
    await sql`select pg_advisory_xact_lock(${STALE_LOCK})`.execute(trx);
    const { rows } = await sql<{ id: string }>`select k.id from system_kanban k
      where k.status = '1' and k.token_time is not null and (${siteId} = '' or k.site_id = nullif(${siteId}, '')::bigint)
        and not exists (select from kanban_command c where c.kanban_id = k.id and c.create_by is null
          and c.create_time > clock_timestamp() - make_interval(secs => ${STALE_MS / 2000}))`.execute(
      trx,
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    const boards = await writeCommands(trx, ids, { command: 'refresh', args: {}, by: null });
    await logSystemActs(trx, boards.map(changeOf));
    await announceIn(trx, 'kanban', ids.length > 500 ? '' : ids.join(','));
  });
}

function changeOf(board: Commanded): SiteChange {
  const { lastCommand } = kanban.fields;
  const change = { field: 'lastCommand', label: lastCommand.label, before: null, after: 'refresh' };
  return {
    siteId: board.siteId,
    entity: kanban.name,
    entityId: board.id,
    operation: 'refresh',
    title: board.boardName,
    changes: [change],
  };
}

async function forgetOld(trx: Trx): Promise<void> {
  await sql`delete from kanban_command where create_time < now() - interval '30 days'`.execute(trx);
  await forgetScreens(trx);
}
