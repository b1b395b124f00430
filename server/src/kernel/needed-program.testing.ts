import { existsSync } from 'node:fs';
import path from 'node:path';

/** A program that tests start, with the package of Debian that brings it. */
export interface NeededProgram {
  readonly name: string;
  readonly file: string;
  readonly debian: string;
}

/** Where a program lies that a test starts; without it the test fails and says what to install. */
export function neededProgram({ name, file, debian }: NeededProgram): string {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin'];
  const found = folders.map((folder) => path.join(folder, file)).find((one) => existsSync(one));
  if (!found)
    throw new Error(`This test needs ${name}: install it (Debian: apt-get install ${debian}).`);
  return found;
}
