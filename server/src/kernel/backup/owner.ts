import type { Config } from '../config.ts';
import type { Connection } from '../database/connection.ts';
import { DataFolderInUseError, lockDataFolder } from '../database/data-lock.ts';
import { runningEmbedded, startEmbedded } from '../database/embedded.ts';
import { checkForeign } from '../database/foreign.ts';
import { ensureAppRole } from '../database/roles.ts';
import { BackupError } from './manifest.ts';

/**
 * Runs work with the owner's connection to the database that the settings name. The embedded one is started for it, or,
 * for a backup, used beside the server that has it. For a restore the application's roles are made first.
 */
export async function withOwner<T>(
  config: Config,
  purpose: 'backup' | 'restore',
  work: (owner: Connection) => Promise<T>,
): Promise<T> {
  const withRoles = async (owner: Connection) => {
    if (purpose === 'restore' && !config.databaseAppUrl) await ensureAppRole(owner);
    return work(owner);
  };
  if (config.databaseUrl) {
    const owner = { connectionString: config.databaseUrl };
    await checkForeign('DATABASE_URL', owner);
    return withRoles(owner);
  }
  const unlock = tryLock(config.dataFolder);
  if (!unlock) return besideServer(config, purpose, work);
  const embedded = await startEmbedded({ dataFolder: config.dataFolder });
  try {
    return await withRoles(embedded.owner);
  } finally {
    await embedded.stop();
    unlock();
  }
}

function tryLock(folder: string): (() => void) | null {
  try {
    return lockDataFolder(folder);
  } catch (error) {
    if (error instanceof DataFolderInUseError) return null;
    throw error;
  }
}

async function besideServer<T>(
  config: Config,
  purpose: 'backup' | 'restore',
  work: (owner: Connection) => Promise<T>,
): Promise<T> {
  if (purpose === 'restore')
    throw new BackupError(`A server is running on ${config.dataFolder}: stop it first.`);
  const owner = await runningEmbedded(config.dataFolder);
  if (!owner)
    throw new BackupError(
      `The database of ${config.dataFolder} is just starting or stopping; try again.`,
    );
  return work(owner);
}
