import pg from 'pg';
import { makeGateways, type Sender } from './gateways.ts';
import { answering } from './lists.ts';
import { drive, type Figures, text } from './load.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

const CONNECTIONS = 8;
const SECONDS = 6;
/** What a cell waits for at most before it clamps a part. */
const MOST_MS = 100;

/** Whether a cell may clamp a part, asked by several cells at once: let in, and refused with the refusal stored. */
export async function interlockAnswers(stage: Stage): Promise<Row[]> {
  const [sender] = await makeGateways(stage, 2, CONNECTIONS);
  if (!sender) return [];
  const client = new pg.Client(stage.owner);
  await client.connect();
  await client.query(`update base_station set interlock_on = true where site_id = $1`, [
    stage.siteId,
  ]);
  const letIn = await ask(stage, sender);
  await pauseOrder(client, stage.siteId);
  const refused = await ask(stage, sender);
  const stored = await client.query<{ n: number }>(
    'select count(*)::int as n from device_interlock where site_id = $1',
    [stage.siteId],
  );
  await client.end();
  const kept = stored.rows[0]?.n ?? 0;
  if (kept < refused.answers) throw new Error(`${kept} of ${refused.answers} refusals are stored`);
  return [row('let in', letIn), row('refused and stored', refused)];
}

function ask(stage: Stage, { headers }: Sender): Promise<Figures> {
  const request = {
    path: '/api/device/interlock',
    method: 'POST' as const,
    headers: { ...headers },
    body: JSON.stringify({ stationNumber: 'S1', workpieceNo: 'W-BENCH-1' }),
  };
  return drive({ ...answering(stage, 'ours'), requests: [request] }, SECONDS, CONNECTIONS);
}

/** The order that is made at the line of the station stands still. */
async function pauseOrder(client: pg.Client, siteId: string): Promise<void> {
  await client.query(
    `insert into production_order (site_id, order_code, order_name, product_id, quantity, line_ids, plan_start_time,
       plan_end_time, due_date, actual_start_time, state)
     select $1, 'BENCH-PAUSED', 'BENCH', o.product_id, 10, array[s.line_id], now(), now(), current_date, now(), 'paused'
     from base_station s, (select product_id from production_order where site_id = $1 limit 1) o
     where s.site_id = $1 and s.work_report_station_no = 'S1'`,
    [siteId],
  );
}

function row(outcome: string, { p50, p95, perSecond, failed, why }: Figures): Row {
  return {
    work: `Interlock of a cell, ${outcome}, ${CONNECTIONS} at once`,
    measured: `p50 ${text(p50, 1)} ms, p95 ${text(p95, 1)} ms, ${text(perSecond)}/s${failed > 0 ? `, ${failed} failed: ${why}` : ''}`,
    goal: `p95 ≤ ${MOST_MS} ms`,
    isMet: failed === 0 && p95 <= MOST_MS,
  };
}
