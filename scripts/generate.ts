// Writes `generated/` anew from the declarations, the routes and the tests' titles; a test keeps it fresh.
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { endWithWords } from '../server/src/kernel/declared-mistake.ts';
import { artefacts } from '../server/src/kernel/generate/artefacts.ts';
import { describedRoutes } from '../server/src/kernel/generate/described-routes.ts';
import { refuseUnknownIcons } from '../server/src/kernel/generate/menu-icons.ts';

process.once('uncaughtException', endWithWords);
const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'generated');
refuseUnknownIcons(root);
const files = artefacts(describedRoutes(), root);
await mkdir(folder, { recursive: true });
for (const [name, text] of files) {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
for (const stale of (await existing()).filter((name) => !files.has(name)))
  await rm(path.join(folder, stale));
console.log(`Wrote ${files.size} files to generated/.`);

async function existing(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    );
}
