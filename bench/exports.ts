import { memoryMb } from './process.ts';
import { quietList } from './lists.ts';
import { median, spread, text } from './load.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

interface Export {
  readonly seconds: number;
  readonly firstByteSeconds: number;
  readonly aboveIdleMb: number;
  readonly bytes: number;
}

/** What the page of orders shows before anybody chooses columns. */
const COLUMNS =
  'orderCode,orderName,lineIds,quantity,goodQty,ngQty,progress,dueDate,forecastTime,state';

/** 100,000 orders as .csv and .xlsx: time, first byte, memory, and what lists feel of it meanwhile. */
export async function exportRows(stage: Stage): Promise<Row[]> {
  await exportOnce(stage, 'csv');
  const quiet = await quietList(stage, 3, 4);
  const rows: Row[] = [];
  for (const [format, goal] of [
    ['csv', 1.5],
    ['xlsx', 8],
  ] as const) {
    const alone = [await exportOnce(stage, format), await exportOnce(stage, format)];
    const meanwhile = await listsMeanwhile(stage, format);
    rows.push(...rowsOf(format, goal, alone), slower(format, meanwhile, quiet.p95));
  }
  return rows;
}

function rowsOf(format: string, goal: number, runs: readonly Export[]): Row[] {
  const seconds = runs.map((run) => run.seconds);
  const first = runs.map((run) => run.firstByteSeconds);
  const above = Math.max(...runs.map((run) => run.aboveIdleMb));
  const size = text((runs[0]?.bytes ?? 0) / 2 ** 20, 1);
  return [
    {
      work: `Export of 100,000 orders, .${format}`,
      measured: `${spread(seconds, 2)} s, ${size} MB`,
      goal: `≤ ${goal} s`,
      isMet: median(seconds) <= goal,
    },
    {
      work: '… its first byte',
      measured: `${spread(first, 2)} s`,
      goal: '≤ 1 s',
      isMet: median(first) <= 1,
    },
    {
      work: '… memory above idle',
      measured: `${text(above)} MB`,
      goal: '≤ 150 MB',
      isMet: above <= 150,
    },
  ];
}

function slower(format: string, meanwhileMs: number, quietMs: number): Row {
  const times = meanwhileMs / quietMs;
  return {
    work: `… p95 of lists during a .${format} export`,
    measured: `${text(meanwhileMs, 1)} ms against ${text(quietMs, 1)} ms = ${text(times, 1)}×`,
    goal: '≤ 3×',
    isMet: times <= 3,
  };
}

async function exportOnce(stage: Stage, format: string): Promise<Export> {
  const { pid } = stage.ours.child;
  const idle = memoryMb(pid);
  let most = idle;
  const watch = setInterval(() => (most = Math.max(most, memoryMb(pid))), 20);
  const startedAt = performance.now();
  const answer = await fetch(
    `${stage.ours.base}/api/production/orders/export?format=${format}&columns=${COLUMNS}`,
    {
      headers: stage.exporterHeaders,
    },
  );
  let [bytes, firstByteSeconds] = [0, 0];
  for await (const chunk of answer.body ?? []) {
    if (bytes === 0) firstByteSeconds = (performance.now() - startedAt) / 1000;
    bytes += (chunk as Uint8Array).length;
  }
  clearInterval(watch);
  if (bytes < 1_000_000)
    throw new Error(`The .${format} export gave ${bytes} bytes (HTTP ${answer.status}).`);
  return {
    seconds: (performance.now() - startedAt) / 1000,
    firstByteSeconds,
    aboveIdleMb: most - idle,
    bytes,
  };
}

/** Lists for as long as one export after the other runs; p95 in milliseconds. */
async function listsMeanwhile(stage: Stage, format: string): Promise<number> {
  const state = { over: false };
  const exporting = (async () => {
    while (!state.over) await exportOnce(stage, format);
  })();
  const lists = await quietList(stage, 4, 4);
  state.over = true;
  await exporting;
  return lists.p95;
}
