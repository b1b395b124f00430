import { kanban } from '@millwright/contract/system/kanban';
import type { BoardPageKey } from '@millwright/contract/system/kanban-page';
import { sql } from 'kysely';
import type { DemoCalendar } from './calendar.ts';
import type { SiteCode } from './company-data.ts';
import type { DemoBase } from './load-base.ts';
import type { DemoCompany } from './load-company.ts';
import type { DemoWriter } from './writer.ts';

type Board = readonly [
  site: SiteCode,
  code: string,
  name: string,
  line: string | null,
  pages: readonly (readonly [page: BoardPageKey, seconds: number])[],
  /** Minutes since the last sign of life; null = none yet. */
  heardMinutes: number | null,
];

const all = [
  ['output', 30],
  ['oee', 20],
  ['machines', 30],
  ['andon', 20],
  ['plan', 20],
] as const;
const counted = [
  ['output', 30],
  ['machines', 30],
  ['andon', 20],
] as const;
const line = [
  ['machines', 30],
  ['andon', 20],
] as const;
const hall = [
  ['output', 30],
  ['oee', 30],
  ['andon', 30],
  ['plan', 30],
] as const;

/** The fourteen screens of the company; that of the line M03 has been dark for two hours. */
// oxfmt-ignore
const boards: readonly Board[] = [
  ['NB01', 'NB-B01', '锯切线L01', 'L01', counted, 0],
  ['NB01', 'NB-B02', '锻造线L02', 'L02', all, 0],
  ['NB01', 'NB-B03', '热处理线L03', 'L03', counted, 0],
  ['NB01', 'NB-B04', '机加一线L04', 'L04', all, 0],
  ['NB01', 'NB-B05', '机加二线L05', 'L05', all, 0],
  ['NB01', 'NB-B06', '机加三线L06', 'L06', all, 0],
  ['NB01', 'NB-B07', '车间大厅', null, hall, 0],
  ['CS02', 'CS-B01', '机加线M01', 'M01', all, 0],
  ['CS02', 'CS-B02', '机加线M02', 'M02', all, 0],
  ['CS02', 'CS-B03', '机加线M03', 'M03', all, 120],
  ['CS02', 'CS-B04', '后处理线M04', 'M04', counted, 0],
  ['TH03', 'TH-B01', '锯切锻造线T01', 'T01', line, 0],
  ['TH03', 'TH-B02', '机加线T03', 'T03', all, 0],
  ['TH03', 'TH-B03', '车间大厅', null, hall, null],
];

/** Boards of lines and halls, as their screens last spoke when the demo was loaded. */
export async function loadBoards(
  writer: DemoWriter,
  calendar: DemoCalendar,
  { siteIds }: DemoCompany,
  { lineIds }: DemoBase,
): Promise<void> {
  const ids = await writer.write(
    kanban,
    boards.map(([site, boardCode, boardName, code, pages, minutes]) => ({
      siteId: siteIds[site],
      draft: {
        boardCode,
        boardName,
        lineId: code === null ? null : (lineIds.get(`${site} ${code}`) ?? null),
        pages: pages.map(([page, seconds]) => ({ page, seconds })),
      },
      owned: minutes === null ? {} : heardFrom(calendar, minutes, pages[0]?.[0]),
    })),
  );
  await sql`insert into kanban_command (site_id, kanban_id, command, state, create_time, received_time, end_time)
    select site_id, id, 'refresh', case last_command_state when 'silent' then 'failed' else last_command_state end, last_heartbeat_at,
      case last_command_state when 'done' then last_heartbeat_at end, last_heartbeat_at
    from system_kanban where id = any(${ids}::bigint[]) and last_command is not null`.execute(
    writer.context.sql,
  );
}

/** What a screen told of itself before it was last heard of, some minutes ago. */
function heardFrom(calendar: DemoCalendar, minutes: number, currentPage: string | undefined) {
  const before = (some: number) => new Date(calendar.now.getTime() - some * 60_000).toISOString();
  return {
    online: minutes === 0,
    lastHeartbeatAt: before(minutes),
    currentPage,
    orientation: 'landscape',
    resolution: '1920×1080',
    lastCommand: 'refresh',
    lastCommandState: minutes === 0 ? 'done' : 'silent',
    outdated: minutes > 0,
    tokenTime: before(43_200),
  };
}
