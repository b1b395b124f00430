import type { BoardConfig } from '@millwright/contract/system/kanban-feed';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import type { LiveSettings } from '../../kernel/live-settings.ts';
import type { Board } from './board-of.ts';

/** What a board is, as its screen needs it. */
export async function configOf(
  trx: Trx,
  settings: LiveSettings,
  board: Pick<Board, 'id' | 'siteId'>,
): Promise<BoardConfig> {
  const { rows } = await sql<Omit<BoardConfig, 'refreshSeconds'> & { own: number | null }>`
    select k.board_code as "boardCode", k.board_name as "boardName", s.depart_name as "siteName",
      s.depart_name_en as "siteNameEn", s.time_zone as "timeZone", k.refresh_seconds as own,
      case when l.id is not null then json_build_object('code', l.code, 'name', l.name) end as line,
      coalesce((select json_agg(json_build_object('page', p.page, 'seconds', p.seconds) order by p.position)
        from system_kanban_pages p where p.parent_id = k.id), '[]') as pages
    from system_kanban k join base_site s on s.id = k.site_id left join base_line l on l.id = k.line_id
    where k.id = ${board.id}`.execute(trx);
  const [row] = rows;
  if (!row) throw new Error('The board was removed while its screen was asking.');
  const { own, ...config } = row;
  return {
    ...config,
    refreshSeconds: own ?? settings.number('kanban.refreshSeconds', board.siteId),
  };
}
