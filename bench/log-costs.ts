import { operateLog } from '@millwright/contract/log/operate';
import { appConnection } from '../server/src/kernel/database/connection.ts';
import { openPool } from '../server/src/kernel/database/pool.ts';
import { inScope } from '../server/src/kernel/database/transaction.ts';
import { writeLog } from '../server/src/kernel/log/write.ts';
import { median, spread, text } from './load.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

/** How long the first call of a filter takes, before its counts are known: one after the other, each asked once. */
export async function firstCounts(stage: Stage): Promise<Row> {
  const [headers = {}] = stage.people;
  const times: number[] = [];
  let rows = 0;
  for (const module of ['生产订单', '产品', '产线', '工位'])
    for (const status of ['0', '1']) {
      const query = new URLSearchParams({ 'params[module]': module, 'params[status]': status });
      query.set('params[at][begin]', new Date(Date.now() - 60 * DAY_MS).toISOString());
      const begun = performance.now();
      const answer = await fetch(
        `${stage.ours.base}/api/log/operate-logs?limit=20&${query.toString()}`,
        {
          headers,
        },
      );
      const { code, data } = (await answer.json()) as { code: number; data: { total: number } };
      times.push(performance.now() - begun);
      if (code !== 0) throw new Error(`The list of the log was refused: ${code}`);
      rows += data.total;
    }
  return {
    work: `First count of a filter of the log, ${times.length} filters over ${text(rows)} rows`,
    measured: `${spread(times, 1)} ms`,
    goal: '≤ 50 ms',
    isMet: median(times) <= 50,
  };
}

const DAY_MS = 86_400_000;
const BATCH = 1000;
const BATCHES = 20;

/** What a row of a log costs when a full buffer is written in one statement, with its counts, until it is on disk. */
export async function logWrites(stage: Stage): Promise<Row[]> {
  const pool = openPool(appConnection(stage.owner), { max: 1 });
  const times: number[] = [];
  try {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const rows = Array.from({ length: BATCH }, (_, n) => ({
        siteId: stage.siteId,
        at: new Date(Date.now() - n).toISOString(),
        module: '生产订单',
        businessType: '1',
        status: n % 50 === 0 ? '1' : '0',
        requestMethod: 'POST',
        url: '/api/production/orders',
        costTime: n % 40,
        operator: 'liuyang',
        host: `10.0.0.${n % 200}`,
        requestId: `w${batch}-${n}`,
      }));
      const begun = performance.now();
      await inScope(pool, { site: stage.siteId }, (trx) => writeLog(trx, operateLog, rows));
      times.push((performance.now() - begun) / BATCH);
    }
  } finally {
    await pool.close();
  }
  return [
    {
      work: `Write a row of a log, ${BATCHES} batches of ${BATCH}`,
      measured: `${spread(times, 3)} ms a row`,
      goal: '≤ 0.3 ms a row',
      isMet: median(times) <= 0.3,
    },
  ];
}
