import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Pool } from '../database/pool.ts';
import { inScope, type Trx } from '../database/transaction.ts';
import { filesFolder, placeOf } from './folder.ts';
import { thumbnailOf } from './keep-file.ts';
import { mentionedNames } from './owner.ts';

const DAY_MS = 24 * 3_600_000;
const FIRST_MS = 10 * 60_000;
const BATCH = 500;

/** Sweeps ten minutes after the start and then daily; returns what stops it. */
export function sweepDaily(pool: Pool, onError: (error: unknown) => void): () => void {
  const sweep = () => void sweepFiles(pool).catch(onError);
  const first = setTimeout(sweep, FIRST_MS);
  const daily = setInterval(sweep, DAY_MS);
  first.unref();
  daily.unref();
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}

/**
 * Removes files that no row mentions 24 hours after they were sent, contents without a row, and uploads that were
 * never completed. Resolves to the number of files removed. Safe beside other processes.
 */
export async function sweepFiles(pool: Pool, now = Date.now()): Promise<number> {
  const before = new Date(now - DAY_MS);
  let removed = 0;
  for (let after = '0', more = true; more;) {
    const batch = await inScope(pool, { site: '*', timeoutMs: 120_000 }, (trx) =>
      sweepBatch(trx, before, after),
    );
    await Promise.all(
      batch.names.flatMap((name) => [
        rm(placeOf(name), { force: true }),
        rm(thumbnailOf(placeOf(name)), { force: true }),
      ]),
    );
    removed += batch.names.length;
    more = batch.last !== null;
    after = batch.last ?? after;
  }
  await inScope(pool, { site: '*' }, (trx) =>
    sql`delete from file_upload where create_time < ${before}`.execute(trx),
  );
  return removed + (await sweepFolders(pool, before));
}

/** Rows go first: a crash behind them leaves contents without a row, which the next sweep finds. */
async function sweepBatch(
  trx: Trx,
  before: Date,
  after: string,
): Promise<{ names: string[]; last: string | null }> {
  const found = await sql<{ id: string; name: string }>`select id, name from file
    where create_time < ${before} and id > ${after} order by id limit ${BATCH}`.execute(trx);
  const kept = await mentionedNames(
    { sql: trx },
    found.rows.map(({ name }) => name),
  );
  const names = found.rows.map(({ name }) => name).filter((name) => !kept.has(name));
  await sql`delete from file where name = any(${names}::text[])`.execute(trx);
  return { names, last: found.rows.length === BATCH ? (found.rows.at(-1)?.id ?? null) : null };
}

async function sweepFolders(pool: Pool, before: Date): Promise<number> {
  const folders = (await readdir(filesFolder())).filter((folder) => /^[0-9a-f]{2}$/.test(folder));
  let removed = 0;
  for (const folder of folders) {
    const old = await olderThan(path.join(filesFolder(), folder), before);
    const names = [...new Set(old.map((file) => file.replace(/\.thumb$/, '')))];
    const known = await inScope(pool, { site: '*', readOnly: true }, (trx) =>
      sql<{ name: string }>`select name from file where name = any(${names}::text[])`.execute(trx),
    );
    const kept = new Set(known.rows.map(({ name }) => name));
    const orphans = old.filter((file) => !kept.has(file.replace(/\.thumb$/, '')));
    await Promise.all(
      orphans.map((file) => rm(path.join(filesFolder(), folder, file), { force: true })),
    );
    removed += orphans.length;
  }
  for (const folder of ['incoming', 'parts']) {
    const old = await olderThan(path.join(filesFolder(), folder), before);
    await Promise.all(
      old.map((file) =>
        rm(path.join(filesFolder(), folder, file), { recursive: true, force: true }),
      ),
    );
  }
  return removed;
}

async function olderThan(folder: string, before: Date): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const times = await Promise.all(
    names.map((name) => stat(path.join(folder, name)).catch(() => null)),
  );
  return names.filter((_, index) => (times[index]?.mtimeMs ?? Infinity) < before.getTime());
}
