import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { statements } from './statements.ts';

/**
 * The statements of the specification with the tests that name them: number, statement, tests, or what is open.
 * A test names a statement by its number at the start of its title: `it('S12 S13 …')`.
 */
export function coverageText(root: string): string {
  const tests = testsByStatement(root);
  const rows = statements.map(({ number, text, area }) => {
    const named = [...(tests.get(number) ?? [])].sort();
    return `| S${number} | ${text} | ${named.join('<br>') || `open: ${area}`} |`;
  });
  const covered = statements.filter(({ number }) => tests.has(number)).length;
  const head = `# Statements of the specification\n\n${covered} of ${statements.length} are named by a test.`;
  return `${head}\n\n| no. | statement | tests |\n|---|---|---|\n${rows.join('\n')}\n`;
}

function testsByStatement(root: string): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const file of FOLDERS.flatMap((folder) => testFiles(path.join(root, folder)))) {
    for (const [, , title = ''] of readFileSync(file, 'utf8').matchAll(TITLE)) {
      for (const number of numbersOf(title)) {
        const files = found.get(number) ?? new Set();
        found.set(number, files.add(path.relative(root, file)));
      }
    }
  }
  return found;
}

/** `S12 S13–S15 text` names 12, 13, 14 and 15. */
function numbersOf(title: string): number[] {
  const head = /^((S\d+([–-]S?\d+)?)[\s,:]*)+/.exec(title)?.[0] ?? '';
  return [...head.matchAll(/S(\d+)(?:[–-]S?(\d+))?/g)].flatMap(([, from = '0', to]) => {
    const first = Number(from);
    const last = Number(to ?? from);
    return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index);
  });
}

function testFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) =>
        entry.isFile() &&
        /\.(test|spec)\.tsx?$/.test(entry.name) &&
        !entry.parentPath.includes('node_modules'),
    )
    .map((entry) => path.join(entry.parentPath, entry.name));
}

const FOLDERS = ['contract/src', 'server/src', 'web/src', 'e2e'];
const TITLE = /\b(?:it|test)(?:\.each\([^)]*\))?\(\s*(['"`])(S\d.*?)\1/g;
