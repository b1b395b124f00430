import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Connection } from '../database/connection.ts';
import { type DirectSession, openDirect } from '../database/direct.ts';
import { placeIn } from '../files/folder.ts';
import { identifier } from '../database/identifier.ts';
import { migrationsOf, partitionsOf, sequencesOf, type TableFacts, tablesOf } from './catalogue.ts';
import { BackupError, filePart, FORMAT, type Manifest, tablePart } from './manifest.ts';
import { measuring } from './measure.ts';

/** Where a backup comes from. */
export interface Source {
  readonly owner: Connection;
  /** The data folder: stored files lie below it. */
  readonly dataFolder: string;
  readonly version: string;
}

/**
 * Writes everything that the database holds at one moment, and the stored files, into one zip file, while the server
 * goes on working. The file has its name only when it is whole and on disk. Gives what is in it.
 */
export async function writeBackup(source: Source, target: string): Promise<Manifest> {
  if (existsSync(target)) throw new BackupError(`${target} exists already.`);
  await mkdir(path.dirname(target), { recursive: true });
  const written = `${target}.part`;
  const session = await openDirect(source.owner);
  try {
    await session.query('begin isolation level repeatable read read only');
    const manifest = await writeZip(session, source, written);
    await syncAndName(written, target);
    return manifest;
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  } finally {
    await session.end();
  }
}

type Growing = { -readonly [K in keyof Manifest]: Manifest[K] };

async function writeZip(
  session: DirectSession,
  source: Source,
  written: string,
): Promise<Manifest> {
  const manifest: Growing = {
    format: FORMAT,
    version: source.version,
    takenAt: new Date().toISOString(),
    migrations: await migrationsOf(session),
    tables: [],
    partitions: await partitionsOf(session),
    sequences: await sequencesOf(session),
    files: [],
    missing: [],
  };
  const tables = await tablesOf(session);
  const files = await storedFiles(session, source.dataFolder);
  const zip = new ZipFile();
  const out = pipeline(zip.outputStream, createWriteStream(written, { flags: 'w', mode: 0o600 }));
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  // The parts are read one after the other, in this order; the manifest, which tells what they were, is the last.
  for (const table of tables) addTable(zip, session, table, manifest);
  for (const file of files) await addFile(zip, file, manifest);
  addLast(zip, manifest);
  zip.end();
  await Promise.race([out, failed]);
  return manifest;
}

function addTable(
  zip: ZipFile,
  session: DirectSession,
  table: TableFacts,
  manifest: Growing,
): void {
  zip.addReadStreamLazy(tablePart(table.name), { compress: true }, (give) => {
    const { stream, done } = measuring();
    const rows = session.copyOut(copyOutOf(table));
    stream.once('end', () => {
      const { lines, sha256 } = done();
      manifest.tables.push({ name: table.name, rows: lines, sha256 });
    });
    rows.once('error', (error) => stream.destroy(error));
    give(null, rows.pipe(stream));
  });
}

/** The statement that gives a table's rows, always in the same order. */
export function copyOutOf({ name, columns, key }: TableFacts): string {
  return `copy (select ${columns} from ${identifier(name)} t order by ${key}) to stdout`;
}

interface StoredFile {
  readonly name: string;
  readonly place: string;
  /** Null for a small picture, which the database does not know by content. */
  readonly sha256: string | null;
}

async function storedFiles(session: DirectSession, dataFolder: string): Promise<StoredFile[]> {
  const found = await session.query<{ name: string; sha256: string; thumbnail: boolean }>(
    'select name, sha256, thumbnail from file order by id',
  );
  return found.flatMap(({ name, sha256, thumbnail }) => {
    const place = placeIn(dataFolder, name);
    const own = { name, place, sha256 };
    return thumbnail
      ? [own, { name: `${name}.thumb`, place: `${place}.thumb`, sha256: null }]
      : [own];
  });
}

/** A content is never changed, and goes a day after its row at the earliest: the moment of the database holds for it too. */
async function addFile(zip: ZipFile, file: StoredFile, manifest: Growing): Promise<void> {
  if (!existsSync(file.place)) {
    manifest.missing.push(file.name);
    return;
  }
  zip.addReadStreamLazy(filePart(file.name), { compress: false }, (give) => {
    const { stream, done } = measuring();
    const content = createReadStream(file.place);
    stream.once('end', () => {
      const { bytes, sha256 } = done();
      manifest.files.push({ name: file.name, bytes, sha256 });
      if (file.sha256 !== null && file.sha256 !== sha256) manifest.missing.push(file.name);
    });
    content.once('error', (error) => stream.destroy(error));
    give(null, content.pipe(stream));
  });
}

function addLast(zip: ZipFile, manifest: Growing): void {
  zip.addReadStreamLazy('manifest.json', { compress: true }, (give) => {
    const { stream } = measuring();
    stream.end(Buffer.from(JSON.stringify(manifest, null, 1)));
    give(null, stream);
  });
}

/** A backup that a power cut could take away is none. */
async function syncAndName(written: string, target: string): Promise<void> {
  const file = await open(written, 'r+');
  await file.sync();
  await file.close();
  await rename(written, target);
  if (process.platform === 'win32') return;
  const folder = await open(path.dirname(target), 'r');
  await folder.sync();
  await folder.close();
}
