import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { keyOf } from './key-file.ts';

interface OpenFolder {
  readonly folder: string;
  /** 32 bytes that sign addresses; the same for all processes on one data folder. */
  readonly key: Buffer;
}

/** Opens the place of stored files below the data folder, before the first request; gives what closes it. */
export function openFiles(dataFolder: string): () => void {
  const folder = path.join(dataFolder, 'files');
  mkdirSync(path.join(folder, 'parts'), { recursive: true, mode: 0o700 });
  mkdirSync(path.join(folder, 'incoming'), { recursive: true, mode: 0o700 });
  const own = { folder, key: keyOf(dataFolder, 'file-addresses') };
  opened = own;
  return () => {
    if (opened === own) opened = null;
  };
}

/** Folder of the stored files. Throws before `openFiles`. */
export function filesFolder(): string {
  return ready().folder;
}

/** Key with which addresses of files are signed; null before `openFiles`, when nothing can be signed. */
export function addressKey(): Buffer | null {
  return opened?.key ?? null;
}

/** Where a file of this name lies: one of 256 folders, so that none grows without end. */
export function placeOf(name: string): string {
  return path.join(filesFolder(), name.slice(0, 2), name);
}

/** The same below a data folder that this process has not opened. */
export function placeIn(dataFolder: string, name: string): string {
  return path.join(dataFolder, 'files', name.slice(0, 2), name);
}

/** A new file below `incoming`, where nothing is ever served from. */
export function incomingPlace(): string {
  return path.join(filesFolder(), 'incoming', randomBytes(16).toString('hex'));
}

let opened: OpenFolder | null = null;

function ready(): OpenFolder {
  if (!opened) throw new Error('The folder of the files is not open: openFiles comes first.');
  return opened;
}
