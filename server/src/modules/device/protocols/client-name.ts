import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../../kernel/config.ts';

/** The name of a process at another broker, for as long as it is held. */
export interface ClientName {
  readonly name: string;
  readonly release: () => Promise<void>;
}

/**
 * Takes a name for another MQTT broker. Never that of a process that runs, or each would push the other out; the same
 * after a restart, or the broker would keep a share of the messages for the session of a process that is gone. A port
 * says whose it is; where any free one is taken, the processes of a data folder number themselves, and the lowest number
 * that no living one holds is taken over.
 */
export async function holdClientName({
  port,
  dataFolder,
}: Pick<Config, 'port' | 'dataFolder'>): Promise<ClientName> {
  const own = `millwright-${os.hostname()}`;
  if (port !== 0) return { name: `${own}-${port}`, release: async () => undefined };
  const folder = path.join(dataFolder, 'mqtt-names');
  await mkdir(folder, { recursive: true });
  const place = createHash('sha256').update(folder).digest('hex').slice(0, 8);
  for (let number = 1; ; number += 1) {
    const file = path.join(folder, `${os.hostname()}-${number}`);
    if (await take(file)) return { name: `${own}-${place}-${number}`, release: () => give(file) };
  }
}

/** Files held by this process: another application in it is another client, too. */
const held = new Set<string>();

async function take(file: string): Promise<boolean> {
  if (held.has(file)) return false;
  held.add(file);
  if (!isAlive(await holderOf(file))) {
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, String(process.pid));
    await rename(draft, file);
    // Of several that began at the same moment the last to write has it.
    await sleep(SETTLE_MS);
    if ((await holderOf(file)) === process.pid) return true;
  }
  held.delete(file);
  return false;
}

async function give(file: string): Promise<void> {
  held.delete(file);
  await rm(file, { force: true });
}

const SETTLE_MS = 50;

async function holderOf(file: string): Promise<number | null> {
  const written = await readFile(file, 'utf8').catch(() => '');
  return /^[1-9]\d*$/.test(written) ? Number(written) : null;
}

/** Our own number in a file that we do not hold is that of one before us: numbers come again. */
function isAlive(holder: number | null): boolean {
  if (holder === null || holder === process.pid) return false;
  try {
    process.kill(holder, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
