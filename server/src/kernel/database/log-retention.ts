import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { AnyEntity } from '@millwright/contract/kernel/entity';
import type { Connection } from './connection.ts';
import { type DirectSession, openDirect } from './direct.ts';
import { identifier } from './identifier.ts';
import type { LiveSettings } from '../live-settings.ts';
import { logs } from '../log/seal.ts';
import { fixedWords } from '../sql/log-sql.ts';

/** A partition of a log with the end of its time. */
interface Partition {
  readonly name: string;
  readonly begins: Date;
  readonly ends: Date;
}

/**
 * Drops the partitions of every log whose rows are all older than its setting `log.<log>Days` says, packed into
 * `archive/` of the data folder first when `log.archive` is on. Runs as the owner of the database: the application's
 * role cannot. Of several processes one does it. Gives the names of the partitions dropped, and of those that somebody
 * reads just now (a backup, an export): these stay until the next look, since behind a drop that waits nobody writes.
 */
export async function dropExpired(
  owner: Connection,
  settings: LiveSettings,
  dataFolder: string,
  now = new Date(),
): Promise<{ dropped: string[]; inUse: string[] }> {
  const client = await openDirect(owner);
  const dropped: string[] = [];
  const inUse: string[] = [];
  try {
    if (!(await isAlone(client))) return { dropped, inUse };
    for (const log of logs) {
      const days = settings.number(`log.${log.name.split('/')[1] ?? ''}Days`);
      const before = new Date(now.getTime() - days * 86_400_000);
      for (const part of await partitionsOf(client, log)) {
        if (part.ends > before) continue;
        const isArchived = settings.flag('log.archive');
        if (isArchived) await archive(client, part, path.join(dataFolder, 'archive'));
        if (await drop(client, log, part, isArchived)) dropped.push(part.name);
        else {
          inUse.push(part.name);
          break;
        }
      }
    }
  } finally {
    await client.end();
  }
  return { dropped, inUse };
}

/** Held until the connection ends: another process may not pack the same partition into the same file. */
async function isAlone(client: DirectSession): Promise<boolean> {
  const [lock] = await client.query<{ free: boolean }>(
    'select pg_try_advisory_lock(4170007) as free',
  );
  return lock?.free ?? false;
}

async function partitionsOf(client: DirectSession, { table }: AnyEntity): Promise<Partition[]> {
  const rows = await client.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound from pg_inherits i
     join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
    [table],
  );
  return rows.flatMap(({ name, bound }) => {
    const [, begin, end] = /FROM \('([^']+)'\) TO \('([^']+)'\)/.exec(bound) ?? [];
    return begin && end ? [{ name, begins: new Date(begin), ends: new Date(end) }] : [];
  });
}

/**
 * The partition, the counts of its hours and what was kept beside its rows go together; seals stay and learn of it.
 * False when the log could not be had in time: the drop wants it alone, and every insert queues behind it.
 */
async function drop(
  client: DirectSession,
  { table, log }: AnyEntity,
  part: Partition,
  isArchived: boolean,
): Promise<boolean> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LONGEST_WAIT}'`);
    await client.query(`drop table ${identifier(part.name)}`);
    for (const counts of ['hour', 'delta'])
      await client.query(`delete from ${identifier(`${table}_${counts}`)} where hour < $1`, [
        part.ends,
      ]);
    const closed = [part.ends.toISOString().slice(0, 10)];
    if (log && fixedWords(log).length > 0)
      await client.query(`delete from ${identifier(`${table}_word_day`)} where day < $1`, closed);
    await client.query('delete from log_counted_day where log = $2 and day < $1', [
      ...closed,
      table,
    ]);
    await client.query('delete from log_body where log = $1 and at < $2', [table, part.ends]);
    await client.query(
      'insert into log_dropped (partition, log, begins, ends, is_archived) values ($1, $2, $3, $4, $5)',
      [part.name, table, part.begins, part.ends, isArchived],
    );
    await client.query('update log_table set folds = folds + 1 where name = $1', [table]);
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

const LONGEST_WAIT = '2s';

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03';
}

/** `archive/log_mom_202501.csv.gz` with its SHA-256 beside it; a file that broke off never has the final name. */
async function archive(client: DirectSession, { name }: Partition, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, `${name}.csv.gz`);
  const hash = createHash('sha256');
  try {
    await pipeline(
      client.copyOut(
        `copy (select * from ${identifier(name)} order by at, id) to stdout with (format csv, header)`,
      ),
      createGzip(),
      async function* hashed(chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      createWriteStream(`${file}.part`),
    );
  } catch (error) {
    await rm(`${file}.part`, { force: true });
    throw error;
  }
  await writeFile(`${file}.sha256`, `${hash.digest('hex')}  ${name}.csv.gz\n`);
  await rename(`${file}.part`, file);
}
