import { loginInfo } from '@millwright/contract/log/log-words';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Announcements, openAnnouncements } from './announce.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { inScope, type Trx } from './database/transaction.ts';
import { openFiles } from './files/folder.ts';
import { sweepDaily } from './files/sweep.ts';
import { type LogBuffer, openLogBuffer } from './http/log-buffer.ts';
import { openSessions, type Sessions } from './http/session.ts';
import { keepLogs } from './log/upkeep.ts';
import { loginRow } from './login-log.ts';
import type { LogRow } from './http/operate-log.ts';
import type { LiveSession } from './http/session-row.ts';
import { openTokens, type Tokens } from './http/token.ts';
import { type LiveSettings, openSettings } from './live-settings.ts';
import { sweepIdentityHourly } from './sweep-identity.ts';
import { openVersions, type Versions } from './versions.ts';

/** What one process of the server holds beside the database: caches, keys, buffers. None of it is state. */
export interface Services {
  readonly config: Config;
  readonly database: Database;
  readonly announcements: Announcements;
  readonly settings: LiveSettings;
  readonly versions: Versions;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly logs: LogBuffer;
  /** A transaction of the system itself, over all sites: sign-in, sweeping, start. */
  asSystem<T>(
    work: (trx: Trx) => Promise<T>,
    options?: { readOnly?: boolean; timeoutMs?: number },
  ): Promise<T>;
  /** Writes a failure that nobody is told of into the server's log. */
  report(error: unknown, message: string): void;
  /** Writes what works but is likely a mistake into the server's log. */
  warn(message: string, details: Readonly<Record<string, unknown>>): void;
  /** Empties the buffers and lets go of the announcements. */
  close(): Promise<void>;
}

type ServerLog = Pick<FastifyBaseLogger, 'error' | 'warn'>;

/** Opens the services on an open, migrated and installed database. */
export async function openServices(
  config: Config,
  database: Database,
  log: ServerLog,
): Promise<Services> {
  const { pool } = database;
  const announcements = openAnnouncements(database.listener);
  const settings = await openSettings(pool, announcements);
  const versions = await openVersions(pool, announcements);
  const closeFiles = openFiles(config.dataFolder);
  const stopSweeps = await startSweeps(config, database, settings, log);
  const tokens = await openTokens(path.join(config.dataFolder, 'keys'));
  const logs = openLogBuffer(pool, (error) =>
    log.error(error, 'The log buffer could not be written; it is tried again.'),
  );
  const sessions = openSessions(
    pool,
    tokens,
    settings,
    announcements,
    (ended) => void logs.add('log_login', [expiredRow(ended)]),
  );
  return {
    config,
    database,
    announcements,
    settings,
    versions,
    tokens,
    sessions,
    logs,
    report: (error, message) => log.error(error, message),
    warn: (message, details) => log.warn(details, message),
    asSystem: (work, options) => inScope(pool, { site: '*', ...options }, work),
    async close() {
      stopSweeps();
      announcements.close();
      await logs.close();
      closeFiles();
    },
  };
}

/** What is cleared by the hour and by the day; gives what ends it. */
async function startSweeps(
  { dataFolder }: Config,
  database: Database,
  settings: LiveSettings,
  log: ServerLog,
): Promise<() => void> {
  const stops = [
    sweepDaily(database.pool, (error) =>
      log.error(error, 'Unused files could not be removed; it is tried again tomorrow.'),
    ),
    await sweepIdentityHourly(database.pool, (error) =>
      log.error(error, 'The hourly sweep failed.'),
    ),
    keepLogs(database, settings, dataFolder, (error) =>
      log.error(error, 'The logs could not be folded, sealed or cleared; it is tried again.'),
    ),
  ];
  return () => stops.forEach((stop) => stop());
}

function expiredRow(ended: LiveSession): LogRow {
  return loginRow({
    event: '3',
    ok: true,
    username: ended.username,
    siteId: ended.departId,
    departName: ended.departName,
    info: loginInfo.expired,
  });
}
