import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The page of the client, made for each request from what the build wrote. */
export interface ClientPage {
  /**
   * The HTML for a path. Whoever has a session gets the code of the shell and of the page that lies at the path asked
   * for ahead, before the first script could ask for it; everybody gets the run-time configuration without another call.
   */
  readonly html: (options: {
    readonly path: string;
    readonly hasSession: boolean;
    readonly nonce: string;
  }) => Promise<string>;
}

/** Reads the page of a built client; null when the folder holds none. */
export function readClientPage(folder: string): ClientPage | null {
  const file = path.join(folder, 'index.html');
  if (!existsSync(file)) return null;
  const page = readFileSync(file, 'utf8');
  const chunks = readChunks(folder);
  const made = new Map<string, string>();
  const linksOf = (entry: string) => {
    const known = made.get(entry) ?? links(chunks, entry);
    made.set(entry, known);
    return known;
  };
  return {
    async html({ path: address, hasSession, nonce }) {
      const own = `src/pages${address}.tsx`;
      const ahead = hasSession ? linksOf(own in chunks ? own : SHELL) : '';
      const config = await configOf(folder);
      return page
        .replace('</head>', () => `${ahead}${config}</head>`)
        .replaceAll('__CSP_NONCE__', nonce);
    },
  };
}

/** What the build tells of a file of scripts (`chunks.json`): its name, what it imports at once, its styles. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

type Chunks = Readonly<Record<string, Chunk>>;

const START = 'index.html';
const SHELL = 'src/shell/shell.tsx';

function readChunks(folder: string): Chunks {
  const file = path.join(folder, 'chunks.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Chunks) : {};
}

/** Shell and page with all that they import, without what the page links to itself. */
function links(chunks: Chunks, entry: string): string {
  const first = reach(chunks, [START]);
  const rest = [...reach(chunks, [SHELL, entry])].filter((key) => !first.has(key));
  const found = rest.flatMap((key) => chunks[key] ?? []);
  const styles = new Set(found.flatMap(({ css }) => css ?? []));
  return [
    ...found.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].map((file) => `<link rel="preload" as="style" crossorigin href="/${file}">`),
  ].join('');
}

function reach(chunks: Chunks, keys: readonly string[]): Set<string> {
  const found = new Set<string>();
  const follow = (key: string) => {
    if (found.has(key)) return;
    found.add(key);
    chunks[key]?.imports?.forEach(follow);
  };
  keys.forEach(follow);
  return found;
}

/** The run-time configuration as data in the page, read anew each time; nothing when there is none. */
async function configOf(folder: string): Promise<string> {
  const text = await readFile(path.join(folder, 'config.json'), 'utf8').catch(() => '');
  return text
    ? `<script type="application/json" id="config">${text.replaceAll('<', '\\u003c')}</script>`
    : '';
}
