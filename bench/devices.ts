import { createHash } from 'node:crypto';
import pg from 'pg';
import { text } from './load.ts';
import { processorSeconds } from './process.ts';
import type { Row } from './report.ts';
import type { Stage } from './stage.ts';

/** Machines of the plant that the figures are about. */
const MACHINES = 92;
const BATCH = 100;
const BATCHES = 300;
const SECRET = 'bench-gateway-secret';

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

interface Sender {
  readonly clientId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly numbers: readonly string[];
  readonly connections: number;
  said: number;
}

async function makeGateways(
  stage: Stage,
  count: number,
  connections: number,
): Promise<readonly Sender[]> {
  const client = new pg.Client(stage.owner);
  await client.connect();
  const senders: Sender[] = [];
  for (let index = 0; index < count; index += 1) {
    const clientId = `gw-bench-${count}-${index}`;
    const { rows } = await client.query<{ id: string }>(
      `insert into base_gateway (site_id, code, name, client_id) values ($1, $2, $2, $2) returning id`,
      [stage.siteId, clientId],
    );
    await client.query(
      'insert into gateway_secret (gateway_id, site_id, digest) values ($1, $2, $3)',
      [rows[0]?.id, stage.siteId, createHash('sha256').update(SECRET).digest()],
    );
    const numbers = Array.from({ length: MACHINES }, (_, at) => `${count}-MC-${at}`).filter(
      (_number, at) => at % count === index,
    );
    await client.query(
      `insert into base_equipment (site_id, number, nickname, equipment_kind, gateway_id)
       select $1, n, n, 'machineTool', $2 from unnest($3::text[]) n`,
      [stage.siteId, rows[0]?.id, numbers],
    );
    const pair = Buffer.from(`${clientId}:${SECRET}`).toString('base64');
    const headers = { authorization: `Basic ${pair}`, 'content-type': 'application/json' };
    senders.push({ clientId, headers, numbers, connections, said: 0 });
  }
  await client.end();
  return senders;
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

/** Eight of ten are states that change at every word, one an alarm that comes or goes, one a counter. */
function batchOf(sender: Sender): string {
  return JSON.stringify(Array.from({ length: BATCH }, () => messageOf(sender, (sender.said += 1))));
}

function messageOf({ clientId, numbers }: Sender, said: number): object {
  const round = Math.floor(said / numbers.length);
  const states = ['run', 'idle', 'alarm'];
  const word =
    said % 10 < 8
      ? {
          type: 'state',
          data: {
            status: states[round % 3],
            mode: 'auto',
            program: `O${said % 7}`,
            alarm: round % 2,
          },
        }
      : said % 10 === 8
        ? { type: 'alarm', data: { encoding: `E${said % 20}`, active: Math.floor(round / 10) % 2 } }
        : { type: 'count', data: { stationNumber: 'S1', counter: said } };
  return {
    messageId: String(said),
    clientId,
    deviceNumber: numbers[said % numbers.length],
    sendTime: new Date(START + said * 20).toISOString(),
    ...word,
  };
}

const START = Date.now() - 3 * 3_600_000;
