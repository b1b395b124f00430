import type {
  AndonCall,
  AndonFeed,
  BoardFeed,
  MachinesFeed,
  MachineTile,
  OeeFeed,
  OutputFeed,
  PlanFeed,
  PlanOrder,
} from '@millwright/contract/system/kanban-feed';
import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/transaction.ts';
import { heldToday } from '../base/dated-rows.ts';
import { lineOees } from '../equipment/line-oee.ts';
import { lineOutputs } from '../equipment/line-output.ts';
import { lineStanding } from '../equipment/line-standing.ts';
import { isForLine } from '../production/order-at-line.ts';
import type { Board } from './board-of.ts';

/** What a page shows of a board's line, or of its site; null when there are no data of such a page. */
export function feedOf(trx: Trx, board: Board, page: string): Promise<BoardFeed> | null {
  // The name comes from an address, where `__proto__` may stand too.
  if (!Object.hasOwn(feeds, page)) return null;
  return feeds[page]?.(trx, board) ?? null;
}

const feeds: Readonly<Record<string, (trx: Trx, board: Board) => Promise<BoardFeed>>> = {
  machines: machinesOf,
  andon: andonOf,
  plan: planOf,
  output: outputOf,
  oee: oeeOf,
};

/** The shown machines of a board in the order of lines and of places on them. */
const machinesOn = (board: Board) => sql`
  from base_equipment e
  left join base_line l on l.id = e.line_id
  left join device_live v on v.equipment_id = e.id
  left join lateral (select bool_or(d.is_bottleneck) as is_bottleneck, min(d.sequence) as sequence
    from base_line_devices d where d.parent_id = e.line_id and d.equipment_id = e.id
      and ${heldToday('d', sql`e.site_id`)}) d on true
  where e.site_id = ${board.siteId} and e.status = '1' and e.is_show
    and (${board.lineId}::bigint is null or e.line_id = ${board.lineId})`;

async function machinesOf(trx: Trx, board: Board): Promise<MachinesFeed> {
  const { rows } = await sql<MachineTile>`
    select e.number, e.nickname as name, l.code as line, v.status,
      to_char(v.start_time at time zone 'UTC', ${ISO}) as since,
      coalesce(d.is_bottleneck, false) as "isBottleneck"
    ${machinesOn(board)} order by l.serial_number nulls last, l.code, d.sequence nulls last, e.number limit 200`.execute(
    trx,
  );
  return { machines: rows };
}

/** Alarms that stand, with the words of the alarm log; the worst first, then the oldest. */
async function andonOf(trx: Trx, board: Board): Promise<AndonFeed> {
  const found = await sql<AndonCall & { total: number }>`
    select a.encoding, coalesce(g.content_zh, a.text) as "textZh", coalesce(g.content_en, a.text) as "textEn",
      g.level, e.number, e.nickname as name, l.code as line,
      to_char(a.start_time at time zone 'UTC', ${ISO}) as since,
      coalesce(g.ack_state = 'done', false) as "isAcknowledged", count(*) over ()::int as total
    from alarm_event a
    join base_equipment e on e.id = a.equipment_id and e.status = '1' and e.is_show
    left join base_line l on l.id = e.line_id
    left join log_alarm g on g.site_id = a.site_id and g.at = a.log_time and g.id = a.log_id
    where a.site_id = ${board.siteId} and a.end_time is null
      and (${board.lineId}::bigint is null or e.line_id = ${board.lineId})
    order by g.level desc nulls last, a.start_time limit 20`.execute(trx);
  const heard = await sql<{ machines: number; heard: number }>`
    select count(*)::int as machines,
      count(*) filter (where v.status is not null and v.status <> 'offline')::int as heard
    ${machinesOn(board)}`.execute(trx);
  return {
    calls: found.rows.map(({ total: _total, ...call }) => call),
    total: found.rows[0]?.total ?? 0,
    heard: heard.rows[0]?.heard ?? 0,
    machines: heard.rows[0]?.machines ?? 0,
  };
}

/** Orders that run or wait: running ones first, then by the day they are due. */
async function planOf(trx: Trx, board: Board): Promise<PlanFeed> {
  const open = sql`from production_order o left join base_product p on p.id = o.product_id
    where o.site_id = ${board.siteId} and o.state in ('released', 'running', 'paused')
      ${board.lineId === null ? sql`` : sql`and ${isForLine(board.lineId)}`}`;
  const { rows } = await sql<PlanOrder>`
    select o.order_code as "orderCode", o.order_name as "orderName",
      p.product_name as "productName", p.product_name_en as "productNameEn", o.state,
      o.quantity, o.good_qty as "goodQty", o.progress, to_char(o.due_date, 'YYYY-MM-DD') as "dueDate", o.risk
    ${open} order by case o.state when 'running' then 0 when 'paused' then 1 else 2 end, o.due_date, o.order_code
    limit 12`.execute(trx);
  const sums = await sql<Omit<PlanFeed, 'orders'>>`
    select count(*)::int as total, count(*) filter (where o.risk = 'late')::int as late,
      count(*) filter (where o.risk = 'risk')::int as "atRisk",
      to_char(now() at time zone (select time_zone from base_site where id = ${board.siteId}), 'YYYY-MM-DD') as today
    ${open}`.execute(trx);
  const [sum = { total: 0, late: 0, atRisk: 0, today: '' }] = sums.rows;
  return { orders: rows, ...sum };
}

/** Output of the shift that runs, of the board's line or of each line of its site; how a line stands that is alone. */
async function outputOf(trx: Trx, { siteId, lineId }: Board): Promise<OutputFeed> {
  const lines = await lineOutputs(trx, { siteId, lineId });
  const [line] = lines;
  const isAlone = line && lines.length === 1;
  return { lines, standing: isAlone ? await lineStanding(trx, siteId, line) : null };
}

/** OEE of the shift that runs, of the same lines. */
async function oeeOf(trx: Trx, { siteId, lineId }: Board): Promise<OeeFeed> {
  return { lines: await lineOees(trx, { siteId, lineId }) };
}

const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
