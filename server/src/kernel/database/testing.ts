import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { inject } from 'vitest';
import { type Connection, toDatabase } from './connection.ts';
import { startEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';
import { ensureAppRole } from './roles.ts';

/** A database of its own for one test file, with all migrations. */
export interface TestDatabase {
  /** What the application may do: use it through `inScope`. */
  readonly app: Pool;
  /** The owner, who is above row-level security: for arranging and for looking at results. */
  readonly owner: pg.Pool;
  readonly appConnection: Connection;
  readonly ownerConnection: Connection;
  /** Ends the connections and drops the database. */
  close(): Promise<void>;
}

/** Makes a database as a copy of the migrated template; takes some 30 ms. Close it in `afterAll`. */
export async function testDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const cluster = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const admin = toDatabase(cluster, 'postgres');
  await once(admin, `create database ${name} template ${options.empty ? 'template0' : TEMPLATE}`);
  const ownerConnection = toDatabase(cluster, name);
  const appConnection = await ensureAppRole(ownerConnection);
  const app = openPool(appConnection, { max: 8 });
  const owner = new pg.Pool({ ...ownerConnection, max: 4 });
  const close = async () => {
    await Promise.all([app.close(), owner.end()]);
    // Without force PostgreSQL waits some seconds for connections that are just ending; forcing those is an error to them.
    await once(admin, `drop database ${name}`).catch(() =>
      once(admin, `drop database ${name} with (force)`),
    );
    await once(admin, `drop role if exists ${name}_server`);
  };
  return { app, owner, appConnection, ownerConnection, close };
}

/** Runs once for all test files (`globalSetup` of vitest): starts PostgreSQL in a folder that is thrown away. */
export default async function startForTests(project: TestProject): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'millwright-test-'));
  await chmod(dataFolder, 0o711);
  const postgres = await startEmbedded({ dataFolder, durable: false });
  const template = toDatabase(postgres.owner, TEMPLATE);
  await once(toDatabase(postgres.owner, 'postgres'), `create database ${TEMPLATE}`);
  await ensureAppRole(template);
  await migrate(template);
  project.provide('postgres', postgres.owner);
  return async () => {
    await postgres.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Connection;
  }
}

const TEMPLATE = 'millwright_template';

async function once(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
