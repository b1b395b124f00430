import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT_FOLDER } from '../../kernel/config.ts';

/** Id of the client that this server delivers; null where none is built. A screen with another one is outdated. */
export function clientBuild(): string | null {
  build ??= readBuild();
  return build === '' ? null : build;
}

let build: string | undefined;

function readBuild(): string {
  try {
    const file = path.join(ROOT_FOLDER, 'web/dist/build.json');
    return (JSON.parse(readFileSync(file, 'utf8')) as { buildId?: string }).buildId ?? '';
  } catch {
    return '';
  }
}
