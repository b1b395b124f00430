import { BATCH, batchOf, MACHINES, makeGateways, type Sender } from './gateways.ts';
import { text } from './load.ts';
import { processorSeconds } from './process.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

const BATCHES = 300;

/** Messages of machines, acknowledged when they are on disk: gateways that own some machines each, and one with all. */
export async function deviceMessages(stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [gateways, connections] of [
    [8, 1],
    [1, 4],
  ] as const) {
    const senders = await makeGateways(stage, gateways, connections);
    await send(stage, senders, BATCHES / 10);
    const given = await send(stage, senders, BATCHES);
    rows.push({
      work: `Device messages, ${gateways === 1 ? 'one gateway' : `${gateways} gateways`} for ${MACHINES} machines, ${gateways * connections} connections, batches of ${BATCH}`,
      measured: `${text(given.perSecond)}/s, processor ${text(given.serverUs)} µs of the server and ${text(given.postgresUs)} µs of PostgreSQL a message`,
      goal: '≥ 5,000/s',
      isMet: given.perSecond >= 5000,
    });
  }
  return rows;
}

interface Given {
  readonly perSecond: number;
  readonly serverUs: number;
  readonly postgresUs: number;
}

/** Every connection sends its next batch when the one before is acknowledged. */
async function send(stage: Stage, senders: readonly Sender[], batches: number): Promise<Given> {
  const each = Math.ceil(batches / senders.length);
  const queues = senders.map((sender) => Array.from({ length: each }, () => batchOf(sender)));
  const before = [stage.ours.child.pid, stage.postmaster].map(processorSeconds);
  const start = performance.now();
  await Promise.all(
    senders.flatMap((sender, index) =>
      Array.from({ length: sender.connections }, async () => {
        for (let body = queues[index]?.shift(); body; body = queues[index]?.shift())
          await post(stage, sender, body);
      }),
    ),
  );
  const seconds = (performance.now() - start) / 1000;
  const after = [stage.ours.child.pid, stage.postmaster].map(processorSeconds);
  const count = each * senders.length * BATCH;
  const [serverUs = 0, postgresUs = 0] = after.map(
    (time, place) => ((time - (before[place] ?? 0)) * 1e6) / count,
  );
  return { perSecond: count / seconds, serverUs, postgresUs };
}

async function post(stage: Stage, { headers }: Sender, body: string): Promise<void> {
  const answer = await fetch(`${stage.ours.base}/api/device/messages`, {
    method: 'POST',
    headers,
    body,
  });
  const { code, msg, data } = (await answer.json()) as {
    code: number;
    msg: string;
    data: { accepted: string[] };
  };
  if (code !== 0 || data.accepted.length !== BATCH)
    throw new Error(`Messages were not taken in: ${code} ${msg}`);
}
