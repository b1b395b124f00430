// Two server processes on one PostgreSQL take device messages at a fixed rate while each is killed in turn:
// `node bench/device-storm.ts --seconds 600 --rate 5000 --kills 4`. Afterwards what was acknowledged must be what the
// tables hold. Ends with 1 when it is not. Figures want a quiet machine; the truth of the tables does not.
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../server/src/kernel/database/embedded.ts';
import { addressOf } from '../server/src/server-process.testing.ts';
import { makeGateways } from './gateways.ts';
import { text } from './load.ts';
import { processorSeconds, type Running, start } from './process.ts';
import { checkTables } from './storm-check.ts';
import { sendStorm } from './storm-sender.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '5000' },
    kills: { type: 'string', default: '2' },
    gateways: { type: 'string', default: '8' },
    keep: { type: 'boolean', default: false },
  },
});
const [seconds, rate, kills, gateways] = [
  values.seconds,
  values.rate,
  values.kills,
  values.gateways,
].map(Number) as [number, number, number, number];
if (![seconds, rate, kills, gateways].every((value) => Number.isSafeInteger(value) && value >= 0))
  throw new Error('--seconds, --rate, --kills and --gateways take whole numbers.');

const folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-storm-'));
await chmod(folder, 0o711);
const postgres = await startEmbedded({ dataFolder: folder });
const owner = new pg.Client(postgres.owner);
await owner.connect();
const env = {
  PORT: '0',
  LOG_LEVEL: 'error',
  DEMO: 'off',
  ADMIN_PASSWORD: 'storm-admin',
  DATA_DIR: folder,
  DATABASE_URL: addressOf(postgres.owner),
};
const servers: (Running | null)[] = [await start('server/src/main.ts', env)];
servers.push(await start('server/src/main.ts', env));
try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  for (const server of servers) await server?.stop();
  await owner.end();
  await postgres.stop();
  if (values.keep) say(`The data stay in ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
process.exit();

async function main(): Promise<boolean> {
  const senders = await makeGateways(
    { owner: postgres.owner, siteId: await makeSite() },
    gateways,
    1,
  );
  const used = processorClock(await postmasterOf(postgres.cluster));
  say(
    `${text(rate)} messages/s for ${seconds} s by ${gateways} gateways to two processes, ${kills} killed in turn`,
  );
  const killing = killInTurn(used);
  const sent = await sendStorm(senders, (turn) => baseOf(turn), { seconds, rate, say });
  await killing;
  const micros = used.perMessage(sent.acknowledged);
  const checks = await checkTables(owner, senders, sent);
  const lines: [string, string][] = [
    [
      'messages acknowledged',
      `${text(sent.acknowledged)} in ${text(sent.seconds, 1)} s = ${text(sent.acknowledged / sent.seconds)}/s`,
    ],
    ['of those told as arrived before', text(sent.duplicates)],
    ['batches sent again after no answer', text(sent.repeats)],
    [
      'due to acknowledged, of 100 messages',
      `50: ${text(sent.p50)} ms, 95: ${text(sent.p95)} ms, all: ${text(sent.longest)} ms`,
    ],
    [
      'processor a message',
      `servers ${text(micros.servers)} µs, PostgreSQL ${text(micros.postgres)} µs, sender ${text(micros.sender)} µs`,
    ],
    ...checks.map(({ what, found, isTrue }): [string, string] => [
      what,
      `${found} ${isTrue ? '✓' : '✗'}`,
    ]),
  ];
  process.stdout.write(`\n| what | figure |\n|---|---|\n`);
  for (const [what, figure] of lines) process.stdout.write(`| ${what} | ${figure} |\n`);
  return checks.every(({ isTrue }) => isTrue);
}

/** Gateways share the processes; while one is away its callers go to the other. */
function baseOf(turn: number): string {
  return (servers[turn % 2] ?? servers[(turn + 1) % 2])?.base ?? 'http://127.0.0.1:9';
}

/** Kills one process after the other, at even distances, and starts it again. */
async function killInTurn(used: ReturnType<typeof processorClock>): Promise<void> {
  for (let turn = 0; turn < kills; turn += 1) {
    await sleep((seconds * 1000) / (kills + 1));
    const place = turn % 2;
    const gone = servers[place];
    used.leave(gone?.child.pid);
    gone?.child.kill('SIGKILL');
    servers[place] = null;
    say(`Process ${place + 1} killed`);
    servers[place] = await startAgain();
    say(`Process ${place + 1} is back`);
  }
}

/** A machine under full load may be too slow for a start at once. */
async function startAgain(): Promise<Running> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await start('server/src/main.ts', env);
    } catch (error) {
      if (tries === 10) throw error;
    }
  }
}

/** Processor time since now, of the processes that were killed too. */
function processorClock(postmaster: number) {
  const now = () => ({
    servers: servers.reduce(
      (sum, server) => sum + (server ? processorSeconds(server.child.pid) : 0),
      0,
    ),
    postgres: processorSeconds(postmaster),
    sender: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  });
  const before = now();
  let left = 0;
  return {
    leave: (pid: number | undefined) => {
      left += processorSeconds(pid);
    },
    perMessage: (messages: number) => {
      const after = now();
      const of = (seconds_: number) => (seconds_ * 1e6) / messages;
      return {
        servers: of(after.servers + left - before.servers),
        postgres: of(after.postgres - before.postgres),
        sender: of(after.sender - before.sender),
      };
    },
  };
}

async function makeSite(): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into base_site (parent_id, depart_name, depart_type, institution_code, short_code, order_num)
     select id, 'STORM', 'site', 'STORM', 'ST', 10 from base_site where depart_type = 'company' returning id`,
  );
  return rows[0]?.id ?? '';
}

async function postmasterOf(cluster: string): Promise<number> {
  return Number((await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

function say(line: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}
