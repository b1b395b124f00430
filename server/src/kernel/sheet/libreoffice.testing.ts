import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { neededProgram } from '../needed-program.testing.ts';

/** Commas, quotes around every text, UTF-8, numbers and days as they are shown, each sheet in a file of its own. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,true,false,false,-1';

/**
 * What LibreOffice, with a profile of its own, makes of workbooks: the sheets of each by `book-sheet`, as the text of
 * a CSV file, and each book saved anew as `.xlsx`.
 */
export async function openInLibreOffice(
  books: Readonly<Record<string, Buffer>>,
): Promise<{ sheets: ReadonlyMap<string, string>; saved: ReadonlyMap<string, Buffer> }> {
  const program = neededProgram({
    name: 'LibreOffice Calc',
    file: 'soffice',
    debian: 'libreoffice-calc-nogui',
  });
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millwright-libreoffice-'));
  try {
    const files = await Promise.all(
      Object.entries(books).map(async ([name, book]) => {
        const file = path.join(folder, `${name}.xlsx`);
        await writeFile(file, book);
        return file;
      }),
    );
    const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
    const convert = async (to: string, out: string) => {
      const outcome = path.join(folder, out);
      const args = [profile, '--headless', '--convert-to', to, '--outdir', outcome, ...files];
      await promisify(execFile)(program, args, { timeout: 60_000 });
      return readFolder(outcome);
    };
    const sheets = await convert(CSV, 'csv');
    const saved = await convert('xlsx:Calc MS Excel 2007 XML', 'xlsx');
    return { sheets: new Map([...sheets].map(([name, file]) => [name, file.toString()])), saved };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFolder(folder: string): Promise<Map<string, Buffer>> {
  const names = await readdir(folder);
  const files = names.map(async (name): Promise<[string, Buffer]> => [
    path.parse(name).name,
    await readFile(path.join(folder, name)),
  ]);
  return new Map(await Promise.all(files));
}
