import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The key of 32 bytes of this name below the data folder; of several processes that start together one makes it, the
 * others read it. Throws for a damaged one.
 */
export function keyOf(dataFolder: string, name: string): Buffer {
  const folder = path.join(dataFolder, 'keys');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${name}.key`);
  try {
    writeFileSync(file, randomBytes(32), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const key = readFileSync(file);
  if (key.length !== 32)
    throw new Error(`${file} is damaged: it must hold 32 bytes. Remove it to have a new one made.`);
  return key;
}
