import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { BATCH, batchOf, type Sender } from './gateways.ts';

/** What was sent and what came back. */
export interface Sent {
  readonly seconds: number;
  readonly acknowledged: number;
  /** Messages that were told as arrived before: their first answer was lost. */
  readonly duplicates: number;
  readonly repeats: number;
  /** Milliseconds from when a batch was due to its acknowledgement. */
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

export interface Storm {
  readonly seconds: number;
  readonly rate: number;
  readonly say: (line: string) => void;
}

interface Tally {
  acknowledged: number;
  duplicates: number;
  repeats: number;
  readonly waits: number[];
}

/**
 * Every gateway has a batch due at even times and sends them in order, each until it is acknowledged, as real ones do:
 * what found no answer goes out again as it was.
 */
export async function sendStorm(
  senders: readonly Sender[],
  baseOf: (turn: number) => string,
  storm: Storm,
): Promise<Sent> {
  const tally: Tally = { acknowledged: 0, duplicates: 0, repeats: 0, waits: [] };
  const start = performance.now();
  const told = setInterval(() => {
    const seconds = (performance.now() - start) / 1000;
    storm.say(
      `${tally.acknowledged} acknowledged, ${Math.round(seconds * storm.rate) - tally.acknowledged} behind`,
    );
  }, 10_000);
  await Promise.all(
    senders.map((sender, index) => sendAll(sender, index, senders.length, baseOf, storm, tally)),
  );
  clearInterval(told);
  const waits = tally.waits.sort((one, other) => one - other);
  return {
    seconds: (performance.now() - start) / 1000,
    acknowledged: tally.acknowledged,
    duplicates: tally.duplicates,
    repeats: tally.repeats,
    p50: waits[Math.floor(waits.length * 0.5)] ?? Number.NaN,
    p95: waits[Math.floor(waits.length * 0.95)] ?? Number.NaN,
    longest: waits.at(-1) ?? Number.NaN,
  };
}

async function sendAll(
  sender: Sender,
  index: number,
  count: number,
  baseOf: (turn: number) => string,
  { seconds, rate }: Storm,
  tally: Tally,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const every = (BATCH * count * 1000) / rate;
  const first = performance.now() + (every * index) / count;
  const batches = Math.floor((seconds * 1000) / every);
  for (let batch = 0; batch < batches; batch += 1) {
    const due = first + batch * every;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const body = batchOf(sender);
    for (let turn = index; ; turn += 1) {
      const answer = await post(agent, baseOf(turn), sender, body);
      if (answer) {
        note(tally, answer);
        break;
      }
      tally.repeats += 1;
      await sleep(50);
    }
    tally.waits.push(performance.now() - due);
  }
  agent.destroy();
}

function note(tally: Tally, { accepted, duplicate, rejected }: Answer): void {
  if (rejected.length > 0) throw new Error(`Rejected: ${JSON.stringify(rejected[0])}`);
  tally.acknowledged += accepted.length + duplicate.length;
  tally.duplicates += duplicate.length;
}

interface Answer {
  readonly accepted: readonly string[];
  readonly duplicate: readonly string[];
  readonly rejected: readonly unknown[];
}

/** Null when there was no answer, or one that says to come again. */
function post(
  agent: Agent,
  base: string,
  { headers }: Sender,
  body: string,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const sent = request(
      `${base}/api/device/messages`,
      { method: 'POST', agent, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', () => resolve(null));
        response.on('end', () => {
          const said = Buffer.concat(parts).toString();
          const { code, data } = JSON.parse(said) as { code: number; data: Answer };
          if (code !== 0) process.stderr.write(`${said.slice(0, 300)}\n`);
          resolve(code === 0 ? data : null);
        });
      },
    );
    sent.on('error', () => resolve(null));
    sent.end(body);
  });
}
