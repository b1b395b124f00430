// `npm run bench`: the figures of this release on this machine, as ratios against a bare server in the same run.
// Names choose parts: `npm run bench -- orders exports` prints them; a whole run is written to bench/results.md.
// A missed goal fails nothing; it is shown.
import { bellPolls } from './bell.ts';
import { boardRefresh } from './boards.ts';
import { deviceMessages } from './devices.ts';
import { exportRows } from './exports.ts';
import { interlockAnswers } from './interlock.ts';
import { logList, orderList } from './lists.ts';
import { logWrites } from './log-costs.ts';
import { pages } from './pages.ts';
import { machine, report, type Row } from './report.ts';
import { openStage, removeStage, type Stage } from './stage.ts';
import { starts } from './starts.ts';
import { tabMemory } from './tabs.ts';
import { createRows } from './writes.ts';

const PARTS: Readonly<Record<string, (stage: Stage) => Promise<Row[]>>> = {
  pages,
  tabs: tabMemory,
  orders: orderList,
  logs: logList,
  logWrites,
  create: createRows,
  bell: bellPolls,
  boards: boardRefresh,
  devices: deviceMessages,
  interlock: interlockAnswers,
  exports: exportRows,
};

const asked = process.argv.slice(2);
let isStopped = false;
const unknown = asked.filter((name) => name !== 'starts' && !(name in PARTS));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown parts: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}, starts.\n`,
  );
  process.exit(1);
}
await main();

async function main(): Promise<void> {
  const startedAt = performance.now();
  stopWhenTold();
  const stage = await openStage(isWanted('logs') ? 1_000_000 : 1000, say);
  const facts = machine(stage.postgres);
  const rows: Row[] = [];
  let isOpen = true;
  try {
    for (const [name, part] of Object.entries(PARTS))
      if (isWanted(name)) rows.push(...(await told(name, () => part(stage))));
    await stage.close();
    isOpen = false;
    if (isWanted('starts')) rows.push(...(await told('starts', () => starts(stage.folder))));
  } finally {
    if (isOpen) await stage.close();
    await removeStage(stage.folder);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  await report(rows, [...facts, `The run took ${seconds} s`], asked.length === 0 && !isStopped);
}

/** Ctrl-C ends the run after what is being measured, so that no server stays behind. */
function stopWhenTold(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (isStopped) process.exit(130);
      isStopped = true;
      say('Stopping after this part; once more stops at once…');
    });
}

function isWanted(name: string): boolean {
  return !isStopped && (asked.length === 0 || asked.includes(name));
}

/** A part that cannot be measured is a line of the table; the others go on. */
async function told(name: string, part: () => Promise<Row[]>): Promise<Row[]> {
  say(`Measuring ${name}…`);
  try {
    return await part();
  } catch (error) {
    return [
      {
        work: name,
        measured: `not measured: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
        goal: '',
        isMet: false,
      },
    ];
  }
}

function say(line: string): void {
  process.stdout.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${line}\n`);
}
