import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { isAnotherRunning, ownMark } from '../running-process.ts';

/** Another server works on the same data folder; the message is the one line to show. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/**
 * Takes a data folder for this process and returns the function that gives it back. A lock left behind by a killed
 * process is recognised by number and start time of the process and taken over.
 */
export function lockDataFolder(folder: string): () => void {
  makeFolder(folder);
  const file = path.join(folder, 'millwright.lock');
  const mine = `${ownMark()}\n`;
  for (;;) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return () => giveBack(file, mine);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const mark = read(file);
    const [pid = ''] = mark.split(' ');
    if (isAnotherRunning(mark)) {
      throw new DataFolderInUseError(
        `Millwright is already running on ${folder} (process ${pid}).`,
      );
    }
    setAside(file);
  }
}

/**
 * Makes a folder with those above it, one by one: below a place that makes none (`/proc`), Node's recursive way asks
 * for ever.
 */
export function makeFolder(folder: string): void {
  const above = path.dirname(folder);
  if (above !== folder && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function giveBack(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true });
}

/** Of two processes that find the same stale lock, one moves it away; the other begins again. */
function setAside(file: string): void {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
