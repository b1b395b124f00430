import type { Config } from '../config.ts';
import type { Connection } from './connection.ts';
import { startEmbedded } from './embedded.ts';
import { checkForeign } from './foreign.ts';
import { checkHears, type Listener, openListener } from './listen.ts';
import { migrate } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';
import { checkAppRole, ensureAppRole } from './roles.ts';

/** The open database of one server process. */
export interface Database {
  /** Connections of the application's role; used through `inScope`. */
  readonly pool: Pool;
  readonly listener: Listener;
  /** The owner's connection, for migrations and job tables only. */
  readonly owner: Connection;
  /** The application's connection, for components with a pool of their own. */
  readonly app: Connection;
  /** True with the embedded PostgreSQL, false with `DATABASE_URL`. */
  readonly isEmbedded: boolean;
  /** Names of the migrations that this start applied. */
  readonly migrated: readonly string[];
  /** Ends all connections and stops the embedded PostgreSQL. */
  close(): Promise<void>;
}

/** Starts or reaches the database, makes its roles, brings its tables up to date and opens the connections. */
export async function openDatabase(
  config: Config,
  report: (error?: Error) => void,
): Promise<Database> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({ dataFolder: config.dataFolder, onCrash: report });
  try {
    const owner = embedded?.owner ?? { connectionString: config.databaseUrl ?? '' };
    if (!embedded) await checkForeign('DATABASE_URL', owner);
    if (config.databaseAppUrl)
      await checkForeign('DATABASE_APP_URL', { connectionString: config.databaseAppUrl });
    const app = config.databaseAppUrl
      ? { connectionString: config.databaseAppUrl }
      : await ensureAppRole(owner);
    const migrated = await migrate(owner);
    if (!embedded) await checkAppRole(app);
    const pool = openPool(app, { onError: report, pooled: config.databaseAppUrl !== null });
    const listener = await openListener(owner, report);
    if (!embedded) await checkHears(listener, pool);
    const close = async () => {
      await Promise.all([listener.close(), pool.close()]);
      await embedded?.stop();
    };
    return { pool, listener, owner, app, isEmbedded: embedded !== null, migrated, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
