import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../../../kernel/config.ts';
import { isAnotherRunning, ownMark } from '../../../kernel/running-process.ts';
import type { Services } from '../../../kernel/services.ts';

/** The name of a process at another broker, for as long as it is held. */
export interface ClientName {
  readonly name: string;
  readonly release: () => Promise<void>;
}

/** Takes a name as `holdClientName` does, while no other process of the same database is taking one. */
export function claimClientName(services: Services): Promise<ClientName> {
  return services.asSystem(async (trx) => {
    await sql`select pg_advisory_xact_lock(${NAME_LOCK})`.execute(trx);
    return holdClientName(services.config);
  });
}

/** Key of the lock under which processes take their names, one after the other. */
export const NAME_LOCK = 4_170_009;

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

/** Files held by this process, whose mark is no other's: another application in it is another client, too. */
const held = new Set<string>();

async function take(file: string): Promise<boolean> {
  if (held.has(file)) return false;
  held.add(file);
  if (!isAnotherRunning(await readFile(file, 'utf8').catch(() => ''))) {
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, ownMark());
    await rename(draft, file);
    return true;
  }
  held.delete(file);
  return false;
}

async function give(file: string): Promise<void> {
  held.delete(file);
  await rm(file, { force: true });
}
