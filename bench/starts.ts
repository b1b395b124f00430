import { setTimeout as sleep } from 'node:timers/promises';
import { median, spread } from './load.ts';
import { memoryMb } from './process.ts';
import type { Row } from './report.ts';
import { startOnExisting } from './stage.ts';

/** Starts on existing data, PostgreSQL included, and what the server holds when nobody uses it. */
export async function starts(folder: string): Promise<Row[]> {
  const [seconds, memory]: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round += 1) {
    const running = await startOnExisting(folder);
    seconds.push(running.readyMs / 1000);
    await sleep(1000);
    memory.push(memoryMb(running.child.pid));
    await running.stop();
  }
  return [
    {
      work: 'Start on existing data to Ready',
      measured: `${spread(seconds, 2)} s`,
      goal: '≤ 1.5 s',
      isMet: median(seconds) <= 1.5,
    },
    {
      work: 'Idle memory of the server',
      measured: `${spread(memory)} MB`,
      goal: '≤ 180 MB',
      isMet: median(memory) <= 180,
    },
  ];
}
