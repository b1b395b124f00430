import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { BackupError, type Manifest, readManifest } from './manifest.ts';

/** An open backup file. */
export interface Backup {
  readonly manifest: Manifest;
  /** Bytes of a part; throws a `BackupError` when it is not there. */
  read(part: string): Promise<Readable>;
  close(): void;
}

/** Opens a backup file and reads what it says of itself. */
export async function openBackup(file: string): Promise<Backup> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(
    (error: unknown) => {
      const { code, message } = error as { code?: string; message: string };
      throw new BackupError(
        code === 'ENOENT'
          ? `There is no file ${file}.`
          : `${file} is no whole backup (${message}).`,
      );
    },
  );
  const entries = await directory(zip);
  const read = async (part: string) => {
    const entry = entries.get(part);
    if (!entry) throw new BackupError(`${file} lacks its part ${part}.`);
    return zip.openReadStreamPromise(entry);
  };
  try {
    const manifest = readManifest(await text(await read('manifest.json')));
    return { manifest, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function directory(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.once('end', () => resolve(entries));
    zip.once('error', reject);
    zip.readEntry();
  });
}
